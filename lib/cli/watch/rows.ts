import type { Snapshot } from '../../store/index.js';
import type { Marks } from './marks.js';

type Entry<T> = readonly [key: string, object: T];

/** A part of all rows, in the order of their keys: what there is, and what has gone just now. */
export interface RowWindow<T> {
  readonly rows: readonly Entry<T>[];
  /** How many rows are above those shown, and how many below. */
  readonly above: number;
  readonly below: number;
}

/**
 * As many rows as there is room for, from the wanted one on, or else the last ones.
 *
 * Costs O(rows above and shown): no row is made that is not looked at.
 */
export function rowWindow<T>(
  snapshot: Snapshot<T, string>,
  marks: Marks<T>,
  wanted: number,
  room: number,
): RowWindow<T> {
  const gone = marks.deleted();
  const total = snapshot.size + gone.length;
  const above = Math.max(0, Math.min(wanted, total - room));
  const rows: Entry<T>[] = [];
  let index = 0;
  for (const row of merged(snapshot.entries(), gone)) {
    if (index >= above + room) break;
    if (index >= above) rows.push(row);
    index++;
  }
  return { rows, above, below: total - above - rows.length };
}

/** Two sequences in the order of their keys, as one. */
function* merged<T>(present: Iterable<Entry<T>>, gone: readonly Entry<T>[]): Iterable<Entry<T>> {
  let next = 0;
  for (const entry of present) {
    for (let before = gone[next]; before !== undefined && before[0] < entry[0]; before = gone[next]) {
      yield before;
      next++;
    }
    yield entry;
  }
  yield* gone.slice(next);
}
