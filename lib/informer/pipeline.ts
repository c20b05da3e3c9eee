import { asyncScheduler, map, type Observable, type SchedulerLike, Subscription } from 'rxjs';
import type { Commons } from '../codec/index.js';
import { DeletedFinalStateUnknown, DeltaFIFO, inBursts } from '../delta/index.js';
import type { Plain } from '../kubernetes/index.js';
import {
  type InformerStatus,
  type ReflectorEvent,
  type ReflectorOptions,
  type SessionOptions,
  type SharedBudget,
  sessions,
} from '../reflector/index.js';
import type { Commit } from '../store/index.js';
import type { Feed, Partition } from './cache.js';

/** Who is told what a feed does. */
export interface FeedListener<T, I extends string> {
  commit(commit: Commit<T, I>): void;
  status(status: InformerStatus): void;
}

/** Who is told what a pipeline does. */
export interface PipelineListener<T, I extends string> {
  /** Undefined: a batch was applied that nobody is to see yet. */
  applied(commit: Commit<T, I> | undefined): void;
  status(status: InformerStatus): void;
}

/**
 * The one way from the server into a cache: reflector, DeltaFIFO, indexer. It can be connected and disconnected as often as somebody
 * wants to know; the cache stays, and each connection goes on where the cache stands.
 */
export class Pipeline<K, I extends string> implements Feed {
  readonly #partition: Partition<Plain<K>, I>;
  readonly #listener: PipelineListener<Plain<K>, I>;
  readonly #scheduler: SchedulerLike;
  readonly #events$: Observable<ReflectorEvent<Plain<K>>>;
  #queue = new DeltaFIFO<Plain<K>>();
  #connection: Subscription | undefined;
  /** When the cache was last known to be true, while it is not connected. */
  #staleSince = 0;

  constructor(
    options: ReflectorOptions<K>,
    partition: Partition<Plain<K>, I>,
    listener: PipelineListener<Plain<K>, I>,
    budget?: SharedBudget,
    commons?: Commons,
  ) {
    this.#partition = partition;
    this.#listener = listener;
    this.#scheduler = options.scheduler ?? asyncScheduler;
    const sessionOptions: SessionOptions<K> = {
      ...options,
      listListener: partition,
      known: (key) => newest(this.#queue, key) ?? partition.getByKey(key),
      resume: () =>
        partition.synced ? { resourceVersion: partition.resourceVersion, staleSince: this.#staleSince } : undefined,
      onStatus: (status) => {
        if (this.#connection !== undefined) this.#listener.status(status);
      },
    };
    this.#events$ = sessions<K>(sessionOptions, budget, commons);
  }

  connect(): void {
    if (this.#connection !== undefined) return;
    const queue = new DeltaFIFO<Plain<K>>({ knownObjects: this.#partition, emitReplaced: true });
    this.#queue = queue;
    // Before anything is asked for: a transport may answer at once, and somebody may disconnect while it does.
    const connection = new Subscription();
    this.#connection = connection;
    connection.add(
      this.#events$
        .pipe(
          map((event) => this.#unlessTaken(event)),
          inBursts(queue),
        )
        .subscribe((batch) => this.#listener.applied(this.#partition.apply(batch))),
    );
  }

  disconnect(): void {
    this.#connection?.unsubscribe();
    this.#connection = undefined;
    this.#partition.abandoned();
    this.#staleSince = this.#scheduler.now();
  }

  /**
   * A list that the cache has already, from hearing of it while it arrived, does not go through the queue too, where each of its objects would
   * be counted again in one long step. Unless something is queued, which then comes before it.
   */
  #unlessTaken(event: ReflectorEvent<Plain<K>>): ReflectorEvent<Plain<K>> {
    const isTaken = event.type === 'replace' && this.#queue.size === 0 && this.#partition.takeList(event.objects);
    return isTaken ? { type: 'bookmark', resourceVersion: event.resourceVersion } : event;
  }
}

/** The state that an object will have when what is queued is committed. */
function newest<T>(queue: DeltaFIFO<T>, key: string): T | undefined {
  const object = queue.get(key)?.at(-1)?.object;
  return object instanceof DeletedFinalStateUnknown ? object.object : object;
}
