import type { OperatorFunction } from 'rxjs';
import type { Commit } from '../store/index.js';
import { checkFunction } from './checks.js';
import type { Mapping } from './mapped-view.js';
import type { Order } from './order.js';
import { type Row, rowOf } from './row.js';
import { viewOf } from './view-of.js';
import type { ViewCommit } from './view-snapshot.js';

/**
 * A view of something made of each object, under its key and in the order of the source. After a `slice` it keeps `total` and `start`, so only what is
 * seen is made.
 *
 * The function is called once for each changed object, and its results are kept: what did not change keeps its reference (L12). Where it gives the very
 * value that it gave for the object before, a subtree of it for example, nothing is told. The values are yours and
 * are not frozen; do not write to them. If it throws, the stream fails with that error, as RxJS's operators do (L6).
 *
 * A commit costs O(its changes x log size).
 *
 * @throws TypeError when there is no function
 * @example
 * pods.changes$.pipe(project(({ metadata, status }) => ({ name: metadata.name, phase: status?.phase })));
 */
export function project<T, R>(fn: (object: T, key: string) => R): OperatorFunction<Commit<T>, ViewCommit<R>> {
  checkFunction('project', 'what makes a value of an object', fn);
  return viewOf('project', () => new Projection(fn));
}

class Projection<T, R> implements Mapping<T, R> {
  readonly isWhole = true;
  readonly #fn: (object: T, key: string) => R;

  constructor(fn: (object: T, key: string) => R) {
    this.#fn = fn;
  }

  order(source: Order): Order {
    return source;
  }

  row({ key, object, first, rest }: Row<T>, before: Row<R> | undefined): Row<R> {
    const isKnown = before !== undefined && Object.is(before.origin, object);
    return rowOf(key, isKnown ? before.object : this.#fn(object, key), first, rest, object);
  }
}
