import type { Content } from './content.js';
import type { KeyOrder } from './key-order.js';
import type { Selection, Snapshot } from './snapshot.js';

/** A `Snapshot` over persistent trees. */
export class TreeSnapshot<T, I extends string> implements Snapshot<T, I> {
  readonly resourceVersion: string;
  readonly #content: Content<T>;

  constructor(content: Content<T>, resourceVersion: string) {
    this.#content = content;
    this.resourceVersion = resourceVersion;
    Object.freeze(this);
  }

  /** What one of these holds; undefined for another kind of snapshot. */
  static contentOf<T, I extends string>(snapshot: Snapshot<T, I>): KeyOrder<T> | undefined {
    return snapshot instanceof TreeSnapshot ? snapshot.#content : undefined;
  }

  get size(): number {
    return this.#content.tree.size;
  }

  get(key: string): T | undefined {
    return this.#content.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  *keys(): IterableIterator<string> {
    for (const [key] of this.#content.tree.entries()) yield key;
  }

  *values(): IterableIterator<T> {
    for (const [, object] of this.#content.tree.entries()) yield object;
  }

  entries(): IterableIterator<readonly [key: string, object: T]> {
    return this.#content.entries();
  }

  [Symbol.iterator](): IterableIterator<readonly [key: string, object: T]> {
    return this.entries();
  }

  list({ namespace = '', labelSelector = '' }: Selection = {}): readonly T[] {
    return this.#content.list(namespace, labelSelector);
  }

  byIndex(index: I, value: string): readonly T[] {
    return this.#content.byIndex(index, value);
  }

  indexKeys(index: I, value: string): readonly string[] {
    return this.#content.indexKeys(index, value);
  }

  indexValues(index: I): readonly string[] {
    return this.#content.indexValues(index);
  }
}
