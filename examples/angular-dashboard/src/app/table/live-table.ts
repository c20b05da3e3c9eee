import {
  type Commit,
  coalesce,
  orderBy,
  type Predicate,
  type SortKey,
  search,
  slice,
  type ViewSnapshot,
  where,
} from 'rxinformer';
import { map, type Observable, tap } from 'rxjs';
import type { Row } from '../kinds';

/** What a table shows, as it is steered: each may change at any time. */
export interface Steering {
  readonly filter$: Observable<Predicate<Row>>;
  readonly text$: Observable<string>;
  readonly sort$: Observable<readonly SortKey<Row>[]>;
  /** The rows that can be seen, and some around them. */
  readonly window$: Observable<{ readonly start: number; readonly end: number }>;
}

export interface LiveTable {
  /** The rows of the window. */
  readonly rows: ViewSnapshot<Row>;
  /** All rows, in the same order: to know where a row is. */
  readonly all: ViewSnapshot<Row>;
}

/** The table of a collection: at most one each animation frame. A change of one object costs the same among ten and among a million. */
export function liveTable(
  changes$: Observable<Commit<Row>>,
  texts: (row: Row) => readonly string[],
  { filter$, text$, sort$, window$ }: Steering,
): Observable<LiveTable> {
  let all: ViewSnapshot<Row>;
  return changes$.pipe(
    where(filter$),
    search(text$, texts),
    orderBy(sort$),
    tap(({ snapshot }) => {
      all = snapshot;
    }),
    slice(window$),
    coalesce('frame'),
    map(({ snapshot }) => ({ rows: snapshot, all })),
  );
}
