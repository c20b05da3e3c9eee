import { distinctUntilChanged, map, type OperatorFunction } from 'rxjs';
import { checkFunction } from './checks.js';

/**
 * Takes snapshots, or commits, to a value, and emits only when the value changed. Lists and buckets of a snapshot keep their reference
 * while they do not change (L12), so the default comparison, `===`, is enough for them.
 *
 * @throws TypeError when an argument is no function
 * @example
 * pods.snapshot$.pipe(select((snapshot) => snapshot.byIndex('node', 'worker-1'))).subscribe(render);
 */
export function select<V, R>(fn: (value: V) => R, equal: (a: R, b: R) => boolean = Object.is): OperatorFunction<V, R> {
  checkFunction('select', 'what makes a value of a snapshot', fn);
  checkFunction('select', 'the comparison', equal);
  return (source$) => source$.pipe(map(fn), distinctUntilChanged(equal));
}
