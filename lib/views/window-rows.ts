import type { ListMemory } from '../store/index.js';
import { compareRows, type Order, type Row } from './row.js';
import type { Rows } from './rows.js';
import { select } from './table.js';

/** Positions from one to another, that one excluded. */
export interface RowWindow {
  /** A whole number, 0 or more. */
  readonly start: number;
  /** Default: without end. */
  readonly end?: number | undefined;
}

/** A part of other rows. It copies nothing: what it holds is looked up when somebody asks. */
export class WindowRows<T> implements Rows<T> {
  readonly #rows: Rows<T>;
  readonly #window: RowWindow;
  readonly #start: number;
  readonly #end: number;
  readonly #memory: ListMemory<T>;
  /** The last row here, or, of an empty window, the last before it; looked up when it is asked for. */
  #last: Row<T> | undefined;
  readonly #lists = new Map<string, readonly T[]>();

  /** @param memory what the windows of one view remember in common */
  constructor(rows: Rows<T>, window: RowWindow, memory: ListMemory<T>) {
    const { start, end = Number.POSITIVE_INFINITY } = window;
    this.#rows = rows;
    this.#window = window;
    this.#start = Math.min(start, rows.size);
    this.#end = Math.min(end, rows.size);
    this.#memory = memory;
  }

  /** Whether it is this window of these rows. */
  isOf(rows: Rows<T>, { start, end }: RowWindow): boolean {
    return this.#rows === rows && this.#window.start === start && this.#window.end === end;
  }

  /**
   * Whether the row of a key is here, or before: then it has a say in what is here. That is one comparison, since all other rows are behind
   * the last one here.
   */
  concerns(key: string): boolean {
    const row = this.#rows.row(key);
    if (row === undefined) return false;
    if (this.#rows.size < (this.#window.end ?? Number.POSITIVE_INFINITY)) return true;
    this.#last ??= this.#rows.at(this.#end - 1);
    return this.#last !== undefined && compareRows(this.order, row, this.#last) <= 0;
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
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const list = this.#memory.settle(name, select(this, namespace, labelSelector));
    this.#lists.set(name, list);
    return list;
  }
}
