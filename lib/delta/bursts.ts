import { type SchedulerLike, Subscription } from 'rxjs';
import type { ReflectorEvent } from '../reflector/index.js';
import type { DeltaBatch } from './delta.js';
import type { DeltaFIFO } from './delta-fifo.js';

export interface Reader<T> {
  batch(batch: DeltaBatch<T>): void;
  /** An object could not be queued. */
  refused(error: unknown, event: ReflectorEvent<T>): void;
}

/** A queue that is drained at the end of each burst, or earlier if its reader asks. The reader never gets a batch within a batch. */
export class Bursts<T> {
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
