import type { DeltaBatch } from '../delta/index.js';
import { keyOf, laterResourceVersion } from '../kubernetes/index.js';
import type { Commit, Indexer } from '../store/index.js';
import type { Partition } from './cache.js';
import { deletionOf, listedBatch } from './gathered.js';

/** The cache that a namespace is a part of. */
export interface Whole<T, I extends string> {
  readonly indexer: Indexer<T, I>;
  /** Whether readers see what is written. */
  isShown(): boolean;
  /** What was wrong with the index values of an object of this part is of no interest any more. */
  mended(): void;
  write(batch: DeltaBatch<T>): Commit<T, I> | undefined;
}

/** One namespace of a cache. As long as nobody sees the cache, its list is indexed while it arrives. */
export class NamespacePartition<T, I extends string> implements Partition<T, I> {
  readonly namespace: string;
  readonly #whole: Whole<T, I>;
  #synced = false;
  #resourceVersion = '';

  constructor(namespace: string, whole: Whole<T, I>) {
    this.namespace = namespace;
    this.#whole = whole;
  }

  get synced(): boolean {
    return this.#synced;
  }

  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  objects(): readonly T[] {
    return this.#whole.indexer.snapshot.list({ namespace: this.namespace });
  }

  listKeys(): readonly string[] {
    return this.objects().map(keyOf);
  }

  getByKey(key: string): T | undefined {
    return this.#whole.indexer.getByKey(key);
  }

  collected(objects: readonly T[]): void {
    if (this.#isStaging()) this.#whole.write(listedBatch(objects));
  }

  discarded(): void {
    if (!this.#isStaging()) return;
    this.#whole.mended();
    const objects = this.objects();
    if (objects.length > 0) this.#whole.write(deletionOf(objects));
  }

  /** Its objects are one part of many: a batch tells which. */
  takeList(): boolean {
    return false;
  }

  /** What was staged stays until the next list begins. */
  abandoned(): void {}

  apply(batch: DeltaBatch<T>): Commit<T, I> | undefined {
    if (batch.replaced && !this.#isStaging()) this.#whole.mended();
    if (batch.replaced) this.#synced = true;
    const { resourceVersion } = batch;
    const isBegun = batch.replaced && resourceVersion !== '';
    this.#resourceVersion = isBegun ? resourceVersion : laterResourceVersion(this.#resourceVersion, resourceVersion);
    return this.#whole.write(batch);
  }

  /** Its first list arrives, and nobody sees it. */
  #isStaging(): boolean {
    return !this.#synced && !this.#whole.isShown();
  }
}
