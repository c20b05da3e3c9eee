import { emptyTree, type SortedTree } from '../store/index.js';
import type { Order } from './order.js';
import { RankedTree } from './ranked-tree.js';
import { type Row, rowOf } from './row.js';

/** What a key had, and what it has then: a row, or none. */
export interface Edit<T> {
  readonly before: Row<T> | undefined;
  readonly after: Row<T> | undefined;
}

/** The rows of a view at one moment, by key and in their order. Once made they do not change. */
export class Trees<T> {
  readonly inOrder: RankedTree<Row<T>, Row<unknown>>;
  readonly #order: Order;
  /** None where the order is that of the keys. */
  readonly #byKey: SortedTree<Row<T>> | undefined;

  private constructor(inOrder: RankedTree<Row<T>, Row<unknown>>, order: Order, byKey: SortedTree<Row<T>> | undefined) {
    this.inOrder = inOrder;
    this.#order = order;
    this.#byKey = byKey;
  }

  /** @param rows each key once, in any order. O(rows x log rows), or O(rows) where they are in this order */
  static of<T>(rows: readonly Row<T>[], order: Order): Trees<T> {
    const sorted = rows.toSorted((a, b) => order.compare(a, b));
    const inOrder = RankedTree.of<Row<T>, Row<unknown>>(sorted, order);
    return new Trees(inOrder, order, order.comparators.length === 0 ? undefined : byKey(rows));
  }

  row(key: string): Row<T> | undefined {
    return this.#byKey === undefined ? this.inOrder.find(rowOf(key, undefined)) : this.#byKey.get(key);
  }

  /** The trees that follow. O(edits x log size) @param edits in their order, each from what the one before it left */
  edited(edits: readonly Edit<T>[]): Trees<T> {
    const inOrder = this.inOrder.clone();
    const byKey = this.#byKey?.clone();
    for (const { before, after } of edits) {
      move(inOrder, before, after, this.#order);
      if (after !== undefined) byKey?.set(after.key, after);
      else if (before !== undefined) byKey?.delete(before.key);
    }
    return new Trees(inOrder, this.#order, byKey);
  }
}

function byKey<T>(rows: readonly Row<T>[]): SortedTree<Row<T>> {
  const tree = emptyTree<Row<T>>();
  for (const row of rows) tree.set(row.key, row);
  return tree;
}

function move<T>(
  tree: RankedTree<Row<T>, Row<unknown>>,
  before: Row<T> | undefined,
  after: Row<T> | undefined,
  order: Order,
): void {
  // A row whose place is the same takes it over.
  const stays = before !== undefined && after !== undefined && order.compare(before, after) === 0;
  if (before !== undefined && !stays && !tree.remove(before))
    throw new Error(
      `the row ${before.key} is not found where its sort values put it: a comparator of orderBy contradicts itself`,
    );
  if (after !== undefined) tree.put(after);
}
