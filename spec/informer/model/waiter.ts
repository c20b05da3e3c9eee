import type { Informer } from '../../../lib/informer/index.js';
import type { Pod } from '../../support/informer-bench.js';
import type { CacheModel, ExpectedCommit } from './cache-model.js';
import type { Name, Wait } from './plans.js';

type Outcome = 'pending' | 'resolved' | 'rejected';

/** Somebody who waits for something with a promise, beside what has to become of it. */
class Waiter {
  state: Outcome = 'pending';
  expected: Outcome = 'pending';
  /** It was asked for, or its turn was to come, in the middle of stop(): it may do one or the other, if only it does something. */
  isEither = false;
  /** The commit that brought what it waits for. */
  metIn: ExpectedCommit | undefined;
  readonly what: string;
  /** When it gives up, if it does. */
  readonly deadline: number;
  readonly #isMet: (commit: ExpectedCommit) => boolean;

  constructor(what: string, deadline: number, isMet: (commit: ExpectedCommit) => boolean) {
    this.what = what;
    this.deadline = deadline;
    this.#isMet = isMet;
  }

  follow(promise: Promise<unknown>): void {
    promise.then(
      () => {
        this.state = 'resolved';
      },
      () => {
        this.state = 'rejected';
      },
    );
  }

  commit(commit: ExpectedCommit): void {
    if (this.expected !== 'pending' || !this.#isMet(commit)) return;
    this.expected = 'resolved';
    this.metIn = commit;
  }

  giveUp(): void {
    if (this.expected === 'pending') this.expected = 'rejected';
  }
}

/** All who wait with a promise. */
export class Waiters {
  readonly #informer: Informer<Pod, 'node'>;
  readonly #model: CacheModel;
  readonly #all: Waiter[] = [];
  #stopped = false;
  #stopping = false;

  constructor(informer: Informer<Pod, 'node'>, model: CacheModel) {
    this.#informer = informer;
    this.#model = model;
  }

  /** @param version how far the server is */
  wait(wait: Wait, version: number, now: number): void {
    const waiter = this.#waiterFor(wait, version, now);
    // What is there counts, before anything else; but an informer that was stopped refuses to wait.
    const { last } = this.#model;
    waiter.isEither = this.#stopping;
    if (this.#stopped) waiter.giveUp();
    else if (last !== undefined) waiter.commit(last);
    waiter.follow(this.#promiseOf(wait, version));
    this.#all.push(waiter);
  }

  commit(commit: ExpectedCommit): void {
    for (const waiter of this.#all) waiter.commit(commit);
  }

  /** Gives the deadline that was the last to pass. */
  expire(now: number): number | undefined {
    const expired = this.#all.filter(({ expected, deadline }) => expected === 'pending' && deadline <= now);
    for (const waiter of expired) waiter.giveUp();
    return expired.length === 0 ? undefined : Math.max(...expired.map(({ deadline }) => deadline));
  }

  /**
   * @param stop tells everybody of the end, and some may then ask for more
   * @param telling the commit that is being told
   */
  stop(stop: () => void, telling: ExpectedCommit | undefined): void {
    this.#stopped = true;
    for (const waiter of this.#all) {
      waiter.giveUp();
      if (telling !== undefined && waiter.metIn === telling) waiter.isEither = true;
    }
    this.#stopping = true;
    stop();
    this.#stopping = false;
  }

  get isAnyPending(): boolean {
    return this.#all.some(({ expected }) => expected === 'pending');
  }

  /** What is not as it has to be, when microtasks have run. */
  problems(): string[] {
    const wrong = this.#all.filter(({ state, expected, isEither }) =>
      isEither ? state === 'pending' : state !== expected,
    );
    return wrong.map(({ what, state, expected }) => `the promise of ${what} is ${state}, not ${expected}`);
  }

  #waiterFor(wait: Wait, version: number, now: number): Waiter {
    switch (wait.act) {
      case 'ready':
        return new Waiter('ready()', Number.POSITIVE_INFINITY, () => true);
      case 'waitFor':
        return new Waiter(`waitFor(${wait.name} ${wait.want})`, end(wait, now), isAsWanted(wait.name, wait.want));
      case 'atLeast': {
        const wanted = version + wait.ahead;
        return new Waiter(`atLeast(${wanted})`, end(wait, now), (commit) => commit.version >= wanted);
      }
    }
  }

  #promiseOf(wait: Wait, version: number): Promise<unknown> {
    switch (wait.act) {
      case 'ready':
        return this.#informer.ready();
      case 'waitFor': {
        const isWanted = (object: Pod | undefined) => (object !== undefined) === (wait.want === 'there');
        return this.#informer.waitFor(`shop/${wait.name}`, isWanted, { timeout: wait.timeout });
      }
      case 'atLeast':
        return this.#informer.atLeast(String(version + wait.ahead), { timeout: wait.timeout });
    }
  }
}

function end({ timeout = Number.POSITIVE_INFINITY }: { readonly timeout: number | undefined }, now: number): number {
  return now + timeout;
}

/** Whether an object is there, or gone: at the end of the first commit that is heard, or at some moment of a later one. */
function isAsWanted(name: Name, want: 'there' | 'gone'): (commit: ExpectedCommit) => boolean {
  let isFirst = true;
  return ({ state, changes }) => {
    const wasFirst = isFirst;
    isFirst = false;
    if (wasFirst) return state.has(name) === (want === 'there');
    const words = changes.filter((word) => word.split(/[ @]/)[1] === name);
    return words.some((word) => word.startsWith('delete') === (want === 'gone'));
  };
}
