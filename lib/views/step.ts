import type { Change } from '../store/index.js';
import type { Row } from './row.js';

/** One change of a view, or of its source, and what it does to the rows: undefined where there is none. */
export interface Step<T> {
  readonly change: Change<T>;
  readonly before: Row<T> | undefined;
  readonly after: Row<T> | undefined;
}
