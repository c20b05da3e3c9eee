import type { DeltaBatch } from '../delta/index.js';
import { keyOf } from '../kubernetes/index.js';
import type { Failure } from '../reflector/index.js';
import { type Commit, Indexer, type IndexerOptions, type Snapshot } from '../store/index.js';
import type { Cache, Partition } from './cache.js';
import { firstCommit, initialAdds } from './first-commit.js';
import { indexFailure } from './index-failure.js';
import { SameList } from './same-list.js';
import { Staging } from './staging.js';

/** The first list, when it is in the cache and nobody has been shown it. */
interface Taken<T, I extends string> {
  readonly objects: readonly T[];
  /** What readers see meanwhile. */
  readonly shown: Snapshot<T, I>;
}

/** A cache that one list-and-watch fills. Its first list is indexed while it arrives, and shown when it is whole. */
export class WholeCache<T, I extends string> implements Cache<T, I>, Partition<T, I> {
  readonly #create: () => Indexer<T, I>;
  readonly #staging: Staging<T, I>;
  #indexer: Indexer<T, I>;
  #taken: Taken<T, I> | undefined;
  readonly #same = new SameList<T>((key) => this.#indexer.getByKey(key));
  /** A later list brought just what is here, and that has not been told. */
  #confirmed = false;
  #synced = false;
  /** What was wrong with an object's index values since the last list. */
  #defect: Failure | undefined;

  constructor(indexers: IndexerOptions<T, I>['indexers']) {
    this.#create = () =>
      new Indexer<T, I>({
        indexers,
        onIndexError: (error) => {
          this.#defect = indexFailure(error);
        },
      });
    this.#indexer = this.#create();
    this.#staging = new Staging(this.#create);
  }

  get snapshot(): Snapshot<T, I> {
    return this.#taken?.shown ?? this.#indexer.snapshot;
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
    if (this.#synced) this.#same.collected(objects);
    else this.#staging.collected(objects);
  }

  discarded(): void {
    if (!this.#synced) this.#defect = undefined;
    this.#staging.discarded();
    this.#same.discarded();
  }

  takeList(objects: readonly T[]): boolean {
    if (this.#synced) return this.#confirm(objects.length);
    if (this.#taken !== undefined) return false;
    const indexer = this.#staging.take(objects.length);
    if (indexer === undefined) {
      this.#staging.discarded();
      return false;
    }
    this.#taken = { objects, shown: this.#indexer.snapshot };
    this.#indexer = indexer;
    return true;
  }

  abandoned(): void {
    this.#staging.discarded();
    this.#same.discarded();
    this.#confirmed = false;
    if (this.#taken === undefined) return;
    this.#taken = undefined;
    this.#indexer = this.#create();
  }

  apply(batch: DeltaBatch<T>): Commit<T, I> {
    const taken = this.#taken;
    if (taken !== undefined) return this.#showTaken(taken, batch);
    const commit = this.#synced ? this.#applyNext(batch) : this.#indexer.apply(batch);
    if (batch.replaced) this.#synced = true;
    return commit;
  }

  #confirm(listed: number): boolean {
    this.#confirmed = this.#same.isSame(listed, this.#indexer.snapshot.size);
    this.#same.discarded();
    return this.#confirmed;
  }

  /** What came behind the list, in the same burst, is shown with it. */
  #showTaken({ objects, shown }: Taken<T, I>, batch: DeltaBatch<T>): Commit<T, I> {
    this.#taken = undefined;
    this.#synced = true;
    const { snapshot, changes } = this.#applyNext(batch);
    return firstCommit(shown, snapshot, () => [...initialAdds(keyed(objects)), ...changes]);
  }

  /** A list on a later connection is no initial list, though it is the first that its queue sees. */
  #applyNext(batch: DeltaBatch<T>): Commit<T, I> {
    const replaced = batch.replaced || this.#confirmed;
    this.#confirmed = false;
    if (replaced) this.#defect = undefined;
    return this.#indexer.apply({ ...batch, replaced, isInInitialList: false });
  }
}

function* keyed<T>(objects: readonly T[]): Iterable<readonly [key: string, object: T]> {
  for (const object of objects) yield [keyOf(object), object];
}
