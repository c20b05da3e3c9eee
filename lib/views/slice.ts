import { defer, isObservable, type Observable, type OperatorFunction, of } from 'rxjs';
import { type Commit, ListMemory } from '../store/index.js';
import { shown } from './checks.js';
import { commitsOf } from './commits-of.js';
import { inTurn, turns } from './in-turn.js';
import { Inlet } from './inlet.js';
import { MappedView, type Mapping } from './mapped-view.js';
import { type About, Present } from './present.js';
import { deletionsFirst, RowEdits } from './row-edits.js';
import type { Rows } from './rows.js';
import type { Step } from './step.js';
import { isView, originsOf, RowsSnapshot, type ViewCommit } from './view-snapshot.js';
import { type RowWindow, WindowRows } from './window-rows.js';

/**
 * A view of the rows from one position to another, that one excluded, as `Array.slice` counts them: the window of a table that scrolls virtually. Its
 * snapshots keep `total`, the number of all rows, for the scroll bar, and `start`. What comes into the window is an add, what leaves it a delete.
 *
 * For a user who scrolls give an Observable of windows: each is one commit with the cause `'replace'`, that tells the difference; the view begins
 * when the first has come. A window beyond the end is empty.
 *
 * A commit costs O(its changes x log size), however long the window is, and another window O(rows in it x log size).
 *
 * @throws RangeError when the positions are no whole numbers from 0, or the end is before the start; in an Observable it is the stream that
 * fails
 * @example
 * pods.changes$.pipe(orderBy(descending(restartsOf)), slice(0, 50)).subscribe(({ snapshot }) => draw(snapshot.list(), snapshot.total));
 */
export function slice<T>(start: number, end?: number): OperatorFunction<Commit<T>, ViewCommit<T>>;
export function slice<T>(window$: Observable<RowWindow>): OperatorFunction<Commit<T>, ViewCommit<T>>;
export function slice<T>(
  start: number | Observable<RowWindow>,
  end?: number,
): OperatorFunction<Commit<T>, ViewCommit<T>> {
  const window$ = isObservable(start) ? start : of(checked({ start, end }));
  return (source$) =>
    defer(() => {
      const view = new Slice<T>();
      return inTurn(
        turns(commitsOf('slice', source$), (commit) => view.take(commit)),
        turns(window$, (window) => view.show(checked(window))),
        'first',
      );
    });
}

class Slice<T> {
  /** What a source without positions is put into, as it is. */
  readonly #ranked = new MappedView<T, T>(asItIs());
  readonly #inlet = new Inlet<T>();
  readonly #present = new Present<T>();
  readonly #memory = new ListMemory<T>();
  #window: RowWindow | undefined;
  #rows: Rows<T> | undefined;
  #about: About | undefined;
  #shown: WindowRows<T> | undefined;

  take(given: Commit<T>): ViewCommit<T> | undefined {
    const commit = isView(given.snapshot) ? given : this.#ranked.take(given);
    const { snapshot, resourceVersion, cause } = commit;
    const { steps } = this.#inlet.take(commit);
    if (!isView(snapshot)) return undefined;
    this.#rows = RowsSnapshot.rowsOf(snapshot);
    this.#about = { resourceVersion, cause, origins: originsOf(commit) };
    return this.#publish(steps, this.#about);
  }

  show(window: RowWindow): ViewCommit<T> | undefined {
    this.#window = window;
    return this.#about && this.#publish(undefined, { ...this.#about, cause: 'replace' });
  }

  /** @param steps what changed; undefined: anything may have */
  #publish(steps: readonly Step<T>[] | undefined, about: About): ViewCommit<T> | undefined {
    if (this.#rows === undefined || this.#window === undefined) return undefined;
    const before = this.#shown;
    const rows = this.#rows;
    const { resourceVersion, cause, origins } = about;
    const extent = { start: this.#window.start, total: rows.size };
    const here = { resourceVersion, cause, origins, extent };
    // Nearly always what changes is somewhere behind the window.
    if (steps !== undefined && before?.isUntouched(rows, this.#window, steps)) {
      this.#shown = before.followedBy(rows);
      return this.#present.next(this.#shown, [], here);
    }
    const after = before?.isOf(rows, this.#window) ? before : new WindowRows(rows, this.#window, this.#memory);
    this.#shown = after;
    if (before === undefined) return this.#present.begin(after, here);
    const edits = new RowEdits(before);
    if (steps === undefined || before.order !== after.order) {
      for (const { key } of [...before, ...after]) edits.becomeUnheard(key, after.row(key));
      return this.#present.next(after, deletionsFirst(edits.steps), here);
    }
    for (const step of steps) follow(step, edits, after);
    if (after !== before)
      for (const key of borders(before, after, steps.length)) edits.become(key, edits.row(key), after.row(key));
    return this.#present.next(after, edits.steps, here);
  }
}

function asItIs<T>(): Mapping<T, T> {
  return { order: (source) => source, row: (source) => source, own: (change) => change };
}

function follow<T>({ change, after: row }: Step<T>, edits: RowEdits<T>, after: Rows<T>): void {
  const { key } = change;
  edits.become(key, edits.row(key), row && after.row(key), change, change);
}

/** A change shifts each of the other rows by one place at most: so many of them may have come or gone at either border. */
function borders<T>(before: Rows<T>, after: Rows<T>, changes: number): Set<string> {
  const keys = new Set<string>();
  for (const rows of [before, after]) {
    for (const { key } of rows.slice(0, changes)) keys.add(key);
    for (const { key } of rows.slice(Math.max(rows.size - changes, 0), rows.size)) keys.add(key);
  }
  return keys;
}

function checked(window: RowWindow): RowWindow {
  const { start, end = Number.POSITIVE_INFINITY } = window;
  const isWhole = (position: number) => Number.isInteger(position) && position >= 0;
  if (isWhole(start) && (isWhole(end) || end === Number.POSITIVE_INFINITY) && start <= end) return { start, end };
  throw new RangeError(
    `slice: from ${shown(start)} to ${shown(end)} is no window; positions are whole numbers from 0, the end not before the start`,
  );
}
