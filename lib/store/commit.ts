import type { Change } from './change.js';
import type { Snapshot } from './snapshot.js';

/** One step of a collection, from one consistent state to the next. `S` is the kind of its snapshots. */
export interface Commit<T, I extends string = string, S extends Snapshot<T, I> = Snapshot<T, I>> {
  /** The state before. */
  readonly previous: S;
  /** The state after. */
  readonly snapshot: S;
  /** Everything between them, in the server's order; of a list, deletions first, then the rest in list order (L4). */
  readonly changes: readonly Change<T>[];
  /** That of `snapshot`. */
  readonly resourceVersion: string;
  /** What brought it: a list is in it, it is all a resync, or else events of a watch. */
  readonly cause: 'replace' | 'watch' | 'resync';
}
