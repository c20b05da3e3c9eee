import type { Change } from './change.js';
import type { Commit } from './commit.js';
import { isDerived } from './derived.js';
import { fold, type Untold } from './fold.js';
import { isSameVersion } from './identity.js';
import type { Snapshot } from './snapshot.js';

/**
 * Commits that follow each other, as one. Adding a commit costs O(its changes), however many were added before, and what is kept is
 * bounded by the number of keys that changed, however many changes there were (L18).
 */
export class CommitMerge<T, I extends string, S extends Snapshot<T, I> = Snapshot<T, I>> {
  #first: Commit<T, I, S> | undefined;
  #last: Commit<T, I, S> | undefined;
  #cause: Commit<T, I>['cause'] = 'resync';
  readonly #byKey = new Map<string, Untold<T>>();
  /** The same changes, in the order of their arrival. */
  readonly #changes = new Set<Change<T>>();

  /** @param commit its `previous` is the `snapshot` of the one that was added last */
  add(commit: Commit<T, I, S>): void {
    this.#fold(commit);
    this.#first ??= commit;
    this.#last = commit;
  }

  /** All that was added, as it is where nothing was to be merged; undefined when nothing was added. Costs O(its changes). */
  get commit(): Commit<T, I, S> | undefined {
    const first = this.#first;
    const last = this.#last;
    if (first === undefined || last === undefined) return undefined;
    // What was folded is fewer than it was.
    if (first === last && first.changes.length === this.#changes.size) return first;
    const { snapshot, resourceVersion } = last;
    const changes = Object.freeze([...this.#changes]);
    return Object.freeze({ previous: first.previous, snapshot, changes, resourceVersion, cause: this.#cause });
  }

  #fold({ snapshot, changes, cause }: Commit<T, I, S>): void {
    const isSame = isDerived(snapshot) ? isNothingSame : isSameVersion;
    if (cause !== 'resync' && this.#cause !== 'replace') this.#cause = cause;
    for (const change of changes) {
      const before = this.#byKey.get(change.key) ?? [];
      const after = fold(before, change, isSame);
      for (const each of before) if (!after.includes(each)) this.#changes.delete(each);
      for (const each of after) this.#changes.add(each);
      if (after.length === 0) this.#byKey.delete(change.key);
      else this.#byKey.set(change.key, after);
    }
  }
}

function isNothingSame(): boolean {
  return false;
}

/**
 * Two commits that follow each other, as one that leads from the state before the first to the state after the second. For one key it
 * tells what is left of both: an add and its updates are an add of the newest state, what came and went is nothing, what went and came
 * back is an update, or, with another uid, a delete and an add (L3, L14).
 *
 * Each change stands where the newest thing in it stood: so the order stays the one in which the server made these states (L4), which
 * the place of an older change of the same key would break. A deletion that is followed by another life under the name keeps its own place.
 * `cause` is `'replace'` if a list is in it, `'resync'` if both are, or else `'watch'`.
 *
 * @param second its `previous` is the `snapshot` of the first
 */
export function mergeCommits<T, I extends string, S extends Snapshot<T, I> = Snapshot<T, I>>(
  first: Commit<T, I, S>,
  second: Commit<T, I, S>,
): Commit<T, I, S> {
  const merge = new CommitMerge<T, I, S>();
  merge.add(first);
  merge.add(second);
  return merge.commit ?? second;
}
