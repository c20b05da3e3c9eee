import type { SortedTree } from './sorted-tree.js';

/** One index as a snapshot holds it: buckets by value, none of them empty. */
export type IndexTable<T> = SortedTree<Bucket<T>>;

/**
 * The objects under one value of an index, by key. Once the commit that made it is done it never changes: a later one that touches the
 * value puts another bucket in its place. So its list, made when it is asked for, is the same as long as what is in it is (L12).
 */
export class Bucket<T> {
  readonly tree: SortedTree<T>;
  /** The commit that made it and may write to it. */
  readonly commit: number;
  #objects: readonly T[] | undefined;

  constructor(tree: SortedTree<T>, commit: number) {
    this.tree = tree;
    this.commit = commit;
  }

  get objects(): readonly T[] {
    this.#objects ??= Object.freeze(this.tree.valuesArray());
    return this.#objects;
  }
}
