import { isObservable, type Observable, type OperatorFunction } from 'rxjs';
import type { Change, Commit } from '../store/index.js';
import { checkFunction } from './checks.js';
import type { Order } from './order.js';
import type { Row } from './row.js';
import { type Steered, steeredView, viewOf } from './view-of.js';
import type { ViewCommit } from './view-snapshot.js';

/** Whether a view shows an object. */
export type Predicate<T> = (object: T, key: string) => unknown;

/**
 * A view of the objects that meet a condition, in the order of the source. An object that comes to meet it is an add, one that ceases to is a
 * delete, whose `object` and `previous` are what the view had.
 *
 * The predicate is asked once for each changed object, and must depend on nothing but the object. Where it depends on something else, such as a
 * picker on the page, give an Observable of predicates: each is one commit that tells the difference, with the cause `'replace'`;
 * the view begins when the first has come. If it throws, the stream fails with that error, as RxJS's operators do; nobody else notices (L6).
 *
 * A commit costs O(its changes x log size), a new predicate O(size of the source).
 *
 * @throws TypeError when there is no predicate
 * @example
 * pods.changes$.pipe(where((pod) => pod.status?.phase === 'Failed')).subscribe(({ snapshot }) => draw(snapshot.list()));
 */
export function where<T, S extends T>(
  predicate: (object: T, key: string) => object is S,
): OperatorFunction<Commit<T>, ViewCommit<S>>;
export function where<T>(predicate: Predicate<T>): OperatorFunction<Commit<T>, ViewCommit<T>>;
export function where<T>(predicate$: Observable<Predicate<T>>): OperatorFunction<Commit<T>, ViewCommit<T>>;
export function where<T>(
  predicate: Predicate<T> | Observable<Predicate<T>>,
): OperatorFunction<Commit<T>, ViewCommit<T>> {
  if (isObservable(predicate)) return steeredView('where', () => new Filter<T>(), predicate);
  checkFunction('where', 'the predicate', predicate);
  return viewOf('where', () => new Filter(predicate));
}

class Filter<T> implements Steered<T, T, Predicate<T>> {
  #predicate: Predicate<T> | undefined;

  constructor(predicate?: Predicate<T>) {
    this.#predicate = predicate;
  }

  get isReady(): boolean {
    return this.#predicate !== undefined;
  }

  set(predicate: Predicate<T>): void {
    checkFunction('where', 'what the Observable of predicates gave', predicate);
    this.#predicate = predicate;
  }

  order(source: Order): Order {
    return source;
  }

  row(source: Row<T>, before: Row<T> | undefined): Row<T> | undefined {
    const isKnown = before !== undefined && Object.is(before.object, source.object);
    return isKnown || this.#predicate?.(source.object, source.key) ? source : undefined;
  }

  own(change: Change<T>): Change<T> {
    return change;
  }
}
