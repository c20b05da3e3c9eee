import { defer, map, type Observable, type OperatorFunction } from 'rxjs';
import type { Commit } from '../store/index.js';
import { commitsOf } from './commits-of.js';
import { inTurn, turns } from './in-turn.js';
import { MappedView, type Mapping } from './mapped-view.js';
import type { ViewCommit } from './view-snapshot.js';

/** The operator of a view whose mapping stays as it is. Each subscriber has a view of its own. @param operator its name */
export function viewOf<T, R>(
  operator: string,
  mapping: () => Mapping<T, R>,
): OperatorFunction<Commit<T>, ViewCommit<R>> {
  return (source$) =>
    defer(() => {
      const view = new MappedView(mapping());
      return commitsOf(operator, source$).pipe(map((commit) => view.take(commit)));
    });
}

/** A mapping that can be told another setting. */
export interface Steered<T, R, V> extends Mapping<T, R> {
  /** Whether it is enough of one to show something. */
  readonly isReady: boolean;
  set(setting: V): void;
}

/**
 * The operator of a view whose mapping is steered while it lasts. What comes before the mapping is ready is kept, the newest only; a later
 * setting brings one commit.
 *
 * @param operator its name
 */
export function steeredView<T, R, V>(
  operator: string,
  mapping: () => Steered<T, R, V>,
  setting$: Observable<V>,
): OperatorFunction<Commit<T>, ViewCommit<R>> {
  return (source$) =>
    defer(() => {
      const steered = mapping();
      const view = new MappedView(steered);
      let waiting: Commit<T> | undefined;
      const take = (commit: Commit<T>) => {
        if (steered.isReady) return view.take(commit);
        waiting = commit;
        return undefined;
      };
      const set = (setting: V) => {
        steered.set(setting);
        const commit = waiting;
        waiting = undefined;
        return commit === undefined ? view.remap() : view.take(commit);
      };
      return inTurn(turns(commitsOf(operator, source$), take), turns(setting$, set), 'first');
    });
}
