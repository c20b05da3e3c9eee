import { InformerBench, listen } from '../support/informer-bench.js';
import { event, pod, podList } from '../support/scripted-server.js';

/**
 * The timelines of docs/semantics.md, played. What the server does stands left of the arrow, what a subscriber hears because of it stands
 * right of it; `-` is nothing.
 *
 *     list @10 a@1 b@2            → add a@1 initially, add b@2 initially
 *     ADDED c@11, MODIFIED a@12   → add c@11, update a@1→12
 */
export class Timeline {
  readonly #bench = new InformerBench({ watchList: 'never' });
  #heard = listen(this.#bench.informer);

  /** What is heard, and in brackets what the status says is wrong. */
  async play(line: string): Promise<string> {
    this.#heard.length = 0;
    await this.#act(line.trim());
    const { failure, phase } = this.#bench.informer.status;
    const heard = this.#heard.join(', ');
    const trouble = failure !== undefined && phase === 'retrying' ? `(${failure.kind})` : '';
    return [heard, trouble].filter((word) => word !== '').join(' ') || '-';
  }

  async #act(line: string): Promise<void> {
    const [verb = '', ...words] = line.split(' ');
    switch (verb) {
      case 'list':
        if (this.#bench.informer.status.phase === 'retrying') this.#bench.clock.advance(60_000);
        return this.#bench.goLive(versionOf(words[0]), ...words.slice(1).map(object));
      case 'page':
        this.#bench.server.last.json(podList(versionOf(words[0]), words.slice(1).map(object), { continue: 'more' }));
        return;
      case 'reset':
        this.#bench.server.last.reset();
        return;
      case 'end':
        this.#bench.server.last.end();
        this.#bench.server.last.open();
        return;
      case 'subscribe':
        this.#heard = listen(this.#bench.informer);
        return;
      case '410':
        return this.#bench.send({
          type: 'ERROR',
          object: {
            kind: 'Status',
            apiVersion: 'v1',
            status: 'Failure',
            code: 410,
            reason: 'Expired',
            message: 'gone',
          },
        });
      default:
        return this.#bench.send(...line.split(', ').map(frame));
    }
  }
}

/** `MODIFIED a@12`, or what cannot be read. */
function frame(text: string): object | string {
  const [type, word = ''] = text.split(' ');
  if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') return event(type, object(word));
  if (text === 'garbage') return '{"type":"AD\n';
  throw new Error(`no such thing happens: ${text}`);
}

/** `a@12`, `a@` without a version, or `a@12#2` with another uid. */
function object(word: string): object {
  const [, name = '', version = '', uid = ''] = /^(\w+)@(\d*)(?:#(\w+))?$/.exec(word) ?? [];
  if (name === '') throw new Error(`no such object: ${word}`);
  const made = pod(name, version);
  return uid === '' ? made : { ...made, metadata: { ...made.metadata, uid } };
}

function versionOf(word = ''): number {
  const version = /^@(\d+)$/.exec(word)?.[1];
  if (version === undefined) throw new Error(`a list has a version, such as @10: ${word}`);
  return Number(version);
}
