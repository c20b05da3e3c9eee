import { IndexError } from './index-error.js';
import type { IndexWriter } from './index-writer.js';
import type { SortedTree } from './sorted-tree.js';

const NONE: readonly string[] = [];

/** What the writer remembers of a key, beside the persistent trees: found in one step, and changed in place. */
export interface Entry<T> {
  object: T;
  /**
   * The values that each index computed for it. What was computed is what is taken back, so nothing stale stays behind when an index
   * function changes its mind.
   */
  values: (readonly string[])[];
}

/** The next state of a collection, while one commit makes it: in the tree and in every index. */
export class Draft<T> {
  readonly tree: SortedTree<T>;
  /** What index functions failed with. */
  readonly errors: IndexError[] = [];
  readonly #entries: Map<string, Entry<T>>;
  readonly #indexes: readonly IndexWriter<T>[];
  readonly #commit: number;
  #changed = false;

  /** @param commit a number that no other commit to these indexes has had */
  constructor(base: SortedTree<T>, entries: Map<string, Entry<T>>, indexes: readonly IndexWriter<T>[], commit: number) {
    this.tree = base.clone();
    this.#entries = entries;
    this.#indexes = indexes;
    this.#commit = commit;
  }

  get changed(): boolean {
    return this.#changed;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)?.object;
  }

  put(key: string, object: T): void {
    this.#changed = true;
    this.tree.set(key, object);
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { object, values: this.#indexes.map(() => NONE) };
      this.#entries.set(key, entry);
    } else {
      entry.object = object;
    }
    for (const index of this.#indexes) this.#index(index, key, entry);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#changed = true;
    this.tree.delete(key);
    this.#entries.delete(key);
    for (const index of this.#indexes)
      index.move(key, entry.object, entry.values[index.position] ?? NONE, NONE, this.#commit);
  }

  /** Puts what is there into indexes that are new. */
  fill(): void {
    for (const [key, entry] of this.#entries) {
      entry.values = [...entry.values, ...this.#indexes.map(() => NONE)];
      for (const index of this.#indexes) this.#index(index, key, entry);
    }
  }

  #index(index: IndexWriter<T>, key: string, entry: Entry<T>): void {
    const { object, values } = entry;
    const before = values[index.position] ?? NONE;
    const computed = index.compute(key, object);
    if (computed instanceof IndexError) this.errors.push(computed);
    const after = computed instanceof IndexError ? NONE : computed;
    index.move(key, object, before, after, this.#commit);
    values[index.position] = after;
  }
}
