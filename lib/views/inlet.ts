import type { Change, Commit, Snapshot } from '../store/index.js';
import { rowOf } from './row.js';
import type { SourceRows } from './rows.js';
import type { Step } from './step.js';
import { stepsOf } from './view-commit.js';
import { isView, rowsOf } from './view-snapshot.js';

/** What a view is to make of a commit. */
export interface Heard<T> {
  readonly source: SourceRows<T>;
  /** What changed, in order; undefined: what came before was not heard, so everything is to be looked at. */
  readonly steps: readonly Step<T>[] | undefined;
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
    return { source, steps: stepsOf(commit) ?? concluded(commit, isView(snapshot) ? source : undefined) };
  }
}

/** Without a look at what is in them. */
function isSameContent(a: Snapshot<unknown>, b: Snapshot<unknown>): boolean {
  return a === b || (isView(a) && isView(b) && rowsOf(a) === rowsOf(b));
}

/**
 * The steps of a commit that has changes only. Of several changes of one key each deletion counts, because it may be the end of one object before
 * the birth of another (L14), and of the others the last. @param rows where the places of rows are known; an informer's have none
 */
function concluded<T>({ previous, changes }: Commit<T>, rows: SourceRows<T> | undefined): readonly Step<T>[] {
  const last = changes.length === 1 ? undefined : lastChanges(changes);
  const past = rows && rowsOf(previous);
  const steps: Step<T>[] = [];
  for (const change of changes) {
    const { key, object, type } = change;
    if (type === 'delete') steps.push({ change, before: past?.row(key), after: undefined });
    else if (last === undefined || last.get(key) === change)
      steps.push({ change, before: past?.row(key), after: rows === undefined ? rowOf(key, object) : rows.row(key) });
  }
  return steps;
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
