/** One entry of a view. Rows never change: whatever becomes of the object or of its place is another row. */
export interface Row<T> {
  readonly key: string;
  readonly object: T;
  /** What its place was computed from: a value for the first comparator of the view's order. */
  readonly first: unknown;
  /** And one for each of the others. */
  readonly rest: readonly unknown[];
  /** What `object` was made of, where it is not the source's own. */
  readonly origin: unknown;
}

const NOTHING: readonly unknown[] = Object.freeze([]);

/** All rows are made here, so that to the engine they are of one kind: they are compared more often than anything else happens. */
export function rowOf<T>(
  key: string,
  object: T,
  first: unknown = undefined,
  rest: readonly unknown[] = NOTHING,
  origin: unknown = undefined,
): Row<T> {
  return { key, object, first, rest, origin };
}

/** By UTF-16 code units, as the store orders its keys. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1;
}

/** Whether it is the same object at the same place: then nothing is to be told of it. */
export function isSameRow(a: Row<unknown>, b: Row<unknown>): boolean {
  return a === b || (Object.is(a.object, b.object) && Object.is(a.first, b.first) && isSameRest(a.rest, b.rest));
}

function isSameRest(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((value, i) => Object.is(value, b[i])));
}
