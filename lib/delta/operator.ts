import {
  asapScheduler,
  Observable,
  type OperatorFunction,
  type SchedulerLike,
  Subject,
  Subscription,
  takeUntil,
} from 'rxjs';
import {
  aFunction,
  BOOLEAN,
  checkGiven,
  OBSERVABLE,
  oneOf,
  optional,
  type ReflectorEvent,
  SCHEDULER,
} from '../reflector/index.js';
import type { DeltaBatch } from './delta.js';
import { DeltaFIFO, type DeltaFIFOOptions } from './delta-fifo.js';

/** Options of `deltaFIFO()`: those of the class, with `emitReplaced` on by default, and these. */
export interface DeltaFIFOOperatorOptions<T> extends DeltaFIFOOptions<T> {
  /** The queue itself, for somebody who looks into it meanwhile. Default: one that is made with these options. */
  readonly queue?: DeltaFIFO<T> | undefined;
  /** When a burst is over. Default: RxJS's asapScheduler, so at the end of the synchronous run of events, before any timer. */
  readonly scheduler?: SchedulerLike | undefined;
  /**
   * The way to ask: each time it emits, what is queued is handed over at once, without waiting for the end of the burst. When nothing is
   * queued, nothing happens. Asked while a batch is being handled, the next one follows directly upon it. Its end means nothing; its
   * error ends the stream as an error of the source does. Default: nobody asks.
   */
  readonly notifier?: Observable<unknown> | undefined;
  /**
   * Told of an object that cannot be queued, since no key can be made of it or `transform` refuses it, and of the event that brought
   * it. The other objects of a list are queued all the same, and what is known of that one stays. Default: the stream errors.
   */
  readonly onError?: ((error: unknown, event: ReflectorEvent<T>) => void) | undefined;
}

const RULES = {
  keyOf: aFunction('of an object'),
  knownObjects: optional((value) => typeof value === 'object' && value !== null, 'is nothing that could be known'),
  emitReplaced: BOOLEAN,
  transform: aFunction('of an object'),
  compress: oneOf('deletes', 'latest'),
  queue: optional((value) => value instanceof DeltaFIFO, 'is no DeltaFIFO'),
  scheduler: SCHEDULER,
  notifier: OBSERVABLE,
  onError: aFunction('of an error and its event'),
} satisfies Record<keyof DeltaFIFOOperatorOptions<unknown>, unknown>;

/**
 * Events in, one batch out for each burst of them: everything that came in one synchronous run is one consistent cut of history. A
 * bookmark alone makes an empty batch, for the resourceVersion has moved. What is queued when the source ends is handed over before the
 * end is.
 *
 * @throws TypeError when an option is malformed; the message names it
 * @example
 * reflector({ transport, resource: core.pods }).pipe(deltaFIFO({ knownObjects: indexer }), indexInto(indexer)).subscribe(…);
 */
export function deltaFIFO<T>(
  options: DeltaFIFOOperatorOptions<T> = {},
): OperatorFunction<ReflectorEvent<T>, DeltaBatch<T>> {
  checkGiven('deltaFIFO', options, RULES);
  return (source) =>
    new Observable((subscriber) => {
      const { notifier, scheduler = asapScheduler, onError } = options;
      const queue = options.queue ?? new DeltaFIFO<T>({ ...options, emitReplaced: options.emitReplaced ?? true });
      const bursts = new Bursts(queue, scheduler, {
        batch: (batch) => subscriber.next(batch),
        refused: (error, event) => {
          if (onError === undefined) bursts.end(() => subscriber.error(error));
          else onError(error, event);
        },
      });
      // A source that emits while it is being subscribed is left at once, and not when it is done.
      const left$ = new Subject<void>();
      subscriber.add(() => {
        bursts.leave();
        left$.next();
      });
      const error = (reason: unknown) => bursts.end(() => subscriber.error(reason));
      if (notifier !== undefined) subscriber.add(notifier.subscribe({ next: () => bursts.drain(), error }));
      if (subscriber.closed) return;
      subscriber.add(
        source.pipe(takeUntil(left$)).subscribe({
          next: (event) => bursts.take(event),
          error,
          complete: () => bursts.end(() => subscriber.complete()),
        }),
      );
    });
}

interface Reader<T> {
  batch(batch: DeltaBatch<T>): void;
  /** An object could not be queued. */
  refused(error: unknown, event: ReflectorEvent<T>): void;
}

/** A queue that is drained at the end of each burst, or earlier if its reader asks. The reader never gets a batch within a batch. */
class Bursts<T> {
  readonly #queue: DeltaFIFO<T>;
  readonly #scheduler: SchedulerLike;
  readonly #reader: Reader<T>;
  /** What came while a batch was being handled. It waits until that is known, since deletions are judged by what is. */
  readonly #held: ReflectorEvent<T>[] = [];
  /** The end of the burst, if something waits for it. */
  #pending: Subscription | undefined;
  #handling = false;
  #asked = false;
  #finish: (() => void) | undefined;
  #left = false;

  constructor(queue: DeltaFIFO<T>, scheduler: SchedulerLike, reader: Reader<T>) {
    this.#queue = queue;
    this.#scheduler = scheduler;
    this.#reader = reader;
  }

  take(event: ReflectorEvent<T>): void {
    if (this.#left) return;
    if (this.#handling) {
      this.#held.push(event);
      return;
    }
    const errors = enqueue(this.#queue, event);
    this.#schedule();
    for (const error of errors) if (!this.#left) this.#reader.refused(error, event);
  }

  /** Hands over what is queued, now. */
  drain(): void {
    if (this.#handling) this.#asked = true;
    else if (this.#pending !== undefined) this.#handOver();
  }

  /** Ends in this way, once what is queued has been handed over, and before that what came during the batch that is being handled. */
  end(how: () => void): void {
    this.#finish ??= how;
    if (!this.#handling) this.#end();
  }

  leave(): void {
    this.#left = true;
    this.#pending?.unsubscribe();
    this.#pending = undefined;
    this.#held.length = 0;
  }

  #schedule(): void {
    if (this.#pending !== undefined) return;
    // A scheduler may do it at once, before it can give a subscription.
    const pending = new Subscription();
    this.#pending = pending;
    pending.add(this.#scheduler.schedule(() => this.#handOver()));
  }

  #handOver(): void {
    this.#pending?.unsubscribe();
    this.#pending = undefined;
    this.#asked = false;
    this.#handling = true;
    this.#reader.batch(this.#queue.drain());
    this.#handling = false;
    if (this.#left) return;
    for (const event of this.#held.splice(0)) this.take(event);
    if (this.#finish !== undefined) this.#end();
    else if (this.#asked) this.drain();
  }

  #end(): void {
    if (this.#pending !== undefined) this.#handOver();
    else this.#finish?.();
  }
}

/** Gives what could not be queued. */
function enqueue<T>(queue: DeltaFIFO<T>, event: ReflectorEvent<T>): readonly unknown[] {
  const errors: unknown[] = [];
  try {
    switch (event.type) {
      case 'replace':
        queue.replace(event.objects, event.resourceVersion, (error) => errors.push(error));
        break;
      case 'added':
        queue.add(event.object, event.resourceVersion);
        break;
      case 'modified':
        queue.update(event.object, event.resourceVersion);
        break;
      case 'deleted':
        queue.delete(event.object, event.resourceVersion);
        break;
      case 'bookmark':
        queue.bookmark(event.resourceVersion);
        break;
    }
  } catch (error) {
    errors.push(error);
  }
  return errors;
}
