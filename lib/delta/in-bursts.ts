import { asapScheduler, Observable, type OperatorFunction, type SchedulerLike, Subject, takeUntil } from 'rxjs';
import type { ReflectorEvent } from '../reflector/index.js';
import { Bursts } from './bursts.js';
import type { DeltaBatch } from './delta.js';
import type { DeltaFIFO } from './delta-fifo.js';

/** When a queue is drained, and who is told of what it refuses. */
export interface BurstOptions<T> {
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

/** `deltaFIFO()` on a queue that is there, with options that are right. */
export function inBursts<T>(
  queue: DeltaFIFO<T>,
  options: BurstOptions<T> = {},
): OperatorFunction<ReflectorEvent<T>, DeltaBatch<T>> {
  const { notifier, scheduler = asapScheduler, onError } = options;
  return (source) =>
    new Observable((subscriber) => {
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
