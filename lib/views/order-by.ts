import { isObservable, type Observable, type OperatorFunction } from 'rxjs';
import type { Change, Commit } from '../store/index.js';
import { shown } from './checks.js';
import { type Comparator, KEY_ORDER, Order } from './order.js';
import { type Row, rowOf } from './row.js';
import { ascending, type SortKey, type SortValue, signOf, sortValueOf } from './sort-key.js';
import { type Steered, steeredView, viewOf } from './view-of.js';
import type { ViewCommit } from './view-snapshot.js';

/** What to sort by: a function of the object, for ascending order, or what `ascending` or `descending` made. */
export type OrderKey<T> = ((object: T, key: string) => SortValue) | SortKey<T>;

/**
 * A view of all objects in an order: by the first key, those that are equal in it by the second, and so on; those that are equal in all of them
 * stay in the order of the source, so that sorting is stable, and two `orderBy` sort by the second one first.
 *
 * An object whose place changes is an update, never a delete and an add: a table keeps its row, with its selection and its focus, and takes the
 * place from the snapshot, which is in order (`list()`, `at()`, `indexOf()`). If nothing but the place changed, `previous` is the object itself.
 *
 * The values to sort by are asked for once for each changed object, and must depend on nothing but the object. For a table whose columns can be
 * clicked, give an Observable of keys, or of lists of keys: each is one commit with the cause `'replace'`; until the first, the order is that
 * of the source. If a function of yours throws, or a comparator contradicts itself, the stream fails with that error, as RxJS's operators do (L6).
 *
 * A commit costs O(its changes x log size), other keys O(size x log size).
 *
 * @throws TypeError when a key is none
 * @example
 * pods.changes$.pipe(orderBy(descending(restartsOf), (pod) => pod.metadata.name));
 */
export function orderBy<T>(...keys: readonly OrderKey<T>[]): OperatorFunction<Commit<T>, ViewCommit<T>>;
export function orderBy<T>(
  keys$: Observable<OrderKey<T> | readonly OrderKey<T>[]>,
): OperatorFunction<Commit<T>, ViewCommit<T>>;
export function orderBy<T>(
  ...keys: readonly (OrderKey<T> | Observable<OrderKey<T> | readonly OrderKey<T>[]>)[]
): OperatorFunction<Commit<T>, ViewCommit<T>> {
  const [first] = keys;
  if (keys.length === 1 && isObservable(first)) return steeredView('orderBy', () => new Sorting<T>([]), first);
  const sortKeys = keys.map((key) => sortKeyOf<T>(key));
  return viewOf('orderBy', () => new Sorting(sortKeys));
}

class Sorting<T> implements Steered<T, T, OrderKey<T> | readonly OrderKey<T>[]> {
  readonly isReady = true;
  #keys: readonly SortKey<T>[];
  #source: Order | undefined;
  #order = KEY_ORDER;

  constructor(keys: readonly SortKey<T>[]) {
    this.#keys = keys;
  }

  set(keys: OrderKey<T> | readonly OrderKey<T>[]): void {
    const list: readonly unknown[] = Array.isArray(keys) ? keys : [keys];
    this.#keys = list.map((key) => sortKeyOf<T>(key));
    this.#source = undefined;
  }

  order(source: Order): Order {
    if (this.#source !== source) {
      this.#source = source;
      this.#order = new Order([...this.#keys.map(comparatorOf), ...source.comparators]);
    }
    return this.#order;
  }

  row(row: Row<T>, before: Row<T> | undefined): Row<T> {
    const { key, object } = row;
    const first = this.#keys[0];
    if (first === undefined) return row;
    const known = before !== undefined && Object.is(before.object, object) ? before : undefined;
    return rowOf(key, object, known === undefined ? sortBy(first, row) : known.first, this.#rest(row, known));
  }

  /** The values of the other keys, and behind them those of the source's order. */
  #rest(row: Row<T>, known: Row<T> | undefined): readonly unknown[] | undefined {
    const isPlain = row.first === undefined && row.rest.length === 0;
    if (isPlain && this.#keys.length === 1) return undefined;
    const own = known?.rest.slice(0, this.#keys.length - 1) ?? this.#keys.slice(1).map((key) => sortBy(key, row));
    return isPlain ? own : [...own, row.first, ...row.rest];
  }

  own(change: Change<T>): Change<T> {
    return change;
  }
}

function sortBy<T>({ by, compare }: SortKey<T>, { key, object }: Row<T>): unknown {
  const value = by(object, key);
  return signOf(compare) === 0 ? value : sortValueOf(value);
}

function comparatorOf<T>(key: SortKey<T>): Comparator {
  return signOf(key.compare) === 0 ? (a, b) => key.compare(a, b) : key.compare;
}

function sortKeyOf<T>(key: unknown): SortKey<T> {
  if (isSortKey<T>(key)) return key;
  if (isFunction<T>(key)) return ascending(key);
  throw new TypeError(
    `orderBy: ${shown(key)} is no key; give functions, what ascending() or descending() made, or one Observable of such`,
  );
}

function isFunction<T>(key: unknown): key is (object: T, key: string) => SortValue {
  return typeof key === 'function';
}

function isSortKey<T>(key: unknown): key is SortKey<T> {
  return typeof key === 'object' && key !== null && 'compare' in key && 'by' in key && typeof key.by === 'function';
}
