import type { Selection, Snapshot } from '../store/index.js';
import type { ViewSnapshot } from '../views/index.js';

const NO_ROWS: readonly never[] = Object.freeze([]);
const empty = () => NO_ROWS;

/** What there is to show while nothing is asked for: whatever is looked up in it, by whatever index, is not there. */
export const NOTHING: Snapshot<never, string> & ViewSnapshot<never> = Object.freeze({
  resourceVersion: '',
  size: 0,
  total: 0,
  start: 0,
  get: () => undefined,
  has: () => false,
  at: () => undefined,
  indexOf: () => -1,
  keys: () => NO_ROWS.values(),
  values: () => NO_ROWS.values(),
  entries: () => NO_ROWS.values(),
  [Symbol.iterator]: () => NO_ROWS.values(),
  list: (_?: Selection) => NO_ROWS,
  byIndex: empty,
  indexKeys: empty,
  indexValues: empty,
});
