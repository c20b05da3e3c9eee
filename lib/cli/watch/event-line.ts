import type { Change } from '../../store/index.js';
import { type Column, cellOf } from '../columns/column.js';
import { clean, cleanJson } from '../text/clean.js';
import { textAt } from '../text/json.js';

/** Kubernetes' words for what happened, and SYNC for what did not. */
const TYPES = { add: 'ADDED', update: 'MODIFIED', delete: 'DELETED', sync: 'SYNC' } as const;

const TYPE_WIDTH = 8;

/** The key says it, or nothing happened to it. */
const LEFT_OUT: ReadonlySet<string> = new Set(['NAMESPACE', 'NAME', 'AGE']);

/**
 * One event as a line of text: time, type, key, and what a table would show, but for the age. Where an update changed that, it is
 * shown as `before→after`.
 *
 * @param now epoch milliseconds
 */
export function eventLine<T>(change: Change<T>, columns: readonly Column<T>[], now: number): string {
  const cells = columns.filter(({ title }) => !LEFT_OUT.has(title));
  const summary = cells.map((column) => {
    const after = cellOf(column, change.object, now);
    const before = change.type === 'update' ? cellOf(column, change.previous, now) : after;
    return before === after ? after : `${before}→${after}`;
  });
  const lost = change.finalStateUnknown ? ['(its end was not seen)'] : [];
  const parts = [new Date(now).toISOString(), TYPES[change.type].padEnd(TYPE_WIDTH), change.key, ...summary, ...lost];
  return clean(parts.filter((part) => part !== '').join(' '));
}

/**
 * One event as a line of JSON, with the whole object.
 *
 * @param now epoch milliseconds
 */
export function jsonLine(change: Change<unknown>, now: number): string {
  const { type, key, object, previous, isInInitialList, finalStateUnknown } = change;
  return cleanJson({
    time: new Date(now).toISOString(),
    type: TYPES[type],
    key,
    resourceVersion: versionOf(object),
    previousResourceVersion: versionOf(previous),
    isInInitialList,
    finalStateUnknown,
    object,
  });
}

function versionOf(object: unknown): string | undefined {
  return textAt(object, 'metadata', 'resourceVersion') || undefined;
}
