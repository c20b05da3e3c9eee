import { type ListMemory, Recent } from '../store/index.js';
import type { Order } from './order.js';
import type { Row } from './row.js';
import type { Rows } from './rows.js';
import type { Step } from './step.js';
import { LISTS, select } from './table.js';

/** Positions from one to another, that one excluded. */
export interface RowWindow {
  /** A whole number, 0 or more. */
  readonly start: number;
  /** Default: without end. */
  readonly end?: number | undefined;
}

/** What is known of the rows in a window, as long as they are the same. */
class WindowContent<T> {
  /** The last row, or, of an empty window, the last before it; looked up when it is asked for. */
  last: Row<T> | undefined;
  readonly lists = new Recent<readonly T[]>(LISTS);
}

/** A part of other rows. It copies nothing: what it holds is looked up when somebody asks. */
export class WindowRows<T> implements Rows<T> {
  readonly #rows: Rows<T>;
  readonly #window: RowWindow;
  readonly #start: number;
  readonly #end: number;
  readonly #memory: ListMemory<T>;
  readonly #content: WindowContent<T>;

  /**
   * @param memory what the windows of one view remember in common
   * @param content what is known of the rows in it
   */
  constructor(
    rows: Rows<T>,
    window: RowWindow,
    memory: ListMemory<T>,
    content: WindowContent<T> = new WindowContent(),
  ) {
    const { start, end = Number.POSITIVE_INFINITY } = window;
    this.#rows = rows;
    this.#window = window;
    this.#start = Math.min(start, rows.size);
    this.#end = Math.min(end, rows.size);
    this.#memory = memory;
    this.#content = content;
  }

  /** Whether it is this window of these rows. */
  isOf(rows: Rows<T>, { start, end }: RowWindow): boolean {
    return this.#rows === rows && this.#window.start === start && this.#window.end === end;
  }

  /**
   * Whether this window of later rows holds the same. A step is none of its concern if what comes and goes is behind the last row here, which
   * takes one comparison each.
   */
  isUntouched(rows: Rows<T>, { start, end }: RowWindow, steps: readonly Step<T>[]): boolean {
    if (start !== this.#window.start || end !== this.#window.end || rows.order !== this.order) return false;
    return !steps.some(({ before, after }) => this.#concerns(before) || this.#concerns(after));
  }

  /** The same window of later rows. @param rows those that leave it untouched */
  followedBy(rows: Rows<T>): WindowRows<T> {
    return rows === this.#rows ? this : new WindowRows(rows, this.#window, this.#memory, this.#content);
  }

  get order(): Order {
    return this.#rows.order;
  }

  get size(): number {
    return this.#end - this.#start;
  }

  row(key: string): Row<T> | undefined {
    const row = this.#rows.row(key);
    if (row === undefined) return undefined;
    const position = this.#rows.position(row);
    return position >= this.#start && position < this.#end ? row : undefined;
  }

  at(position: number): Row<T> | undefined {
    return position >= 0 && position < this.size ? this.#rows.at(this.#start + position) : undefined;
  }

  position(row: Row<unknown>): number {
    return Math.min(Math.max(this.#rows.position(row) - this.#start, 0), this.size);
  }

  slice(start: number, end: number): readonly Row<T>[] {
    return this.#rows.slice(this.#start + Math.max(start, 0), Math.min(this.#start + end, this.#end));
  }

  [Symbol.iterator](): IterableIterator<Row<T>> {
    return this.slice(0, this.size)[Symbol.iterator]();
  }

  list(namespace: string, labelSelector: string): readonly T[] {
    const name = `${namespace}/${labelSelector}`;
    const lists = this.#content.lists;
    const known = lists.get(name);
    if (known !== undefined) return known;
    const list = this.#memory.settle(name, select(this, namespace, labelSelector));
    lists.set(name, list);
    return list;
  }

  #concerns(row: Row<T> | undefined): boolean {
    if (row === undefined) return false;
    if (this.#rows.size < (this.#window.end ?? Number.POSITIVE_INFINITY)) return true;
    this.#content.last ??= this.#rows.at(this.#end - 1);
    return this.#content.last !== undefined && this.order.compare(row, this.#content.last) <= 0;
  }
}
