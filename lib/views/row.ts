/** One entry of a view. Rows never change: whatever becomes of the object or of its place is another row. */
export interface Row<T> {
  readonly key: string;
  readonly object: T;
  /** What its place was computed from: a value for each comparator of the view's order. */
  readonly sort: readonly unknown[];
  /** What `object` was made of, where it is not the source's own. */
  readonly origin?: unknown;
}

/** How the rows of a view are ordered: by these comparators of their `sort` values, one after the other, and then by key. */
export type Order = readonly ((a: unknown, b: unknown) => number)[];

/** By key alone, as an informer's snapshot is. */
export const KEY_ORDER: Order = Object.freeze([]);

/** The `sort` of a row whose place its key alone decides. */
export const NO_SORT: readonly unknown[] = Object.freeze([]);

/** By UTF-16 code units, as the store orders its keys. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1;
}

/** 0 for rows of one key at one place. */
export function compareRows(order: Order, a: Row<unknown>, b: Row<unknown>): number {
  for (let i = 0; i < order.length; i++) {
    const compared = order[i]?.(a.sort[i], b.sort[i]) ?? 0;
    // What is not a number, of a user's comparator, decides nothing.
    if (compared < 0 || compared > 0) return compared;
  }
  return compareKeys(a.key, b.key);
}

/** Whether it is the same object at the same place: then nothing is to be told of it. */
export function isSameRow(a: Row<unknown>, b: Row<unknown>): boolean {
  return a === b || (Object.is(a.object, b.object) && isSameSort(a.sort, b.sort));
}

export function isSameSort(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((value, i) => Object.is(value, b[i])));
}
