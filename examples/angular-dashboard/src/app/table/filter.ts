import { type LabelRequirement, matchesLabels, parseLabelSelector } from 'rxinformer';
import type { Kind, Row } from '../kinds';

/** A label selector as somebody typed it: what it asks for, or what is wrong with it. */
export interface Labels {
  readonly requirements: readonly LabelRequirement[];
  readonly problem?: string;
}

export function labelsOf(text: string): Labels {
  try {
    return { requirements: parseLabelSelector(text, 'The selector') };
  } catch (error) {
    return { requirements: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

/** For `where`: the objects with these labels, in one of these statuses if there are any. */
export function filterOf(
  kind: Kind | undefined,
  { requirements }: Labels,
  statuses: ReadonlySet<string>,
): (row: Row) => boolean {
  const status = kind?.status;
  return (row) =>
    matchesLabels(requirements, row.metadata.labels) &&
    (statuses.size === 0 || status === undefined || statuses.has(status(row).text));
}

/** For `search`: everything that is to be read in a row, but its ages. */
export function searchedTexts(kind: Kind | undefined): (row: Row) => readonly string[] {
  const read = kind?.columns.filter(({ as }) => as !== 'age') ?? [];
  return (row) => read.map((column) => column.text(row));
}
