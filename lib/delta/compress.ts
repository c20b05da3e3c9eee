import { DeletedFinalStateUnknown, type Delta, type DeltaType } from './delta.js';

/**
 * Which neighbours among the deltas of one key become one.
 * - `'deletes'`: two deletions in a row, as in client-go. Nothing else is ever merged.
 * - `'latest'`: also states in a row: only the newest is kept, at its own place in the order of arrival. Deletions stay between states,
 *   so that a reader still sees a word of (add update* delete)*.
 */
export type Compression = 'deletes' | 'latest';

/** Adds a delta to those of its key. */
export function append<T>(deltas: Delta<T>[], newer: Delta<T>, compress: Compression): void {
  const older = deltas.at(-1);
  const merged = older === undefined ? undefined : merge(older, newer, compress);
  if (merged === undefined) deltas.push(newer);
  else deltas[deltas.length - 1] = merged;
}

function merge<T>(older: Delta<T>, newer: Delta<T>, compress: Compression): Delta<T> | undefined {
  const deletions = Number(older.type === 'Deleted') + Number(newer.type === 'Deleted');
  // A deletion that was seen says more than one that was concluded. It happened no later than when it was first told.
  if (deletions === 2) {
    return older.object instanceof DeletedFinalStateUnknown ? { ...newer, sequence: older.sequence } : older;
  }
  if (deletions === 1 || compress === 'deletes') return undefined;
  return { ...newer, type: foldedType(older.type, newer.type) };
}

/** A list says more than an event: what it brings is in its place in the list, and may be initial. A resync says least. */
function foldedType(older: DeltaType, newer: DeltaType): DeltaType {
  if (newer === 'Replaced' || newer === 'Sync') return newer;
  return older === 'Sync' ? newer : older;
}
