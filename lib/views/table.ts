import { type LabelSelector, matchesLabels, metadataOf, parseLabelSelector } from '../kubernetes/index.js';
import { ListMemory, Recent } from '../store/index.js';
import { LazyTrees } from './lazy-trees.js';
import type { Order } from './order.js';
import type { Row } from './row.js';
import type { Rows } from './rows.js';
import { type Edit, Trees } from './trees.js';

/** How many lists are kept at hand of the rows of one moment. */
export const LISTS = 32;

/**
 * How many edits a table puts off until somebody asks for its order, or for what it was. Nobody asks most of those between two views; and to make
 * many edits at once copies a node that they share but once. So many take about half a millisecond.
 */
const PUT_OFF = 256;

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
  readonly size: number;
  readonly #memory: ListMemory<T>;
  readonly #newest: Newest<T>;
  readonly #trees: LazyTrees<T>;
  #lists: Recent<readonly T[]> | undefined;

  private constructor(trees: LazyTrees<T>, size: number, order: Order, memory: ListMemory<T>, newest: Newest<T>) {
    this.#trees = trees;
    this.size = size;
    this.order = order;
    this.#memory = memory;
    this.#newest = newest;
    newest.table = this;
  }

  /** @param rows each key once, in any order. O(rows x log rows), or O(rows) where they are in this order */
  static of<T>(rows: readonly Row<T>[], order: Order, memory = new ListMemory<T>()): Table<T> {
    const newest: Newest<T> = { table: undefined, rows: new Map(rows.map((row) => [row.key, row])) };
    return new Table(LazyTrees.of(Trees.of(rows, order)), rows.length, order, memory, newest);
  }

  row(key: string): Row<T> | undefined {
    return this.#newest.table === this ? this.#newest.rows.get(key) : this.#trees.now.row(key);
  }

  at(position: number): Row<T> | undefined {
    return this.#trees.now.inOrder.at(position);
  }

  position(row: Row<unknown>): number {
    return this.#trees.now.inOrder.rank(row);
  }

  slice(start: number, end: number): readonly Row<T>[] {
    return this.#trees.now.inOrder.slice(start, end);
  }

  [Symbol.iterator](): IterableIterator<Row<T>> {
    return this.#trees.now.inOrder[Symbol.iterator]();
  }

  /**
   * The next table of the view; there can be but one. O(edits x log size); where most rows, or the order, are others, O(size x log size).
   *
   * @param steps in their order, each from what the one before it left
   */
  edited(steps: readonly Edit<T>[], order: Order): Table<T> {
    // What is only told again, by a resync, is no edit.
    const edits = steps.every(isEdit) ? steps : steps.filter(isEdit);
    if (order === this.order && edits.length === 0) return this;
    if (order !== this.order || edits.length > this.size >> 2 || this.#newest.table !== this)
      return this.#rebuilt(edits, order);
    const trees = this.#trees.after(edits);
    // A comparator of a user may fail, and that must be now.
    if (trees.length >= PUT_OFF || !order.isSound) trees.now;
    const { rows } = this.#newest;
    for (const { before, after } of edits) {
      if (after !== undefined) rows.set(after.key, after);
      else if (before !== undefined) rows.delete(before.key);
    }
    return new Table(trees, rows.size, order, this.#memory, this.#newest);
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

  #rebuilt(edits: readonly Edit<T>[], order: Order): Table<T> {
    const rows = new Map<string, Row<T>>();
    for (const row of this) rows.set(row.key, row);
    for (const { before, after } of edits) {
      if (after !== undefined) rows.set(after.key, after);
      else if (before !== undefined) rows.delete(before.key);
    }
    return Table.of([...rows.values()], order, this.#memory);
  }
}

function isEdit({ before, after }: Edit<unknown>): boolean {
  return before !== after;
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
