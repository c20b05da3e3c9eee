import type { Change, Commit, Snapshot } from '../store/index.js';
import { NO_SORT, type Row } from './row.js';
import type { SourceRows } from './rows.js';
import { isView, rowsOf } from './view-snapshot.js';

/** One change of a source, and the row that its key has after the whole commit; of a deletion none. */
export interface Step<T> {
  readonly change: Change<T>;
  readonly row: Row<T> | undefined;
}

/** What a view is to make of a commit. */
export interface Heard<T> {
  readonly source: SourceRows<T>;
  /** What changed, in order; undefined: what came before was not heard, so everything is to be looked at. */
  readonly steps: Iterable<Step<T>> | undefined;
}

/** Where the commits of its source come into a view. It notices those that an operator before it has kept back. */
export class Inlet<T> {
  #seen: Snapshot<T> | undefined;

  take(commit: Commit<T>): Heard<T> {
    const { previous, snapshot } = commit;
    const seen = this.#seen;
    this.#seen = snapshot;
    const source = rowsOf(snapshot);
    if (seen === undefined || !isSameContent(seen, previous)) return { source, steps: undefined };
    return { source, steps: stepsOf(commit, isView(snapshot) ? source : undefined) };
  }
}

/** Without a look at what is in them. */
function isSameContent(a: Snapshot<unknown>, b: Snapshot<unknown>): boolean {
  return a === b || (isView(a) && isView(b) && rowsOf(a) === rowsOf(b));
}

/**
 * Of several changes of one key each deletion counts, because it may be the end of one object before the birth of another (L14), and of
 * the others the last. @param rows where the places of rows are known; an informer's have none
 */
function* stepsOf<T>({ changes }: Commit<T>, rows: SourceRows<T> | undefined): Iterable<Step<T>> {
  const last = changes.length === 1 ? undefined : lastChanges(changes);
  for (const change of changes) {
    const { key, object, type } = change;
    if (type === 'delete') yield { change, row: undefined };
    else if (last === undefined || last.get(key) === change)
      yield { change, row: rows === undefined ? { key, object, sort: NO_SORT } : rows.row(key) };
  }
}

function lastChanges<T>(changes: readonly Change<T>[]): ReadonlyMap<string, Change<T>> {
  const last = new Map<string, Change<T>>();
  for (const change of changes) {
    const before = last.get(change.key);
    // What a resync repeats was told already.
    if (change.type === 'sync' && before !== undefined && before.type !== 'delete') continue;
    last.set(change.key, change);
  }
  return last;
}
