import { KEY_ORDER, type Order } from './order.js';
import { type Row, rowOf } from './row.js';

/** What a view is made of: the rows of the snapshot before it. */
export interface SourceRows<T> extends Iterable<Row<T>> {
  readonly order: Order;
  /** The row of a key. O(log size) */
  row(key: string): Row<T> | undefined;
}

/** The rows of a view, in their order. They never change. */
export interface Rows<T> extends SourceRows<T> {
  readonly size: number;
  /** O(log size) */
  at(position: number): Row<T> | undefined;
  /** How many rows stand before the place of this one, whether it is there or not. O(log size) */
  position(row: Row<unknown>): number;
  /** The rows from a position to another, that one excluded. */
  slice(start: number, end: number): readonly Row<T>[];
  /** The objects that meet the conditions: the same list as long as it holds the same. */
  list(namespace: string, labelSelector: string): readonly T[];
}

/** What a snapshot that is no view's can say: an informer's, or one that somebody wrote. */
interface Objects<T> extends Iterable<readonly [key: string, object: T]> {
  get(key: string): T | undefined;
}

/** The rows of such a snapshot, made as they are asked for. */
export class KeyRows<T> implements SourceRows<T> {
  readonly order = KEY_ORDER;
  readonly #objects: Objects<T>;

  constructor(objects: Objects<T>) {
    this.#objects = objects;
  }

  row(key: string): Row<T> | undefined {
    const object = this.#objects.get(key);
    return object === undefined ? undefined : rowOf(key, object);
  }

  *[Symbol.iterator](): IterableIterator<Row<T>> {
    for (const [key, object] of this.#objects) yield rowOf(key, object);
  }
}
