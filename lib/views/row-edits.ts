import { added, type Change, deleted, isReborn, synced, updated } from '../store/index.js';
import { isSameRow, type Row } from './row.js';
import type { SourceRows } from './rows.js';
import type { Step } from './step.js';

/** What is to be said of a change beside the objects. That of the source, where one brought it about. */
type Circumstances = Pick<Change<unknown>, 'type' | 'isInInitialList' | 'finalStateUnknown'>;

const LOOKED: Circumstances = { type: 'update', isInInitialList: false, finalStateUnknown: false };
/** It is gone, and nobody saw it go. */
export const UNSEEN: Circumstances = { type: 'delete', isInInitialList: false, finalStateUnknown: true };

/** What one commit does to the rows of a view, and what is told of it. */
export class RowEdits<T> {
  readonly steps: Step<T>[] = [];
  readonly #before: SourceRows<T>;
  /** The rows that are others than before, once there are several steps. */
  #rows: Map<string, Row<T> | undefined> | undefined;

  constructor(before: SourceRows<T>) {
    this.#before = before;
  }

  row(key: string): Row<T> | undefined {
    if (this.steps.length === 0) return this.#before.row(key);
    this.#rows ??= new Map(this.steps.map(({ change, after }) => [change.key, after]));
    return this.#rows.has(key) ? this.#rows.get(key) : this.#before.row(key);
  }

  /**
   * Has a key have another row, or none, and tells what that is to a reader.
   *
   * @param before the row that it has: `row(key)`
   * @param own the change of the source, where its objects are the view's too: it is told as it is if it says just what is to be said
   */
  become(
    key: string,
    before: Row<T> | undefined,
    after: Row<T> | undefined,
    circumstances: Circumstances = LOOKED,
    own?: Change<T>,
  ): void {
    const change = changeOf(key, before, after, circumstances, own);
    if (change === undefined) return;
    this.steps.push({ change, before, after: change.type === 'sync' ? before : after });
    if (change.type !== 'sync') this.#rows?.set(key, after);
  }

  /** The same where what happened to the key was not heard: another life under it is an end and a birth (L14). */
  becomeUnheard(key: string, after: Row<T> | undefined): void {
    const before = this.row(key);
    const isAnother = before !== undefined && after !== undefined && isReborn(madeOf(before), madeOf(after));
    if (isAnother) this.become(key, before, undefined, UNSEEN);
    this.become(key, isAnother ? undefined : before, after);
  }
}

function madeOf(row: Row<unknown>): unknown {
  return row.origin ?? row.object;
}

function changeOf<T>(
  key: string,
  before: Row<T> | undefined,
  after: Row<T> | undefined,
  { type, isInInitialList, finalStateUnknown }: Circumstances,
  own: Change<T> | undefined,
): Change<T> | undefined {
  if (after === undefined) {
    if (before === undefined) return undefined;
    if (type !== 'delete') return deleted(key, before.object, before.object, false);
    if (own !== undefined && Object.is(own.previous, before.object)) return own;
    return deleted(key, own === undefined ? before.object : own.object, before.object, finalStateUnknown);
  }
  if (before === undefined) {
    const isOwn = type === 'add' && own !== undefined && Object.is(own.object, after.object);
    return isOwn ? own : added(key, after.object, isInInitialList);
  }
  if (isSameRow(before, after)) return type === 'sync' ? synced(key, before.object) : undefined;
  const isOwn =
    type === 'update' &&
    own !== undefined &&
    Object.is(own.previous, before.object) &&
    Object.is(own.object, after.object);
  return isOwn ? own : updated(key, after.object, before.object, isInInitialList);
}

/** Deletions first, as of a list (L4). */
export function deletionsFirst<T>(steps: readonly Step<T>[]): readonly Step<T>[] {
  const isDeletion = ({ change }: Step<T>) => change.type === 'delete';
  return [...steps.filter(isDeletion), ...steps.filter((step) => !isDeletion(step))];
}
