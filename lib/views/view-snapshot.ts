import { type Commit, DERIVED, type Selection, type Snapshot, unknownIndex } from '../store/index.js';
import { KeyRows, type Rows, type SourceRows } from './rows.js';

/**
 * What a view holds at one moment: an immutable `Snapshot` in the view's own order, in which positions can be asked for. It iterates, and
 * `list()` gives, in that order, and lists are the same arrays as long as what they hold is the same (L12). A view has no indexes.
 */
export interface ViewSnapshot<T> extends Snapshot<T, never> {
  /** How many rows there are, those outside of a `slice` included; without one the same as `size`. */
  readonly total: number;
  /** How many of these are before the first row here; 0 without a `slice`. */
  readonly start: number;
  /** The object at a position; 0 is the first one here. O(log size) */
  at(position: number): T | undefined;
  /** The position of the object under a key; -1 if it is not here. O(log size) */
  indexOf(key: string): number;
}

/** One step of a view. A view answers each commit of its source by exactly one, which may have no changes. */
export type ViewCommit<T> = Commit<T, never, ViewSnapshot<T>>;

/** Which of all rows a snapshot shows. */
export interface Extent {
  readonly total: number;
  readonly start: number;
}

/** The one implementation of `ViewSnapshot`. */
export class RowsSnapshot<T> implements ViewSnapshot<T> {
  readonly [DERIVED] = true;
  readonly resourceVersion: string;
  readonly total: number;
  readonly start: number;
  readonly #rows: Rows<T>;
  readonly #origins: readonly Origin[];

  constructor(rows: Rows<T>, resourceVersion: string, origins: readonly Origin[], extent?: Extent) {
    this.#rows = rows;
    this.resourceVersion = resourceVersion;
    this.#origins = origins;
    this.total = extent?.total ?? rows.size;
    this.start = extent?.start ?? 0;
    Object.freeze(this);
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): T | undefined {
    return this.#rows.row(key)?.object;
  }

  has(key: string): boolean {
    return this.#rows.row(key) !== undefined;
  }

  at(position: number): T | undefined {
    return this.#rows.at(position)?.object;
  }

  indexOf(key: string): number {
    const row = this.#rows.row(key);
    return row === undefined ? -1 : this.#rows.position(row);
  }

  *keys(): IterableIterator<string> {
    for (const { key } of this.#rows) yield key;
  }

  *values(): IterableIterator<T> {
    for (const { object } of this.#rows) yield object;
  }

  *entries(): IterableIterator<readonly [key: string, object: T]> {
    for (const { key, object } of this.#rows) yield [key, object];
  }

  [Symbol.iterator](): IterableIterator<readonly [key: string, object: T]> {
    return this.entries();
  }

  list({ namespace = '', labelSelector = '' }: Selection = {}): readonly T[] {
    return this.#rows.list(namespace, labelSelector);
  }

  byIndex(index: never): readonly T[] {
    throw unknownIndex(index, []);
  }

  indexKeys(index: never): readonly string[] {
    throw unknownIndex(index, []);
  }

  indexValues(index: never): readonly string[] {
    throw unknownIndex(index, []);
  }

  static rowsOf<T>(snapshot: RowsSnapshot<T>): Rows<T> {
    return snapshot.#rows;
  }

  static originsOf(snapshot: RowsSnapshot<unknown>): readonly Origin[] {
    return snapshot.#origins;
  }
}

export function isView<T>(snapshot: Snapshot<T>): snapshot is RowsSnapshot<T> {
  return snapshot instanceof RowsSnapshot;
}

/** The rows of any snapshot. */
export function rowsOf<T>(snapshot: Snapshot<T>): SourceRows<T> {
  return isView(snapshot) ? RowsSnapshot.rowsOf(snapshot) : new KeyRows(snapshot);
}

/**
 * One moment of one collection, which a snapshot was made of: the same for all views of it. It does not keep the snapshot alive.
 */
export interface Origin {
  /** Stands for the collection: an informer's cache, say. */
  readonly collection: object;
}

const origins = new WeakMap<Snapshot<unknown>, Origin>();

/** What the snapshot of a commit was made of. A collection is known by the snapshots that follow each other. */
export function originsOf({ previous, snapshot }: Commit<unknown>): readonly Origin[] {
  if (isView(snapshot)) return RowsSnapshot.originsOf(snapshot);
  const known = origins.get(snapshot);
  if (known !== undefined) return [known];
  const before = origins.get(previous) ?? originOf(previous, Object.freeze({}));
  return [originOf(snapshot, before.collection)];
}

function originOf(snapshot: Snapshot<unknown>, collection: object): Origin {
  const origin = Object.freeze({ collection });
  origins.set(snapshot, origin);
  return origin;
}

/** Whether two views show the same moment of every collection that both were made of. */
export function isOneMoment(a: readonly Origin[], b: readonly Origin[]): boolean {
  return a.every((one) => b.every((other) => one === other || one.collection !== other.collection));
}
