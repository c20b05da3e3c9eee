import { asyncScheduler, type Observable, type SchedulerLike, Subscription } from 'rxjs';
import { DeletedFinalStateUnknown, type DeltaBatch, DeltaFIFO, deltaFIFO, type KnownObjects } from '../delta/index.js';
import type { Plain } from '../kubernetes/index.js';
import { type Failure, type InformerStatus, type ReflectorEvent, reflector } from '../reflector/index.js';
import { type Commit, Indexer } from '../store/index.js';
import { indexFailure } from './index-failure.js';
import type { InformerOptions } from './options.js';
import { Staging } from './staging.js';

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
  readonly #staging: Staging<Plain<K>, I>;
  #indexer: Indexer<Plain<K>, I>;
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
    const create = () =>
      new Indexer<Plain<K>, I>({
        indexers: options.indexers,
        onIndexError: (error) => {
          this.#defect = indexFailure(error);
        },
      });
    this.#indexer = create();
    this.#staging = new Staging(create);
    this.#events$ = reflector<K>({
      ...options,
      listListener: {
        collected: (objects) => {
          if (!this.#synced) this.#staging.collected(objects);
        },
        discarded: () => {
          if (!this.#synced) this.#defect = undefined;
          this.#staging.discarded();
        },
      },
      known: (key) => newest(this.#queue, key) ?? this.#indexer.getByKey(key),
      resume: () =>
        this.#synced ? { resourceVersion: this.#indexer.resourceVersion, staleSince: this.#staleSince } : undefined,
      onStatus: (status) => {
        if (this.#connection !== undefined) this.#listener.status(status);
      },
    });
  }

  get indexer(): Indexer<Plain<K>, I> {
    return this.#indexer;
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
    const knownObjects: KnownObjects<Plain<K>> = {
      listKeys: () => this.#indexer.listKeys(),
      getByKey: (key) => this.#indexer.getByKey(key),
    };
    const queue = new DeltaFIFO<Plain<K>>({ knownObjects, emitReplaced: true });
    this.#queue = queue;
    // Before anything is asked for: a transport may answer at once, and somebody may disconnect while it does.
    const connection = new Subscription();
    this.#connection = connection;
    connection.add(
      this.#events$.pipe(deltaFIFO({ queue })).subscribe((batch) => {
        const commit = this.#synced ? this.#apply(batch) : this.#applyFirst(batch);
        if (batch.replaced) this.#synced = true;
        this.#listener.commit(commit);
      }),
    );
  }

  #applyFirst(batch: DeltaBatch<Plain<K>>): Commit<Plain<K>, I> {
    const staged = this.#staging.publish(batch, this.#indexer.snapshot);
    this.#staging.discarded();
    if (staged === undefined) return this.#indexer.apply(batch);
    this.#indexer = staged.indexer;
    return staged.commit;
  }

  /** A list on a later connection is no initial list, though it is the first that its queue sees. */
  #apply(batch: DeltaBatch<Plain<K>>): Commit<Plain<K>, I> {
    if (batch.replaced) this.#defect = undefined;
    return this.#indexer.apply({ ...batch, isInInitialList: false });
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
