import type { V1Pod } from '@kubernetes/client-node';
import type { InformerOptions } from '../../../lib/informer/index.js';
import type { InformerStatus, Phase } from '../../../lib/reflector/index.js';
import { InformerBench, listen, type Pod } from '../../support/informer-bench.js';
import { TestClock } from '../../support/virtual-time.js';
import { type Asked, type Script, ScriptPlayer } from './script-player.js';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

type Options = Partial<InformerOptions<V1Pod, 'node'>>;

/** An informer of pods against a server that follows a script; all that is heard of it is kept. */
export class CaseBench extends InformerBench {
  readonly player: ScriptPlayer;
  readonly statuses: InformerStatus[] = [];
  /** Streams that ended, and how: there must be none before `stop()`. */
  readonly ended: unknown[] = [];
  /** The events, in short: `add a@1 initially`. */
  readonly events: string[];
  /** Every published collection: `10: a@1 b@2`. */
  readonly snapshots: string[] = [];

  /**
   * @param options those of the informer, or what makes them of the player and the clock
   * @param subscribed whether anybody listens from the beginning; the informer is not connected otherwise
   */
  constructor(
    script: Script,
    options: Options | ((player: ScriptPlayer, clock: TestClock) => Options) = {},
    subscribed = true,
  ) {
    const clock = new TestClock();
    const player = new ScriptPlayer(script, clock);
    super(typeof options === 'function' ? options(player, clock) : options, player, clock);
    this.player = player;
    this.events = subscribed ? this.#listen() : [];
  }

  #listen(): string[] {
    const { status$, events$, snapshot$ } = this.informer;
    const over = (how: string) => ({
      error: (error: unknown) => this.ended.push(error),
      complete: () => this.ended.push(how),
    });
    status$.subscribe({ ...over('status$'), next: (status) => this.statuses.push(status) });
    const events = listen(this.informer);
    events$.subscribe(over('events$'));
    snapshot$.subscribe({ ...over('snapshot$'), next: () => this.snapshots.push(this.content) });
    return events;
  }

  /** Lets so many milliseconds pass. */
  async pass(ms: number): Promise<this> {
    await this.player.pass(ms);
    return this;
  }

  /** Lets time pass until something holds, and says how long it took. @throws Error when it does not, in that time */
  async until(holds: () => boolean, withinMs: number): Promise<number> {
    const from = this.clock.frame;
    while (!holds()) {
      if (this.clock.frame - from >= withinMs) throw new Error(`not within ${withinMs} ms: ${holds}`);
      await this.pass(100);
    }
    return this.clock.frame - from;
  }

  /** The collection as it is now: `10: a@1 b@2`. */
  get content(): string {
    return contentOf(this.informer.snapshot);
  }

  get asked(): readonly Asked[] {
    return this.player.asked;
  }

  /** Every request, with its time and its resourceVersion: `0 list 0`, `1200 watch 10`. */
  get requests(): readonly string[] {
    return this.asked.map(({ at, verb, query }) => `${at} ${verb} ${query.resourceVersion ?? '-'}`);
  }

  askedFor(verb: Asked['verb']): readonly Asked[] {
    return this.asked.filter((asked) => asked.verb === verb);
  }

  /** How many requests were started in that time. */
  between(from: number, to: number): number {
    return this.asked.filter(({ at }) => at >= from && at < to).length;
  }

  /** The most requests in any minute that begins in that time. */
  busiestMinute(from: number, to: number): number {
    const starts = this.asked.filter(({ at }) => at >= from && at < to).map(({ at }) => at);
    return Math.max(0, ...starts.map((start) => this.between(start, start + MINUTE)));
  }

  get status(): InformerStatus {
    return this.informer.status;
  }

  /** The phases, each named once while it lasts. */
  get phases(): readonly Phase[] {
    return this.statuses.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
  }

  /** The kinds of failure that were told, each named once while it lasts. */
  get failures(): readonly string[] {
    const kinds = this.statuses.map(({ failure }) => failure?.kind);
    return kinds.filter(
      (kind, index): kind is NonNullable<typeof kind> => kind !== undefined && kind !== kinds[index - 1],
    );
  }
}

/** `10: a@1 b@2` */
export function contentOf(snapshot: { readonly resourceVersion: string; values(): Iterable<Pod> }): string {
  const pods = [...snapshot.values()].map(({ metadata }) => ` ${metadata.name}@${metadata.resourceVersion}`);
  return `${snapshot.resourceVersion}:${pods.join('')}`;
}
