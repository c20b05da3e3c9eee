import type { Content } from './content.js';
import type { IndexTable } from './index-table.js';
import type { Selection, Snapshot } from './snapshot.js';
import { unknownIndex } from './unknown-index.js';

const NOTHING: readonly never[] = Object.freeze([]);

/** A `Snapshot` over persistent trees. */
export class TreeSnapshot<T, I extends string> implements Snapshot<T, I> {
  readonly resourceVersion: string;
  readonly #content: Content<T>;

  constructor(content: Content<T>, resourceVersion: string) {
    this.#content = content;
    this.resourceVersion = resourceVersion;
    Object.freeze(this);
  }

  get size(): number {
    return this.#content.tree.size;
  }

  get(key: string): T | undefined {
    return this.#content.tree.get(key);
  }

  has(key: string): boolean {
    return this.#content.tree.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#content.tree.keys();
  }

  values(): IterableIterator<T> {
    return this.#content.tree.values();
  }

  entries(): IterableIterator<readonly [key: string, object: T]> {
    return this.#content.tree.entries();
  }

  [Symbol.iterator](): IterableIterator<readonly [key: string, object: T]> {
    return this.entries();
  }

  list({ namespace = '', labelSelector = '' }: Selection = {}): readonly T[] {
    return this.#content.list(namespace, labelSelector);
  }

  byIndex(index: I, value: string): readonly T[] {
    return this.#table(index).get(value)?.objects ?? NOTHING;
  }

  indexKeys(index: I, value: string): readonly string[] {
    return this.#table(index).get(value)?.keys ?? NOTHING;
  }

  indexValues(index: I): readonly string[] {
    return Object.freeze(this.#table(index).keysArray());
  }

  #table(index: I): IndexTable<T> {
    const table = this.#content.tables.get(index);
    if (table === undefined) throw unknownIndex(index, this.#content.tables.keys());
    return table;
  }
}
