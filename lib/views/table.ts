import { type LabelSelector, matchesLabels, metadataOf, parseLabelSelector } from '../kubernetes/index.js';
import { ListMemory, Recent } from '../store/index.js';
import { RankedTree } from './ranked-tree.js';
import { compareKeys, compareRows, KEY_ORDER, type Order, type Row } from './row.js';
import type { Rows } from './rows.js';

/** How many lists a table keeps at hand. */
const LISTS = 32;

/** What the next table differs in: the row that a key has then, or that it has none. */
export type Edits<T> = ReadonlyMap<string, Row<T> | undefined>;

/** The rows of a view, by key and in their order. It never changes; the next one shares what is the same. */
export class Table<T> implements Rows<T> {
  readonly order: Order;
  readonly #byKey: RankedTree<Row<T>>;
  /** The same tree where the order is that of the keys. */
  readonly #inOrder: RankedTree<Row<T>>;
  readonly #memory: ListMemory<T>;
  #lists: Recent<readonly T[]> | undefined;

  private constructor(byKey: RankedTree<Row<T>>, inOrder: RankedTree<Row<T>>, order: Order, memory: ListMemory<T>) {
    this.#byKey = byKey;
    this.#inOrder = inOrder;
    this.order = order;
    this.#memory = memory;
  }

  /** @param rows each key once, in any order: O(rows) where they are sorted by key, and that is the order */
  static of<T>(rows: readonly Row<T>[], order: Order, memory = new ListMemory<T>()): Table<T> {
    const byKey = RankedTree.of(rows.toSorted(inKeyOrder), inKeyOrder);
    return new Table(byKey, order.length === 0 ? byKey : sorted(rows, order), order, memory);
  }

  get size(): number {
    return this.#byKey.size;
  }

  row(key: string): Row<T> | undefined {
    return this.#byKey.find((row) => compareKeys(row.key, key));
  }

  at(position: number): Row<T> | undefined {
    return this.#inOrder.at(position);
  }

  position(row: Row<unknown>): number {
    return this.#inOrder.rank((other) => compareRows(this.order, other, row));
  }

  slice(start: number, end: number): readonly Row<T>[] {
    return this.#inOrder.slice(start, end);
  }

  [Symbol.iterator](): IterableIterator<Row<T>> {
    return this.#inOrder[Symbol.iterator]();
  }

  /** O(edits x log size); where most rows, or the order, are others, O(size x log size). */
  edited(edits: Edits<T>, order: Order): Table<T> {
    if (order === this.order && edits.size === 0) return this;
    if (order !== this.order || edits.size > this.size >> 2) return this.#rebuilt(edits, order);
    let byKey = this.#byKey;
    let inOrder = this.#inOrder;
    for (const [key, after] of edits) {
      const before = this.row(key);
      if (order.length > 0) inOrder = moved(inOrder, before, after);
      if (after !== undefined) byKey = byKey.with(after);
      else if (before !== undefined) byKey = byKey.without(before);
    }
    return new Table(byKey, order.length === 0 ? byKey : inOrder, order, this.#memory);
  }

  list(namespace: string, labelSelector: string): readonly T[] {
    const name = `${namespace}/${labelSelector}`;
    this.#lists ??= new Recent(LISTS);
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const list = this.#memory.settle(name, select(this, namespace, labelSelector));
    this.#lists.set(name, list);
    return list;
  }

  #rebuilt(edits: Edits<T>, order: Order): Table<T> {
    const rows: Row<T>[] = [];
    for (const row of this.#byKey) if (!edits.has(row.key)) rows.push(row);
    for (const row of edits.values()) if (row !== undefined) rows.push(row);
    return Table.of(rows, order, this.#memory);
  }
}

/** The objects of some rows that meet every condition given, in their order. */
export function select<T>(rows: Iterable<Row<T>>, namespace: string, labelSelector: string): T[] {
  const selector: LabelSelector = parseLabelSelector(labelSelector, 'labelSelector');
  const found: T[] = [];
  for (const { key, object } of rows) {
    if (namespace !== '' && !key.startsWith(`${namespace}/`)) continue;
    if (selector.length === 0 || matchesLabels(selector, metadataOf(object)?.labels)) found.push(object);
  }
  return found;
}

function inKeyOrder(a: Row<unknown>, b: Row<unknown>): number {
  return compareRows(KEY_ORDER, a, b);
}

function sorted<T>(rows: readonly Row<T>[], order: Order): RankedTree<Row<T>> {
  const compare = (a: Row<T>, b: Row<T>) => compareRows(order, a, b);
  return RankedTree.of(rows.toSorted(compare), compare);
}

function moved<T>(tree: RankedTree<Row<T>>, before: Row<T> | undefined, after: Row<T> | undefined): RankedTree<Row<T>> {
  const without = before === undefined ? tree : tree.without(before);
  if (before !== undefined && without === tree)
    throw new Error(
      `the row ${before.key} is not found where its sort values put it: a comparator of orderBy contradicts itself`,
    );
  return after === undefined ? without : without.with(after);
}
