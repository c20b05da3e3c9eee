import { Entry, isSamePlaces, NOWHERE, type Place } from './entry.js';
import { IndexError } from './index-error.js';
import type { IndexWriter } from './index-writer.js';
import type { SortedTree } from './sorted-tree.js';

const NO_PLACES: readonly Place[] = Object.freeze([]);

/** The next state of a collection, while one commit makes it: in the tree and in every index. */
export class Draft<T> {
  /** What index functions failed with. */
  readonly errors: IndexError[] = [];
  readonly #indexes: readonly IndexWriter<T>[];
  readonly #commit: number;
  #tree: SortedTree<Entry<T>>;
  #changed = false;

  /** @param commit a number that no other commit to these indexes has had */
  constructor(base: SortedTree<Entry<T>>, indexes: readonly IndexWriter<T>[], commit: number) {
    this.#tree = base;
    this.#indexes = indexes;
    this.#commit = commit;
  }

  /** The one that it began with, as long as nothing changed. */
  get tree(): SortedTree<Entry<T>> {
    return this.#tree;
  }

  get changed(): boolean {
    return this.#changed;
  }

  get(key: string): Entry<T> | undefined {
    return this.#tree.get(key);
  }

  /** @param before what is there now, as `get` gives it */
  put(key: string, object: T, before: Entry<T> | undefined): void {
    const places = this.#place(key, object, before?.places ?? NO_PLACES);
    this.#writable().set(key, new Entry(object, places));
  }

  /** Nothing happens when it is not there. @param before as in `put` */
  delete(key: string, before: Entry<T> | undefined): void {
    if (before === undefined) return;
    this.#writable().delete(key);
    for (const index of this.#indexes)
      index.move(key, before.object, before.places[index.position] ?? NOWHERE, NOWHERE, this.#commit);
  }

  /** Puts what is there into indexes that are new. */
  fill(): void {
    if (this.#tree.isEmpty) return;
    for (const [key, { object, places }] of this.#tree.entries())
      this.#writable().set(key, new Entry(object, [...places, ...this.#place(key, object, NO_PLACES)]));
  }

  #writable(): SortedTree<Entry<T>> {
    if (!this.#changed) this.#tree = this.#tree.clone();
    this.#changed = true;
    return this.#tree;
  }

  /** Puts an object where each index has it now. Where nobody moved it, that is the array from before. */
  #place(key: string, object: T, before: readonly Place[]): readonly Place[] {
    const places = this.#indexes.map((index) => {
      const place = this.#compute(index, key, object);
      index.move(key, object, before[index.position] ?? NOWHERE, place, this.#commit);
      return place;
    });
    return isSamePlaces(before, places) ? before : (this.#indexes[0]?.shared(places) ?? places);
  }

  #compute(index: IndexWriter<T>, key: string, object: T): Place {
    const computed = index.compute(key, object);
    if (!(computed instanceof IndexError)) return computed;
    this.errors.push(computed);
    return NOWHERE;
  }
}
