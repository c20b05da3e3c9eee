import type { Bucket } from './bucket.js';
import type { Entry } from './entry.js';
import { emptyTree, type SortedTree } from './sorted-tree.js';

/** One index as a snapshot holds it: the keys under each value, none of them empty. */
export type IndexTable<T> = SortedTree<Members<T>>;

/** What there is to be read of a snapshot. */
export interface State<T> {
  /** The commit that made it. */
  readonly commit: number;
  readonly tree: SortedTree<T, Entry<T>>;
}

/** A snapshot has to be this many times as large as a bucket before each of its keys is sought in it. */
const SPARSE = 8;

/**
 * The keys under one value of an index. Once the commit that made it is done it never changes: a later one that brings or takes a key puts others
 * in its place. A commit that only changes objects leaves them alone, and tells the bucket.
 */
export class Members<T> {
  readonly bucket: Bucket<T>;
  /** The commit that made it and may write to it. */
  readonly commit: number;
  readonly #tree: SortedTree<Entry<T>>;
  #keys: readonly string[] | undefined;

  constructor(bucket: Bucket<T>, commit: number, tree: SortedTree<Entry<T>> = emptyTree()) {
    this.bucket = bucket;
    this.commit = commit;
    this.#tree = tree;
  }

  /** The same, for a later commit to write to. */
  next(commit: number): Members<T> {
    return new Members(this.bucket, commit, this.#tree.clone());
  }

  add(key: string, entry: Entry<T>): void {
    this.#tree.set(key, entry);
    this.bucket.change(this.commit);
  }

  delete(key: string): void {
    this.#tree.delete(key);
    this.bucket.change(this.commit);
  }

  get isEmpty(): boolean {
    return this.#tree.isEmpty;
  }

  get keys(): readonly string[] {
    this.#keys ??= Object.freeze(this.#tree.keys());
    return this.#keys;
  }

  /** The objects under these keys in a snapshot that has them. It is the same list as long as they are the same (L12). */
  objectsIn({ commit, tree }: State<T>): readonly T[] {
    const { bucket } = this;
    const known = bucket.objectsAt(commit);
    return known ?? bucket.keep(commit, bucket.isAsOf(commit) ? this.#newest() : this.#sought(tree));
  }

  #newest(): T[] {
    const objects: T[] = [];
    this.#tree.walk((_key, { object }) => objects.push(object as T));
    return objects;
  }

  #sought(tree: SortedTree<T, Entry<T>>): T[] {
    const { keys } = this;
    if (keys.length * SPARSE < tree.size) return keys.map((key) => tree.get(key) as T);
    const objects: T[] = [];
    tree.walk((key, object) => {
      if (key === keys[objects.length]) objects.push(object);
    });
    return objects;
  }
}
