import { signal } from '@angular/core';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { injectInformer, injectView } from '../../lib/angular/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { search } from '../../lib/views/index.js';
import { runs } from '../support/runs.js';
import { event, pod, podList, type ScriptedExchange } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';
import { Bench } from './support/bench.js';

type Step =
  | { readonly do: 'put' | 'delete'; readonly namespace: string; readonly name: string }
  | { readonly do: 'pick'; readonly namespace: string }
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'frame' | 'tick' | 'answer' };

const namespace = fc.constantFrom('a', 'b');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('put', 'delete'), namespace, name: fc.constantFrom('x', 'y', 'xy') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pick'), namespace }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('type'), text: fc.constantFrom('', 'x', 'y') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('frame', 'tick', 'answer') }) },
);

/** Two namespaces of pods, named after theirs, that a server has. */
class Cluster {
  readonly #pods = new Map<string, object>();
  readonly #bench: Bench;
  /** When something changed last in a namespace. */
  readonly #changed = new Map<string, number>();
  #version = 10;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  namesIn(namespace: string): readonly string[] {
    return [...this.#pods.keys()].filter((key) => key.startsWith(`${namespace}-`)).sort();
  }

  change(type: 'put' | 'delete', namespace: string, name: string): void {
    const key = `${namespace}-${name}`;
    const isKnown = this.#pods.has(key);
    if (type === 'delete' && !isKnown) return;
    const object = pod(key, ++this.#version);
    this.#changed.set(namespace, this.#version);
    if (type === 'put') this.#pods.set(key, object);
    else this.#pods.delete(key);
    for (const watch of this.#open(
      (exchange) => isWatch(exchange) && exchange.opened && namespaceOf(exchange) === namespace,
    ))
      watch.send(event(type === 'delete' ? 'DELETED' : isKnown ? 'MODIFIED' : 'ADDED', object));
  }

  /** Answers all that is asked. */
  async answer(): Promise<void> {
    for (let [asked] = this.#unanswered(); asked !== undefined; [asked] = this.#unanswered()) {
      if (isWatch(asked)) this.#resume(asked);
      else
        asked.json(
          podList(
            this.#version,
            this.namesIn(namespaceOf(asked)).map((name) => this.#pods.get(name) ?? {}),
          ),
        );
      await settled();
    }
  }

  /** What was missed is told by a list: this server remembers no history. */
  #resume(watch: ScriptedExchange): void {
    const from = Number(watch.url.searchParams.get('resourceVersion'));
    if (from >= (this.#changed.get(namespaceOf(watch)) ?? 0)) watch.open();
    else watch.refuse(410, 'Expired');
  }

  #unanswered(): readonly ScriptedExchange[] {
    return this.#open(({ opened }) => !opened);
  }

  #open(which: (exchange: ScriptedExchange) => boolean): readonly ScriptedExchange[] {
    return this.#bench.server.open.filter(which);
  }
}

const isWatch = ({ query }: ScriptedExchange) => query.watch !== undefined;
const namespaceOf = ({ url }: ScriptedExchange) => url.pathname.split('/').at(-2) ?? '';

it('whatever is picked, typed and told, in whatever order, shows nothing but what was asked for, and in the end all of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const bench = await Bench.open();
      const cluster = new Cluster(bench);
      const { made, destroy } = bench.page.scope(() => {
        const [picked, text] = [signal('a'), signal('')];
        const pods = injectInformer({ resource: core.pods, namespace: picked });
        const view = injectView(pods, (commits$, live) =>
          commits$.pipe(search(live(text), ({ metadata }) => metadata.name.slice(2))),
        );
        return { picked, text, pods, view };
      });
      const names = () => [made.pods.rows(), made.view.rows()].map((rows) => rows.map(({ metadata }) => metadata.name));
      for (const step of steps) {
        await perform(step, bench, cluster, made);
        for (const name of names().flat()) expect(name.startsWith(`${made.picked()}-`)).toBe(true);
      }
      bench.page.tick();
      // A list at once, a watch, and what the budget makes wait.
      for (let i = 0; i < 3; i++) {
        await cluster.answer();
        await bench.clock.advanceAsync(120_000);
      }
      await cluster.answer();
      // What comes while all is well is shown with the next frame.
      for (const name of ['x', 'new']) {
        cluster.change('put', made.picked(), name);
        await settled();
        bench.frames.next();
      }
      bench.page.tick();
      const all = cluster.namesIn(made.picked());
      expect(names()).toEqual([all, all.filter((name) => name.slice(2).includes(made.text()))]);
      destroy();
      expect([bench.server.open.length, bench.clock.pending, bench.frames.waiting]).toEqual([0, 0, 0]);
      bench.close();
    }),
    runs,
  );
});

async function perform(
  step: Step,
  { page, frames }: Bench,
  cluster: Cluster,
  { picked, text }: { readonly picked: { set(value: string): void }; readonly text: { set(value: string): void } },
): Promise<void> {
  switch (step.do) {
    case 'put':
    case 'delete':
      cluster.change(step.do, step.namespace, step.name);
      return settled();
    case 'pick':
      return picked.set(step.namespace);
    case 'type':
      return text.set(step.text);
    case 'frame':
      return frames.next();
    case 'tick':
      return page.tick();
    case 'answer':
      return cluster.answer();
  }
}
