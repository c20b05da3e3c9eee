import type { DeltaBatch } from '../delta/index.js';
import type { Failure } from '../reflector/index.js';
import { type Commit, Indexer, type IndexerOptions, type Snapshot } from '../store/index.js';
import type { Cache, Partition } from './cache.js';
import { firstCommit, initialAdds } from './first-commit.js';
import { deletionOf } from './gathered.js';
import { indexFailure } from './index-failure.js';
import { LeastFar } from './least-far.js';
import { NamespacePartition } from './namespace-partition.js';

/**
 * One logical cache of many namespaces, each filled by a list-and-watch of its own. It shows nothing before `publish()`.
 *
 * No single moment of the server holds for all namespaces at once: each is as it was at some version, none of them older than the
 * `resourceVersion` of the snapshot (L2 holds for each namespace).
 */
export class PartitionedCache<T, I extends string> implements Cache<T, I> {
  readonly #indexer: Indexer<T, I>;
  /** What is shown before the first publication. */
  readonly #nothing: Snapshot<T, I>;
  readonly #partitions = new Map<string, NamespacePartition<T, I>>();
  #synced = false;
  /** The namespaces that are listed, by how far each is known. */
  readonly #versions = new LeastFar<NamespacePartition<T, I>>();
  /** What was wrong with an object's index values since the last list of its namespace. */
  readonly #defects = new Map<NamespacePartition<T, I>, Failure>();
  /** The namespace whose objects are being indexed. */
  #current: NamespacePartition<T, I> | undefined;

  constructor(indexers: IndexerOptions<T, I>['indexers']) {
    this.#indexer = new Indexer<T, I>({
      indexers,
      onIndexError: (error) => {
        if (this.#current !== undefined) this.#defects.set(this.#current, indexFailure(error));
      },
    });
    this.#nothing = this.#indexer.snapshot;
  }

  get snapshot(): Snapshot<T, I> {
    return this.#synced ? this.#indexer.snapshot : this.#nothing;
  }

  get synced(): boolean {
    return this.#synced;
  }

  get defect(): Failure | undefined {
    const [defect] = this.#defects.values();
    return defect;
  }

  /** Room for one more namespace, of which nothing is known yet. */
  add(namespace: string): Partition<T, I> {
    const partition: NamespacePartition<T, I> = new NamespacePartition<T, I>(namespace, {
      indexer: this.#indexer,
      isShown: () => this.#synced,
      mended: () => this.#defects.delete(partition),
      write: (batch) => this.#write(partition, batch),
    });
    this.#partitions.set(namespace, partition);
    return partition;
  }

  /** Forgets a namespace with its objects: they are gone from here; what becomes of them on the server is not known. */
  remove(namespace: string): Commit<T, I> | undefined {
    const partition = this.#partitions.get(namespace);
    if (partition === undefined) return undefined;
    this.#partitions.delete(namespace);
    this.#versions.delete(partition);
    const objects = partition.objects();
    const commit = objects.length === 0 ? undefined : this.#write(partition, deletionOf(objects));
    this.#defects.delete(partition);
    return commit;
  }

  /** Shows what there is as the first complete state. */
  publish(): Commit<T, I> {
    this.#synced = true;
    const { snapshot } = this.#indexer;
    return firstCommit(this.#nothing, snapshot, () => initialAdds(snapshot));
  }

  /** The batch is one of the partition; the version that the indexer goes on to is one that all have reached. */
  #write(partition: NamespacePartition<T, I>, batch: DeltaBatch<T>): Commit<T, I> | undefined {
    this.#current = partition;
    if (partition.synced && this.#partitions.get(partition.namespace) === partition) this.#versions.moved(partition);
    const resourceVersion = this.#versions.first?.resourceVersion ?? '';
    const commit = this.#indexer.apply({ ...batch, resourceVersion, isInInitialList: false });
    return this.#synced ? commit : undefined;
  }
}
