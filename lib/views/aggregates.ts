import { checkFunction } from './checks.js';
import { ExactSum } from './exact-sum.js';
import { RankedTree } from './ranked-tree.js';
import { compareKeys } from './row.js';
import { compareValues, type SortValue } from './sort-key.js';

/** What `groupBy` keeps of each group. Made by `count`, `sum`, `min` and `max`; one of your own is welcome. */
export interface Aggregate<T, R, V = unknown> {
  /** What an object contributes. Asked for once for each changed object. */
  readonly by: (object: T, key: string) => V;
  /** A new group's. */
  accumulator(): Accumulator<R, V>;
}

/** The contributions to one group. What was added is what is removed. */
export interface Accumulator<R, V = unknown> {
  add(value: V, key: string): void;
  remove(value: V, key: string): void;
  readonly value: R;
}

/** How many objects are in the group: all, or those for which the predicate holds. O(1) a change */
export function count<T>(predicate?: (object: T, key: string) => unknown): Aggregate<T, number> {
  if (predicate !== undefined) checkFunction('count', 'the predicate', predicate);
  return Object.freeze<Aggregate<T, number, boolean>>({
    by: (object, key) => predicate === undefined || Boolean(predicate(object, key)),
    accumulator: () => new Count(),
  });
}

/**
 * The sum of a number of each object, undefined counting as none; 0 if there are none. It is exact, rounded once, however much came and went; NaN while
 * a NaN is in it. O(1) a change
 */
export function sum<T>(by: (object: T, key: string) => number | undefined): Aggregate<T, number> {
  checkFunction('sum', 'what gives the number', by);
  return Object.freeze<Aggregate<T, number, number | undefined>>({ by, accumulator: () => new Sum() });
}

/**
 * The least value of the objects, in the order that `orderBy` has; undefined if there are none. What is missing (undefined, null, NaN) does not count.
 * O(log group) a change
 */
export function min<T, V extends SortValue>(
  by: (object: T, key: string) => V,
): Aggregate<T, NonNullable<V> | undefined> {
  checkFunction('min', 'what gives the value', by);
  return Object.freeze<Aggregate<T, NonNullable<V> | undefined, V>>({ by, accumulator: () => new Extreme('first') });
}

/** The greatest value. See `min`. */
export function max<T, V extends SortValue>(
  by: (object: T, key: string) => V,
): Aggregate<T, NonNullable<V> | undefined> {
  checkFunction('max', 'what gives the value', by);
  return Object.freeze<Aggregate<T, NonNullable<V> | undefined, V>>({ by, accumulator: () => new Extreme('last') });
}

class Count implements Accumulator<number, boolean> {
  value = 0;

  add(counts: boolean): void {
    this.value += Number(counts);
  }

  remove(counts: boolean): void {
    this.value -= Number(counts);
  }
}

class Sum implements Accumulator<number, number | undefined> {
  readonly #sum = new ExactSum();

  get value(): number {
    return this.#sum.value;
  }

  add(value: number | undefined): void {
    if (value !== undefined) this.#sum.add(value);
  }

  remove(value: number | undefined): void {
    if (value !== undefined) this.#sum.subtract(value);
  }
}

interface Contribution<V> {
  readonly value: V;
  readonly key: string;
}

class Extreme<V extends SortValue> implements Accumulator<NonNullable<V> | undefined, V> {
  readonly #end: 'first' | 'last';
  readonly #all = RankedTree.of<Contribution<NonNullable<V>>>([], { compare: compareContributions });

  constructor(end: 'first' | 'last') {
    this.#end = end;
  }

  get value(): NonNullable<V> | undefined {
    return this.#all.at(this.#end === 'first' ? 0 : this.#all.size - 1)?.value;
  }

  add(value: V, key: string): void {
    if (isThere(value)) this.#all.put({ value, key });
  }

  remove(value: V, key: string): void {
    if (isThere(value)) this.#all.remove({ value, key });
  }
}

function compareContributions(a: Contribution<unknown>, b: Contribution<unknown>): number {
  return compareValues(a.value, b.value) || compareKeys(a.key, b.key);
}

function isThere<V extends SortValue>(value: V): value is NonNullable<V> {
  return value !== undefined && value !== null && !Number.isNaN(Number(typeof value === 'string' ? 0 : value));
}
