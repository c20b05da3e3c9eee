import { Bucket, changeAt, isAt, NOWHERE, type Place } from './bucket.js';
import { Entry } from './entry.js';
import { IndexError } from './index-error.js';
import { type IndexValues, NO_VALUES } from './index-values.js';
import type { IndexWriter } from './index-writer.js';
import { emptyTree, type SortedTree } from './sorted-tree.js';

/** The next state of a collection, while one commit makes it: in the tree and in every index. */
export class Draft<T> {
  /** What index functions failed with. */
  readonly errors: IndexError[] = [];
  readonly commit: number;
  readonly #indexes: readonly IndexWriter<T>[];
  #tree: SortedTree<T, Entry<T>>;
  #changed = false;

  /** @param commit a number that no other commit to these indexes has had */
  constructor(base: SortedTree<T, Entry<T>>, indexes: readonly IndexWriter<T>[], commit: number) {
    this.#tree = base.clone();
    this.#indexes = indexes;
    this.commit = commit;
  }

  get tree(): SortedTree<T, Entry<T>> {
    return this.#tree;
  }

  /** Whether it is anything but what it began with. */
  get changed(): boolean {
    return this.#changed;
  }

  get(key: string): T | undefined {
    return this.#tree.find(key);
  }

  put(key: string, object: T): void {
    this.#changed = true;
    if (this.#indexes.length === 0) {
      this.#tree.set(key, object);
      return;
    }
    const entry = this.#tree.note(key) ?? new Entry(object);
    entry.object = object;
    this.#place(key, object, entry);
    this.#tree.set(key, object, entry);
  }

  /** Nothing happens when it is not there. */
  delete(key: string): void {
    const entry = this.#tree.note(key);
    if (!this.#tree.delete(key)) return;
    this.#changed = true;
    if (entry === undefined) return;
    for (const index of this.#indexes)
      index.move(key, entry, entry.places[index.position] ?? NOWHERE, NO_VALUES, this.commit);
    entry.object = undefined;
  }

  /** Puts what is there into indexes that are new. */
  fill(): void {
    if (this.#tree.isEmpty) return;
    const noted = emptyTree<T, Entry<T>>();
    for (const [key, object] of this.#tree.entries()) {
      const entry = this.#tree.note(key) ?? new Entry(object);
      this.#place(key, object, entry);
      noted.set(key, object, entry);
    }
    this.#tree = noted;
  }

  /** Puts an object where each index has it now. */
  #place(key: string, object: T, entry: Entry<T>): void {
    let { places } = entry;
    for (const index of this.#indexes) {
      const { position } = index;
      const before = places[position];
      const values = this.#compute(index, key, object);
      if (before !== undefined && isAt(before, values)) {
        changeAt(before, this.commit);
        continue;
      }
      // The very text that the tree has: an index that keeps the key needs none of its own.
      const after = index.move(this.#tree.text(key), entry, before ?? NOWHERE, values, this.commit);
      places = places.toSpliced(position, 1, after);
    }
    if (places !== entry.places) entry.places = shared(places);
  }

  #compute(index: IndexWriter<T>, key: string, object: T): IndexValues {
    const computed = index.compute(key, object);
    if (!(computed instanceof IndexError)) return computed;
    this.errors.push(computed);
    return NO_VALUES;
  }
}

/** The same array for all objects that are in the same places, where one of these is a bucket that they share. */
function shared<T>(places: readonly Place<T>[]): readonly Place<T>[] {
  for (const place of places) if (place instanceof Bucket) return place.shared(places);
  return places;
}
