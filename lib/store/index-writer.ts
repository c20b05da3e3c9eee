import { NOWHERE, type Place, placeOf, valuesAt } from './entry.js';
import { IndexError } from './index-error.js';
import { Bucket, type IndexTable } from './index-table.js';
import { emptyTree } from './sorted-tree.js';

/** The values under which an index has an object: none, one or several. Equal ones count once. */
export type IndexFunction<T> = (object: T) => Iterable<string>;

/** Keeps the persistent table of one index. */
export class IndexWriter<T> {
  readonly name: string;
  /** Its place among the indexes of its collection. */
  readonly position: number;
  readonly valuesOf: IndexFunction<T>;
  #table: IndexTable<T> = emptyTree();
  /** The commit that may write to `#table`. */
  #commit = 0;

  constructor(name: string, position: number, valuesOf: IndexFunction<T>) {
    this.name = name;
    this.position = position;
    this.valuesOf = valuesOf;
  }

  /** What the next snapshot holds. */
  get table(): IndexTable<T> {
    return this.#table;
  }

  /** Where it has an object, or why that is not known. */
  compute(key: string, object: T): Place | IndexError {
    try {
      return placeOf(this.valuesOf(object));
    } catch (error) {
      return new IndexError(this.name, key, error);
    }
  }

  /** Takes an object from where it was, and puts it, as it is now, where it belongs. */
  move(key: string, object: T, before: Place, after: Place, commit: number): void {
    if (before !== after) {
      const kept = valuesAt(after);
      for (const value of valuesAt(before)) if (!kept.includes(value)) this.#remove(value, key, commit);
    }
    if (typeof after === 'string') this.#bucket(after, commit).set(key, object);
    else for (const value of after) this.#bucket(value, commit).set(key, object);
  }

  /** Where all indexes have an object that is in the same places as the last one that was put beside it here: the same array. */
  shared(places: readonly Place[]): readonly Place[] {
    const place = places[this.position] ?? NOWHERE;
    const bucket = typeof place === 'string' ? this.#table.get(place) : undefined;
    return bucket?.shared(places) ?? places;
  }

  #remove(value: string, key: string, commit: number): void {
    const bucket = this.#bucket(value, commit);
    bucket.delete(key);
    if (bucket.isEmpty) this.#writable(commit).delete(value);
  }

  /** The bucket of a value as this commit may change it. */
  #bucket(value: string, commit: number): Bucket<T> {
    const bucket = this.#table.get(value);
    if (bucket?.commit === commit) return bucket;
    const fresh = bucket?.next(commit) ?? new Bucket<T>(commit);
    this.#writable(commit).set(value, fresh);
    return fresh;
  }

  #writable(commit: number): IndexTable<T> {
    if (this.#commit !== commit) {
      this.#table = this.#table.clone();
      this.#commit = commit;
    }
    return this.#table;
  }
}
