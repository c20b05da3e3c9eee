import { isSamePlaces, type Place } from './entry.js';
import { emptyTree, type SortedTree } from './sorted-tree.js';

/** One index as a snapshot holds it: buckets by value, none of them empty. */
export type IndexTable<T> = SortedTree<Bucket<T>>;

/**
 * The objects under one value of an index, by key. Once the commit that made it is done it never changes: a later one that touches the
 * value puts another bucket in its place. So its lists, made when they are asked for, are the same as long as what is in them is (L12).
 */
export class Bucket<T> {
  /** The commit that made it and may write to it. */
  readonly commit: number;
  readonly #tree: SortedTree<T>;
  #places: readonly Place[] | undefined;
  #objects: readonly T[] | undefined;
  #keys: readonly string[] | undefined;

  constructor(commit: number, tree: SortedTree<T> = emptyTree()) {
    this.commit = commit;
    this.#tree = tree;
  }

  /** The same, for a later commit to write to. */
  next(commit: number): Bucket<T> {
    const next = new Bucket(commit, this.#tree.clone());
    next.#keys = this.#keys;
    next.#places = this.#places;
    return next;
  }

  set(key: string, object: T): void {
    if (this.#tree.set(key, object)) this.#keys = undefined;
  }

  delete(key: string): void {
    this.#tree.delete(key);
    this.#keys = undefined;
  }

  /** One array for all objects here that are in the same places. */
  shared(places: readonly Place[]): readonly Place[] {
    if (this.#places === undefined || !isSamePlaces(this.#places, places)) this.#places = places;
    return this.#places;
  }

  get isEmpty(): boolean {
    return this.#tree.isEmpty;
  }

  get objects(): readonly T[] {
    this.#objects ??= Object.freeze(this.#tree.values());
    return this.#objects;
  }

  get keys(): readonly string[] {
    this.#keys ??= Object.freeze(this.#tree.keys());
    return this.#keys;
  }
}
