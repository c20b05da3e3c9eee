import { Bucket, bucketsAt, NOWHERE, type Place } from './bucket.js';
import type { Entry } from './entry.js';
import { IndexError } from './index-error.js';
import { type IndexTable, Members } from './index-table.js';
import { type IndexFunction, type IndexValues, indexValuesOf, listOf } from './index-values.js';
import { emptyTree } from './sorted-tree.js';

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

  /** Under which values it has an object, or why that is not known. */
  compute(key: string, object: T): IndexValues | IndexError {
    try {
      return indexValuesOf(this.valuesOf(object));
    } catch (error) {
      return new IndexError(this.name, key, error);
    }
  }

  /** Takes a key from where it was, and puts it under these values. Gives the place where it is then. */
  move(key: string, entry: Entry<T>, before: Place<T>, values: IndexValues, commit: number): Place<T> {
    const after = listOf(values);
    const left = bucketsAt(before);
    for (const { value } of left) if (!after.includes(value)) this.#remove(value, key, commit);
    const buckets = after.map((value) => {
      const kept = left.find((bucket) => bucket.value === value);
      kept?.change(commit);
      return kept ?? this.#add(value, key, entry, commit);
    });
    return (typeof values === 'string' ? buckets[0] : buckets) ?? NOWHERE;
  }

  #add(value: string, key: string, entry: Entry<T>, commit: number): Bucket<T> {
    const members = this.#members(value, commit);
    members.add(key, entry);
    return members.bucket;
  }

  #remove(value: string, key: string, commit: number): void {
    const members = this.#members(value, commit);
    members.delete(key);
    if (members.isEmpty) this.#writable(commit).delete(value);
  }

  /** The members under a value as this commit may change them. */
  #members(value: string, commit: number): Members<T> {
    const members = this.#table.find(value);
    if (members?.commit === commit) return members;
    const fresh = members?.next(commit) ?? new Members(new Bucket<T>(value, commit), commit);
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
