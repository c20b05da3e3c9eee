import { asyncScheduler, map, type Observable, type SchedulerLike, type Subscription } from 'rxjs';
import { DeletedFinalStateUnknown, DeltaFIFO, deltaFIFO } from '../delta/index.js';
import type { Plain } from '../kubernetes/index.js';
import { type Failure, type InformerStatus, type ReflectorEvent, reflector } from '../reflector/index.js';
import { type Commit, Indexer } from '../store/index.js';
import { indexFailure } from './index-failure.js';
import { indexInto } from './index-into.js';
import type { InformerOptions } from './options.js';

/** Who is told what a pipeline does. */
export interface PipelineListener<T, I extends string> {
  commit(commit: Commit<T, I>): void;
  status(status: InformerStatus): void;
}

/**
 * The one way from the server into one cache: reflector, DeltaFIFO, indexer. It can be connected and disconnected as often as somebody
 * wants to know; the cache stays, and each connection goes on where the cache stands.
 */
export class Pipeline<K, I extends string> {
  readonly indexer: Indexer<Plain<K>, I>;
  readonly #listener: PipelineListener<Plain<K>, I>;
  readonly #scheduler: SchedulerLike;
  readonly #events$: Observable<ReflectorEvent<Plain<K>>>;
  #queue = new DeltaFIFO<Plain<K>>();
  #synced = false;
  #connection: Subscription | undefined;
  /** When the cache was last known to be true, while it is not connected. */
  #staleSince = 0;
  /** What was wrong with an object's index values since the last list. */
  #defect: Failure | undefined;

  constructor(options: InformerOptions<K, I>, listener: PipelineListener<Plain<K>, I>) {
    this.#listener = listener;
    this.#scheduler = options.scheduler ?? asyncScheduler;
    this.indexer = new Indexer<Plain<K>, I>({
      indexers: options.indexers,
      onIndexError: (error) => {
        this.#defect = indexFailure(error);
      },
    });
    this.#events$ = reflector<K>({
      ...options,
      known: (key) => newest(this.#queue, key) ?? this.indexer.getByKey(key),
      resume: () =>
        this.#synced ? { resourceVersion: this.indexer.resourceVersion, staleSince: this.#staleSince } : undefined,
      onStatus: (status) => this.#listener.status(status),
    });
  }

  /** Whether a first complete list has been committed. */
  get synced(): boolean {
    return this.#synced;
  }

  /** An object that an index does not have. */
  get defect(): Failure | undefined {
    return this.#defect;
  }

  connect(): void {
    if (this.#connection !== undefined) return;
    const queue = new DeltaFIFO<Plain<K>>({ knownObjects: this.indexer, emitReplaced: true });
    this.#queue = queue;
    // A list on a later connection is no initial list, though it is the first that its queue sees.
    const commits$ = this.#events$.pipe(
      deltaFIFO({ queue }),
      map((batch) => {
        if (batch.replaced) this.#defect = undefined;
        return this.#synced ? { ...batch, isInInitialList: false } : batch;
      }),
      indexInto(this.indexer),
    );
    this.#connection = commits$.subscribe((commit) => {
      if (commit.cause === 'replace') this.#synced = true;
      this.#listener.commit(commit);
    });
  }

  /** Drops the connection, and what it brought that is not committed yet: the next one will bring it again. */
  disconnect(): void {
    this.#connection?.unsubscribe();
    this.#connection = undefined;
    this.#staleSince = this.#scheduler.now();
  }
}

/** The state that an object will have when what is queued is committed. */
function newest<T>(queue: DeltaFIFO<T>, key: string): T | undefined {
  const object = queue.get(key)?.at(-1)?.object;
  return object instanceof DeletedFinalStateUnknown ? object.object : object;
}
