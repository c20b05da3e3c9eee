import type { DeltaBatch } from '../delta/index.js';
import type { Failure } from '../reflector/index.js';
import { type Commit, Indexer, type IndexerOptions, type Snapshot } from '../store/index.js';
import type { Cache, Partition } from './cache.js';
import { indexFailure } from './index-failure.js';
import { Staging } from './staging.js';

/** A cache that one list-and-watch fills. Its first list is indexed while it arrives, and shown when it is whole. */
export class WholeCache<T, I extends string> implements Cache<T, I>, Partition<T, I> {
  readonly #staging: Staging<T, I>;
  #indexer: Indexer<T, I>;
  #synced = false;
  /** What was wrong with an object's index values since the last list. */
  #defect: Failure | undefined;

  constructor(indexers: IndexerOptions<T, I>['indexers']) {
    const create = () =>
      new Indexer<T, I>({
        indexers,
        onIndexError: (error) => {
          this.#defect = indexFailure(error);
        },
      });
    this.#indexer = create();
    this.#staging = new Staging(create);
  }

  get snapshot(): Snapshot<T, I> {
    return this.#indexer.snapshot;
  }

  get synced(): boolean {
    return this.#synced;
  }

  get defect(): Failure | undefined {
    return this.#defect;
  }

  get resourceVersion(): string {
    return this.#indexer.resourceVersion;
  }

  listKeys(): readonly string[] {
    return this.#indexer.listKeys();
  }

  getByKey(key: string): T | undefined {
    return this.#indexer.getByKey(key);
  }

  collected(objects: readonly T[]): void {
    if (!this.#synced) this.#staging.collected(objects);
  }

  discarded(): void {
    if (!this.#synced) this.#defect = undefined;
    this.#staging.discarded();
  }

  apply(batch: DeltaBatch<T>): Commit<T, I> {
    const commit = this.#synced ? this.#applyNext(batch) : this.#applyFirst(batch);
    if (batch.replaced) this.#synced = true;
    return commit;
  }

  #applyFirst(batch: DeltaBatch<T>): Commit<T, I> {
    const staged = this.#staging.publish(batch, this.#indexer.snapshot);
    this.#staging.discarded();
    if (staged === undefined) return this.#indexer.apply(batch);
    this.#indexer = staged.indexer;
    return staged.commit;
  }

  /** A list on a later connection is no initial list, though it is the first that its queue sees. */
  #applyNext(batch: DeltaBatch<T>): Commit<T, I> {
    if (batch.replaced) this.#defect = undefined;
    return this.#indexer.apply({ ...batch, isInInitialList: false });
  }
}
