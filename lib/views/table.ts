import { type LabelSelector, matchesLabels, metadataOf, parseLabelSelector } from '../kubernetes/index.js';
import { emptyTree, ListMemory, Recent, type SortedTree } from '../store/index.js';
import { RankedTree } from './ranked-tree.js';
import { compareKeys, compareRows, type Order, type Row } from './row.js';
import type { Rows } from './rows.js';

/** How many lists a table keeps at hand. */
const LISTS = 32;

/** What the next table differs in: the row that a key has then, or that it has none. */
export type Edits<T> = ReadonlyMap<string, Row<T> | undefined>;

/**
 * The rows of the newest table of a view, in a plain map: that is where a row is nearly always looked up, and a walk down a tree is ten times
 * as slow in a large one.
 */
interface Newest<T> {
  table: Table<T> | undefined;
  readonly rows: Map<string, Row<T>>;
}

/** The rows of a view, by key and in their order. It never changes; the next one shares what is the same. */
export class Table<T> implements Rows<T> {
  readonly order: Order;
  /** None where the order is that of the keys. */
  readonly #byKey: SortedTree<Row<T>> | undefined;
  readonly #inOrder: RankedTree<Row<T>>;
  readonly #memory: ListMemory<T>;
  readonly #newest: Newest<T>;
  #lists: Recent<readonly T[]> | undefined;

  private constructor(
    byKey: SortedTree<Row<T>> | undefined,
    inOrder: RankedTree<Row<T>>,
    order: Order,
    memory: ListMemory<T>,
    newest: Newest<T>,
  ) {
    this.#byKey = byKey;
    this.#inOrder = inOrder;
    this.order = order;
    this.#memory = memory;
    this.#newest = newest;
    newest.table = this;
  }

  /** @param rows each key once, in any order. O(rows x log rows), or O(rows) where they are in this order */
  static of<T>(rows: readonly Row<T>[], order: Order, memory = new ListMemory<T>()): Table<T> {
    const compare = (a: Row<T>, b: Row<T>) => compareRows(order, a, b);
    const inOrder = RankedTree.of(rows.toSorted(compare), compare);
    const newest: Newest<T> = { table: undefined, rows: new Map(rows.map((row) => [row.key, row])) };
    return new Table(order.length === 0 ? undefined : byKey(rows), inOrder, order, memory, newest);
  }

  get size(): number {
    return this.#inOrder.size;
  }

  row(key: string): Row<T> | undefined {
    if (this.#newest.table === this) return this.#newest.rows.get(key);
    if (this.#byKey !== undefined) return this.#byKey.get(key);
    return this.#inOrder.find((row) => compareKeys(row.key, key));
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

  /** The next table of the view; there can be but one. O(edits x log size); where most rows, or the order, are others, O(size x log size). */
  edited(edits: Edits<T>, order: Order): Table<T> {
    if (order === this.order && edits.size === 0) return this;
    if (order !== this.order || edits.size > this.size >> 2 || this.#newest.table !== this)
      return this.#rebuilt(edits, order);
    const byKey = this.#byKey?.clone();
    let inOrder = this.#inOrder;
    for (const [key, after] of edits) {
      inOrder = moved(inOrder, this.row(key), after, order);
      if (after === undefined) byKey?.delete(key);
      else byKey?.set(key, after);
    }
    for (const [key, after] of edits) {
      if (after === undefined) this.#newest.rows.delete(key);
      else this.#newest.rows.set(key, after);
    }
    return new Table(byKey, inOrder, order, this.#memory, this.#newest);
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
    for (const row of this) if (!edits.has(row.key)) rows.push(row);
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

function byKey<T>(rows: readonly Row<T>[]): SortedTree<Row<T>> {
  const tree = emptyTree<Row<T>>();
  for (const row of rows) tree.set(row.key, row);
  return tree;
}

function moved<T>(
  tree: RankedTree<Row<T>>,
  before: Row<T> | undefined,
  after: Row<T> | undefined,
  order: Order,
): RankedTree<Row<T>> {
  // A row whose place is the same takes it over.
  if (before !== undefined && after !== undefined && compareRows(order, before, after) === 0) return tree.with(after);
  const without = before === undefined ? tree : tree.without(before);
  if (before !== undefined && without === tree)
    throw new Error(
      `the row ${before.key} is not found where its sort values put it: a comparator of orderBy contradicts itself`,
    );
  return after === undefined ? without : without.with(after);
}
