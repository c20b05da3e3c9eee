import { type Draft, enableMapSet, Immer } from 'immer';
import { defer, distinctUntilChanged, type OperatorFunction, scan } from 'rxjs';
import type { Commit } from '../store/index.js';
import { checkFunction } from './checks.js';
import { commitsOf } from './commits-of.js';

/** Writes a commit into the draft of a state, or returns another state. */
// biome-ignore lint/suspicious/noConfusingVoidType: a reducer that writes returns nothing
export type CommitReducer<S, C> = (draft: Draft<S>, commit: C) => Draft<S> | undefined | void;

/**
 * A state of your own, kept from commits: counters, histories, whatever no other view is. The reducer writes to an immer draft, and what it does
 * not touch keeps its reference (L12). The states are frozen. A state is told when it is another one than before, the first one always; each
 * subscriber begins with the initial state, and the first commit that it gets is the present as adds.
 *
 * If the reducer throws, the stream fails with that error, as RxJS's operators do (L6).
 *
 * @param initial what to begin with; objects, arrays, maps and sets can be drafted, anything else is replaced by what the reducer returns
 * @throws TypeError when the reducer is none
 * @example
 * pods.changes$.pipe(
 *   reduceCommits({ started: 0, ended: 0 }, (draft, { changes }) => {
 *     for (const { type, isInInitialList } of changes) {
 *       if (type === 'add' && !isInInitialList) draft.started++;
 *       if (type === 'delete') draft.ended++;
 *     }
 *   }),
 * );
 */
export function reduceCommits<C extends Commit<unknown, never>, S>(
  initial: S,
  reducer: CommitReducer<S, C>,
): OperatorFunction<C, S> {
  checkFunction('reduceCommits', 'the reducer', reducer);
  enableMapSet();
  const immer = new Immer();
  return (source$) =>
    defer(() =>
      commitsOf('reduceCommits', source$).pipe(
        scan((state: S, commit) => immer.produce(state, (draft: Draft<S>) => reducer(draft, commit)), initial),
        distinctUntilChanged(),
      ),
    );
}
