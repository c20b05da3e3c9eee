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

  /** The values of an object, or why there are none. */
  compute(key: string, object: T): readonly string[] | IndexError {
    try {
      return distinct(this.valuesOf(object));
    } catch (error) {
      return new IndexError(this.name, key, error);
    }
  }

  /** Takes an object from the values where it was, and puts it, as it is now, where it belongs. */
  move(key: string, object: T, before: readonly string[], after: readonly string[], commit: number): void {
    for (const value of before) if (!after.includes(value)) this.#remove(value, key, commit);
    for (const value of after) this.#bucket(value, commit).set(key, object);
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

function distinct(values: Iterable<string>): readonly string[] {
  if (typeof values === 'string') throw new TypeError(`"${values}" is a text, not a list of texts: give ["${values}"]`);
  const texts = [...new Set(values)];
  for (const text of texts) if (typeof text !== 'string') throw new TypeError(`the value ${text} is not a text`);
  return texts;
}
