import { added, type Change, type Commit, type Snapshot } from '../store/index.js';

/**
 * The commit that leads from nothing to a first complete state. Its changes, one for each object there is, are made when somebody
 * looks at them: who wants but the snapshot, or one object, does not pay for all.
 */
export function firstCommit<T, I extends string>(
  previous: Snapshot<T, I>,
  snapshot: Snapshot<T, I>,
  changesOf: () => Iterable<Change<T>>,
): Commit<T, I> {
  let changes: readonly Change<T>[] | undefined;
  return Object.freeze({
    previous,
    snapshot,
    get changes() {
      changes ??= Object.freeze([...changesOf()]);
      return changes;
    },
    resourceVersion: snapshot.resourceVersion,
    cause: 'replace',
  });
}

/** What there is, as adds in the order of keys. */
export function* initialAdds<T>(entries: Iterable<readonly [key: string, object: T]>): Iterable<Change<T>> {
  for (const [key, object] of entries) yield added(key, object, true);
}
