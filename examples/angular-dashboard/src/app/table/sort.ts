import { ascending, descending, type SortKey } from 'rxinformer';
import type { Kind, Row } from '../kinds';

/** One of the columns that a table is sorted by. */
export interface Sort {
  readonly title: string;
  readonly isDescending: boolean;
}

/** `-Restarts,Name`: by restarts, the most first, and then by name. */
export function parseSort(text: string): readonly Sort[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => ({ title: part.replace(/^-/, ''), isDescending: part.startsWith('-') }));
}

/** What somebody chose, else the order of the kind. */
export function sortsOf(chosen: string, kind: Pick<Kind, 'sort'> | undefined): readonly Sort[] {
  return parseSort(chosen === '' ? (kind?.sort ?? '') : chosen);
}

export function printSort(sorts: readonly Sort[]): string {
  return sorts.map(({ title, isDescending }) => (isDescending ? `-${title}` : title)).join(',');
}

/**
 * What a click on the head of a column makes of the order: ascending, then descending, then as it was without.
 *
 * @param keepOthers the shift key: the column is one more to sort by
 */
export function toggleSort(sorts: readonly Sort[], title: string, keepOthers: boolean): readonly Sort[] {
  const known = sorts.find((sort) => sort.title === title);
  const next: readonly Sort[] = known?.isDescending ? [] : [{ title, isDescending: known !== undefined }];
  if (!keepOthers) return next;
  if (known === undefined) return [...sorts, ...next];
  return sorts.flatMap((sort) => (sort === known ? next : [sort]));
}

/** For `orderBy`. Columns that this kind does not have are passed over. */
export function sortKeys(sorts: readonly Sort[], kind: Kind | undefined): readonly SortKey<Row>[] {
  return sorts.flatMap(({ title, isDescending }) => {
    const column = kind?.columns.find((column) => column.title === title);
    if (column === undefined) return [];
    const by = (row: Row) => (column.sortBy ? column.sortBy(row) : column.text(row));
    return [isDescending ? descending(by) : ascending(by)];
  });
}
