import type { IndexError } from './index-error.js';
import type { IndexWriter } from './index-writer.js';
import type { SortedTree } from './sorted-tree.js';

/** The next state of a collection while one commit makes it, in the tree and in every index. */
export class Draft<T> {
  readonly tree: SortedTree<T>;
  /** What index functions failed with. */
  readonly errors: IndexError[] = [];
  readonly #indexes: readonly IndexWriter<T>[];
  readonly #commit: number;
  #changed = false;

  /** @param commit a number that no other commit to these indexes has had */
  constructor(base: SortedTree<T>, indexes: readonly IndexWriter<T>[], commit: number) {
    this.tree = base.clone();
    this.#indexes = indexes;
    this.#commit = commit;
  }

  get changed(): boolean {
    return this.#changed;
  }

  get(key: string): T | undefined {
    return this.tree.get(key);
  }

  put(key: string, object: T): void {
    this.tree.set(key, object);
    this.index(key, object);
  }

  /** Only in the indexes, where they are new. */
  index(key: string, object: T): void {
    this.#changed = true;
    for (const index of this.#indexes) {
      const error = index.put(key, object, this.#commit);
      if (error !== undefined) this.errors.push(error);
    }
  }

  delete(key: string): void {
    this.#changed = true;
    this.tree.delete(key);
    for (const index of this.#indexes) index.delete(key, this.#commit);
  }
}
