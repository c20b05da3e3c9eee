import { checkFunction, shown } from './checks.js';

/**
 * What can be sorted by without a comparator: numbers and bigints by size, texts by UTF-16 code units, as names and the API server's dates
 * are, dates by time, false before true. Should they be mixed, booleans come first, then numbers, then texts. What is missing (undefined, null,
 * NaN, a date that is none) comes last, in either direction.
 */
export type SortValue = string | number | bigint | boolean | Date | null | undefined;

/** One of the keys of `orderBy`, made by `ascending` or `descending`. */
export interface SortKey<T, V = unknown> {
  readonly by: (object: T, key: string) => V;
  compare(a: V, b: V): number;
}

/**
 * Sorts from the least value to the greatest.
 *
 * @param compare a comparator of values, as `Array.sort` takes one; it must not contradict itself
 * @throws TypeError when one of them is no function
 * @example
 * orderBy(ascending((pod) => pod.metadata.name, new Intl.Collator('en', { numeric: true }).compare))   // web-2 before web-10
 */
export function ascending<T>(by: (object: T, key: string) => SortValue): SortKey<T>;
export function ascending<T, V>(by: (object: T, key: string) => V, compare: (a: V, b: V) => number): SortKey<T>;
export function ascending<T, V>(by: (object: T, key: string) => V, compare?: (a: V, b: V) => number): SortKey<T> {
  checkFunction('ascending', 'what gives the value to sort by', by);
  if (compare === undefined) return Object.freeze({ by, compare: compareValues });
  checkFunction('ascending', 'the comparator', compare);
  return Object.freeze<SortKey<T, V>>({ by, compare });
}

/** Sorts from the greatest value to the least. See `ascending`. */
export function descending<T>(by: (object: T, key: string) => SortValue): SortKey<T>;
export function descending<T, V>(by: (object: T, key: string) => V, compare: (a: V, b: V) => number): SortKey<T>;
export function descending<T, V>(by: (object: T, key: string) => V, compare?: (a: V, b: V) => number): SortKey<T> {
  checkFunction('descending', 'what gives the value to sort by', by);
  if (compare === undefined) return Object.freeze({ by, compare: compareDescending });
  checkFunction('descending', 'the comparator', compare);
  return Object.freeze<SortKey<T, V>>({ by, compare: (a, b) => compare(b, a) });
}

/** The order of `SortValue`s. @throws TypeError for anything else */
export function compareValues(a: unknown, b: unknown): number {
  return compare(a, b, 1);
}

/** 1 for the order of `SortValue`s, -1 for the reverse of it, 0 for a comparator that is neither. */
export function signOf(comparator: unknown): -1 | 0 | 1 {
  return comparator === compareValues ? 1 : comparator === compareDescending ? -1 : 0;
}

/** A value in the form in which it is kept: nobody can change it any more. @throws TypeError when it is no `SortValue` */
export function sortValueOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? sortable(value) : value;
  return sortable(value)[0];
}

function compareDescending(a: unknown, b: unknown): number {
  return compare(a, b, -1);
}

const MISSING = 3;

function compare(a: unknown, b: unknown, sign: 1 | -1): number {
  // Nearly always it is one of these, and as often as rows are compared.
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -sign : a === b ? 0 : sign;
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (difference < 0) return -sign;
    if (difference > 0) return sign;
    if (difference === 0) return 0;
  }
  const [x, kind] = sortable(a);
  const [y, other] = sortable(b);
  if (kind === MISSING || other === MISSING) return kind - other;
  if (kind !== other) return sign * (kind - other);
  return x < y ? -sign : x > y ? sign : 0;
}

/** Something that `<` compares, and which kind of things it is to be compared with. */
function sortable(value: unknown): readonly [value: number | bigint | string, kind: number] {
  switch (typeof value) {
    case 'boolean':
      return [Number(value), 0];
    case 'number':
      return [value, Number.isNaN(value) ? MISSING : 1];
    case 'bigint':
      return [value, 1];
    case 'string':
      return [value, 2];
  }
  if (value === undefined || value === null) return [0, MISSING];
  if (value instanceof Date) return sortable(value.getTime());
  throw new TypeError(`orderBy: ${shown(value)} cannot be sorted by; give a comparator with it`);
}
