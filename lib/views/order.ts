import { compareKeys, type Row } from './row.js';
import { signOf } from './sort-key.js';

export type Comparator = (a: unknown, b: unknown) => number;

/** How the rows of a view are ordered: by comparators of their values, one after the other, and then by key. */
export class Order {
  readonly comparators: readonly Comparator[];
  /** Whether no comparator is a user's, which might throw or contradict itself. */
  readonly isSound: boolean;
  readonly #first: Comparator | undefined;
  /** Of a first comparator that is not a user's: 1 for ascending, -1 for descending; else 0. */
  readonly #sign: -1 | 0 | 1;

  constructor(comparators: readonly Comparator[]) {
    this.comparators = comparators;
    this.isSound = comparators.every((comparator) => signOf(comparator) !== 0);
    this.#first = comparators[0];
    this.#sign = signOf(comparators[0]);
  }

  /** 0 for rows of one key at one place. */
  compare(a: Row<unknown>, b: Row<unknown>): number {
    if (this.#first === undefined) return compareKeys(a.key, b.key);
    const x = a.first;
    const y = b.first;
    // Nearly always it is this, and as often as rows are compared.
    if (this.#sign !== 0 && typeof x === 'number' && typeof y === 'number') {
      if (x < y) return -this.#sign;
      if (x > y) return this.#sign;
    }
    return this.#compareAll(this.#first, a, b);
  }

  #compareAll(first: Comparator, a: Row<unknown>, b: Row<unknown>): number {
    let compared = first(a.first, b.first);
    // What is not a number, of a user's comparator, decides nothing.
    if (compared < 0 || compared > 0) return compared;
    for (let i = 1; i < this.comparators.length; i++) {
      compared = this.comparators[i]?.(a.rest[i - 1], b.rest[i - 1]) ?? 0;
      if (compared < 0 || compared > 0) return compared;
    }
    return compareKeys(a.key, b.key);
  }
}

/** By key alone, as an informer's snapshot is. */
export const KEY_ORDER = new Order([]);
