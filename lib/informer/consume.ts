import { type Observable, Subscription, throwError } from 'rxjs';
import { isPromiseLike } from '../codec/index.js';
import { checkGiven, oneOf, optional, shown } from '../reflector/index.js';
import type { Change } from '../store/index.js';
import { type Keep, Mailbox } from './mailbox.js';
import { MILLISECONDS } from './options.js';

/** Options of `consume()`. */
export interface ConsumeOptions {
  /** How many events may be worked on at once, a whole number or `Infinity`. Two of one key never are. Default: 1. */
  readonly concurrency?: number | undefined;
  /**
   * What work that falls behind still gets: `'all'` events, or for each key only what leads from the state that it was given last to the
   * `'latest'`. The first needs memory for every event that waits, the second for one entry a key. Default: `'all'`.
   */
  readonly keep?: Keep | undefined;
  /** As in `addEventHandler`, in milliseconds. Default: the informer's. */
  readonly resyncPeriod?: number | undefined;
}

/** Work that was begun. Unsubscribing ends it, at once and for good: no event is begun after that, what is being worked on goes on. */
export interface Consumption extends Subscription {
  /** Resolves when it was ended, or the informer stopped, and what was being worked on then is done. It never rejects. */
  readonly finished: Promise<void>;
}

/** What is done with an event. A promise that it returns is waited for. */
export type Work<T> = (event: Change<T>) => unknown;

/** @throws TypeError, naming the option */
export function checkConsume(work: unknown, options: unknown): void {
  if (typeof work !== 'function') throw new TypeError(`consume: ${shown(work)} is not a function of an event`);
  checkGiven('consume', options, CONSUME_RULES);
}

const CONSUME_RULES = {
  concurrency: optional(
    (value) => value === Infinity || (Number.isInteger(value) && Number(value) >= 1),
    'is neither a whole number, 1 or more, nor Infinity',
  ),
  keep: oneOf('all', 'latest'),
  resyncPeriod: MILLISECONDS,
} satisfies Record<keyof ConsumeOptions, unknown>;

/** Has changes worked on, some at a time, in order for each key. */
export function consumeChanges<T>(
  work: Work<T>,
  changes$: Observable<Change<T>>,
  { concurrency = 1, keep = 'all' }: ConsumeOptions,
): Consumption {
  const consumption = new Subscription();
  const finished = new Promise<void>((resolve) => {
    const consumer = new Consumer(work, concurrency, keep, resolve);
    consumption.add(() => consumer.end());
    consumption.add(
      changes$.subscribe({ next: (change) => consumer.post(change), complete: () => consumption.unsubscribe() }),
    );
  });
  return Object.assign(consumption, { finished });
}

class Consumer<T> {
  readonly #work: Work<T>;
  readonly #concurrency: number;
  readonly #keep: Keep;
  readonly #finished: () => void;
  #mailbox: Mailbox<T>;
  #running = 0;
  #ended = false;
  #called = false;

  constructor(work: Work<T>, concurrency: number, keep: Keep, finished: () => void) {
    this.#work = work;
    this.#concurrency = concurrency;
    this.#keep = keep;
    this.#finished = finished;
    this.#mailbox = new Mailbox(keep);
  }

  /**
   * Work begins when everybody has been told of what goes on, and the caller of `consume()` has what it returns: in a microtask, one for
   * all that comes in one synchronous run.
   */
  post(change: Change<T>): void {
    this.#mailbox.post(change);
    if (this.#called) return;
    this.#called = true;
    queueMicrotask(() => {
      this.#called = false;
      this.#begin();
    });
  }

  end(): void {
    this.#ended = true;
    this.#mailbox = new Mailbox(this.#keep);
    if (this.#running === 0) this.#finished();
  }

  #begin(): void {
    while (this.#running < this.#concurrency) {
      const change = this.#mailbox.take();
      if (change === undefined) return;
      this.#running++;
      const result = this.#call(change);
      if (result === undefined) this.#end(change);
      else this.#await(result, change);
    }
  }

  /** What the work returns if that is to be waited for. */
  #call(change: Change<T>): PromiseLike<unknown> | undefined {
    try {
      const result = this.#work(change);
      return isPromiseLike(result) ? result : undefined;
    } catch (error) {
      report(error);
      return undefined;
    }
  }

  async #await(result: PromiseLike<unknown>, change: Change<T>): Promise<void> {
    try {
      await result;
    } catch (error) {
      report(error);
    }
    this.#end(change);
    this.#begin();
  }

  #end({ key }: Change<T>): void {
    this.#running--;
    this.#mailbox.done(key);
    if (this.#ended && this.#running === 0) this.#finished();
  }
}

/** Where RxJS reports the error of a subscriber that does not handle it: `config.onUnhandledError` (L6). */
function report(error: unknown): void {
  throwError(() => error).subscribe();
}
