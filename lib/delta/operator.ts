import { asapScheduler, Observable, type OperatorFunction, type SchedulerLike, type Subscription } from 'rxjs';
import type { ReflectorEvent } from '../reflector/index.js';
import type { DeltaBatch } from './delta.js';
import { DeltaFIFO, type DeltaFIFOOptions } from './delta-fifo.js';

/** Options of `deltaFIFO()`: those of the class, with `emitReplaced` on by default, and these. */
export interface DeltaFIFOOperatorOptions<T> extends DeltaFIFOOptions<T> {
  /** The queue itself, for somebody who looks into it meanwhile. Default: one that is made with these options. */
  readonly queue?: DeltaFIFO<T> | undefined;
  /** When a burst is over. Default: RxJS's asapScheduler, so at the end of the synchronous run of events, before any timer. */
  readonly scheduler?: SchedulerLike | undefined;
  /**
   * Told of an object that cannot be queued, since no key can be made of it or `transform` refuses it, and of the event that brought
   * it. The other objects of a list are queued all the same, and what is known of that one stays. Default: the stream errors.
   */
  readonly onError?: ((error: unknown, event: ReflectorEvent<T>) => void) | undefined;
}

/**
 * Events in, one batch out for each burst of them: everything that came in one synchronous run is one consistent cut of history. A
 * bookmark alone makes an empty batch, for the resourceVersion has moved.
 *
 * @example
 * reflector({ transport, resource: core.pods }).pipe(deltaFIFO({ knownObjects: indexer }), indexInto(indexer)).subscribe(…);
 */
export function deltaFIFO<T>(
  options: DeltaFIFOOperatorOptions<T> = {},
): OperatorFunction<ReflectorEvent<T>, DeltaBatch<T>> {
  const { scheduler = asapScheduler, onError } = options;
  return (source) =>
    new Observable((subscriber) => {
      const fifo = options.queue ?? new DeltaFIFO<T>({ ...options, emitReplaced: options.emitReplaced ?? true });
      /** What came while a batch was being handled. It waits until that is known, since deletions are judged by what is. */
      const held: ReflectorEvent<T>[] = [];
      let pending: Subscription | undefined;
      let waiting = false;
      let handling = false;
      let finish: (() => void) | undefined;

      const emit = () => {
        waiting = false;
        handling = true;
        subscriber.next(fifo.drain());
        handling = false;
        if (subscriber.closed) return;
        for (const event of held.splice(0)) take(event);
        if (finish !== undefined) end(finish);
      };
      const take = (event: ReflectorEvent<T>) => {
        const errors = enqueue(fifo, event);
        if (!waiting) {
          waiting = true;
          pending = scheduler.schedule(emit);
        }
        for (const error of errors) {
          if (onError === undefined) end(() => subscriber.error(error));
          else onError(error, event);
        }
      };
      /** What is queued goes first, and before that the batch that is being handled. */
      const end = (how: () => void) => {
        finish = how;
        if (handling) return;
        if (waiting) subscriber.next(fifo.drain());
        how();
      };

      subscriber.add(() => pending?.unsubscribe());
      subscriber.add(
        source.subscribe({
          next: (event) => {
            if (handling) held.push(event);
            else take(event);
          },
          error: (error) => end(() => subscriber.error(error)),
          complete: () => end(() => subscriber.complete()),
        }),
      );
    });
}

/** Gives what could not be queued. */
function enqueue<T>(fifo: DeltaFIFO<T>, event: ReflectorEvent<T>): readonly unknown[] {
  const errors: unknown[] = [];
  try {
    switch (event.type) {
      case 'replace':
        fifo.replace(event.objects, event.resourceVersion, (error) => errors.push(error));
        break;
      case 'added':
        fifo.add(event.object);
        break;
      case 'modified':
        fifo.update(event.object);
        break;
      case 'deleted':
        fifo.delete(event.object);
        break;
      case 'bookmark':
        fifo.bookmark(event.resourceVersion);
        break;
    }
  } catch (error) {
    errors.push(error);
  }
  return errors;
}
