import {
  asapScheduler,
  concat,
  defer,
  finalize,
  type Observable,
  type OperatorFunction,
  of,
  type SchedulerLike,
  Subject,
} from 'rxjs';
import type { Commit } from '../store/index.js';
import { checkFunction, shown } from './checks.js';
import { commitsOf } from './commits-of.js';
import { inTurn, type Turn, turns } from './in-turn.js';
import { Join } from './join.js';
import { Partners } from './partners.js';
import type { ViewCommit } from './view-snapshot.js';

/** A row of `joinBy`: an object, and what it was joined with; undefined where that is not there. */
export interface Joined<T, U> {
  readonly object: T;
  readonly other: U | undefined;
}

/**
 * A view of each object together with the object of another stream of commits that it names: pods with their nodes, or with their owners. It has
 * the keys and the order of the source, and after a `slice` its `total` and `start`. Where the other object is not there, the row has undefined for
 * it (a left join, in the words of SQL).
 *
 * A commit of either side is one commit: a node that changes is an update of all its pods. If both sides come from one informer, a change of it is one
 * commit too, never one that shows the one side new and the other old. Only where an operator delays one of them, that cannot be: then the
 * view shows what there is when the synchronous work is done. It begins when both sides have; its resourceVersion is that of the source.
 *
 * The functions are called once for each changed object, and `combine` also when the other one changed. If one throws, the stream fails, as
 * RxJS's operators do (L6), and so it does with either side.
 *
 * A commit of the source costs O(its changes x log size), one of the other side O(rows joined with its changes x log size).
 *
 * @param other$ the other side: `changes$` of an informer, or a view
 * @param keyFn the key of the other object (`namespace/name`, or `name`); undefined where there is none
 * @param combine what to make of the two. Default: a frozen `{ object, other }`
 * @param scheduler tells when the synchronous work is done. Default: RxJS's asapScheduler
 * @throws TypeError when one of them is none
 * @example
 * pods.changes$.pipe(
 *   joinBy(nodes.changes$, (pod) => pod.spec?.nodeName, (pod, node) => ({ pod, zone: node?.metadata.labels?.['topology.kubernetes.io/zone'] })),
 * );
 */
export function joinBy<T, U>(
  other$: Observable<Commit<U>>,
  keyFn: (object: T, key: string) => string | undefined,
): OperatorFunction<Commit<T>, ViewCommit<Joined<T, U>>>;
export function joinBy<T, U, R>(
  other$: Observable<Commit<U>>,
  keyFn: (object: T, key: string) => string | undefined,
  combine: (object: T, other: U | undefined, key: string) => R,
  scheduler?: SchedulerLike,
): OperatorFunction<Commit<T>, ViewCommit<R>>;
export function joinBy<T, U>(
  other$: Observable<Commit<U>>,
  keyFn: (object: T, key: string) => string | undefined,
  combine: (object: T, other: U | undefined, key: string) => unknown = pair,
  scheduler: SchedulerLike = asapScheduler,
): OperatorFunction<Commit<T>, ViewCommit<unknown>> {
  if (typeof other$?.subscribe !== 'function')
    throw new TypeError(`joinBy: the other side is ${shown(other$)}, not an Observable of commits`);
  checkFunction('joinBy', 'what gives the key of the other object', keyFn);
  checkFunction('joinBy', 'what combines the two', combine);
  return (source$) =>
    defer(() => {
      const late$ = new Subject<Turn<ViewCommit<unknown>>>();
      const join: Join<T, U, unknown> = new Join(new Partners(keyFn, combine), () =>
        scheduler.schedule(() => late$.next(() => join.settle())),
      );
      /** What still waits for the side that has ended. */
      const rest$ = of(() => join.settle());
      return inTurn(
        concat(
          turns(commitsOf('joinBy', source$), (commit) => join.take(commit)),
          rest$,
        ),
        concat(
          turns(commitsOf('joinBy, the other side', other$), (commit) => join.takeOther(commit)),
          rest$,
        ),
        'both',
        late$,
      ).pipe(finalize(() => join.cancel()));
    });
}

function pair<T, U>(object: T, other: U | undefined): Joined<T, U> {
  return Object.freeze({ object, other });
}
