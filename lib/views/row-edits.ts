import { added, type Change, deleted, isReborn, synced, updated } from '../store/index.js';
import { isSameRow, type Row } from './row.js';
import type { SourceRows } from './rows.js';

/** What is to be said of a change beside the row itself. */
export interface Circumstances<T> {
  readonly isInInitialList?: boolean;
  readonly finalStateUnknown?: boolean;
  /** It was told because a resync was asked for. */
  readonly isSync?: boolean;
  /** Of a deletion: the last state that is known. Default: the one that the view has. */
  readonly last?: T;
}

/** What one commit does to the rows of a view, and what is told of it. */
export class RowEdits<T> {
  /** The rows that are others than before; undefined: gone. */
  readonly rows = new Map<string, Row<T> | undefined>();
  readonly changes: Change<T>[] = [];
  readonly #before: SourceRows<T>;

  constructor(before: SourceRows<T>) {
    this.#before = before;
  }

  row(key: string): Row<T> | undefined {
    return this.rows.has(key) ? this.rows.get(key) : this.#before.row(key);
  }

  /** Has a key have another row, or none, and tells what that is to a reader. */
  become(key: string, after: Row<T> | undefined, circumstances: Circumstances<T> = {}): void {
    const change = this.#change(key, this.row(key), after, circumstances);
    if (change === undefined) return;
    this.changes.push(change);
    if (change.type !== 'sync') this.rows.set(key, after);
  }

  /** The same where what happened to the key was not heard: another life under it is an end and a birth (L14). */
  becomeUnheard(key: string, after: Row<T> | undefined): void {
    const before = this.row(key);
    if (before !== undefined && after !== undefined && isReborn(madeOf(before), madeOf(after)))
      this.become(key, undefined, { finalStateUnknown: true });
    this.become(key, after);
  }

  #change(
    key: string,
    before: Row<T> | undefined,
    after: Row<T> | undefined,
    { isInInitialList = false, finalStateUnknown = false, isSync = false, last }: Circumstances<T>,
  ): Change<T> | undefined {
    if (after === undefined) return before && deleted(key, last ?? before.object, before.object, finalStateUnknown);
    if (before === undefined) return added(key, after.object, isInInitialList);
    if (!isSameRow(before, after)) return updated(key, after.object, before.object, isInInitialList);
    return isSync ? synced(key, before.object) : undefined;
  }
}

function madeOf(row: Row<unknown>): unknown {
  return row.origin ?? row.object;
}

/** Deletions first, as of a list (L4). */
export function deletionsFirst<T>(changes: readonly Change<T>[]): readonly Change<T>[] {
  const isDeletion = ({ type }: Change<T>) => type === 'delete';
  return [...changes.filter(isDeletion), ...changes.filter((change) => !isDeletion(change))];
}
