import type { ChalkInstance } from 'chalk';
import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import type { InformerStatus } from '../../reflector/index.js';
import type { Snapshot } from '../../store/index.js';
import { type Column, cellOf } from '../columns/column.js';
import { clean } from '../text/clean.js';
import { wrap } from '../text/wrap.js';
import type { Mark, Marks } from './marks.js';
import { type RowWindow, rowWindow } from './rows.js';
import { type Noun, problemSentence, statusSentence } from './status-sentence.js';

/** All that a picture of the table depends on, but for the time. */
export interface Scene<T> {
  /** What is shown, and from where. */
  readonly title: string;
  readonly noun: Noun;
  readonly columns: readonly Column<T>[];
  readonly snapshot: Snapshot<T, string>;
  readonly marks: Marks<T>;
  readonly status: InformerStatus;
  readonly eventsPerSecond: number;
  /** A further line, such as what chaos did; '' for none. */
  readonly note: string;
  /** How many rows are scrolled past. */
  readonly scroll: number;
  /** The widths that the columns had: they do not shrink from picture to picture. */
  readonly widths: readonly number[];
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A picture, and what the next one goes on from. */
export interface Frame {
  /** As many as the terminal has rows, but for the last one, where the cursor rests. */
  readonly lines: readonly string[];
  readonly scroll: number;
  readonly widths: readonly number[];
  /** How many rows of the table there is room for. */
  readonly room: number;
}

const GAP = 3;
/** The title, and the heads of the columns. */
const HEAD_LINES = 2;
/** What is wrong gets that many lines at most. */
const PROBLEM_LINES = 3;

/**
 * The table as lines for a terminal of a size: the title and the heads of the columns, the rows, and at the bottom what is out of sight
 * and how things are.
 *
 * @param now epoch milliseconds
 */
export function frame<T>(scene: Scene<T>, size: Size, paint: ChalkInstance, now: number): Frame {
  // The last row is the cursor's. How things are comes before all else, in a window that is low as well.
  const height = Math.max(0, size.rows - 1);
  const bottom = height === 0 ? [] : statusLines(scene, size.columns, paint, now).slice(-height);
  const above = height - bottom.length;
  const helps = above > HEAD_LINES + 1;
  const room = Math.max(0, above - HEAD_LINES - (helps ? 1 : 0));
  const shown = rowWindow(scene.snapshot, scene.marks, scene.scroll, room);
  const cells = shown.rows.map(([, object]) => scene.columns.map((column) => cellOf(column, object, now)));
  const heads = scene.columns.map(({ title }) => title);
  const widths = heads.map((_, index) =>
    Math.max(scene.widths[index] ?? 0, ...[heads, ...cells].map((row) => stringWidth(row[index] ?? ''))),
  );
  const rows = shown.rows.map(([key], index) =>
    paintRow(cut(line(cells[index] ?? [], widths, scene.marks.get(key)), size.columns), scene.marks.get(key), paint),
  );
  const table =
    rows.length === 0 && scene.status.synced ? [paint.dim(cut(`  no ${scene.noun.many}`, size.columns))] : rows;
  const top = [
    paint.bold(cut(clean(scene.title), size.columns)),
    paint.dim(cut(line(heads, widths, undefined), size.columns)),
    ...table.slice(0, room),
    ...Array.from({ length: Math.max(0, room - table.length) }, () => ''),
    ...(helps ? [paint.dim(cut(outOfSight(shown), size.columns))] : []),
  ];
  return { lines: [...top.slice(0, above), ...bottom], scroll: shown.above, widths, room };
}

/** The sign in front says in black and white what the colour says. */
function line<T>(cells: readonly string[], widths: readonly number[], mark: Mark<T> | undefined): string {
  const padded = cells.map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - stringWidth(cell))));
  return `${signOf(mark)} ${padded.join(' '.repeat(GAP))}`.trimEnd();
}

function signOf<T>(mark: Mark<T> | undefined): string {
  switch (mark?.type) {
    case undefined:
      return ' ';
    case 'added':
      return '+';
    case 'changed':
      return '~';
    case 'deleted':
      return '-';
  }
}

function paintRow<T>(text: string, mark: Mark<T> | undefined, paint: ChalkInstance): string {
  switch (mark?.type) {
    case undefined:
      return text;
    case 'added':
      return paint.green(text);
    case 'changed':
      return paint.yellow(text);
    case 'deleted':
      return paint.red.strikethrough(text);
  }
}

function outOfSight<T>({ above, below }: RowWindow<T>): string {
  const hidden = [...(below === 0 ? [] : [`… ${below} more`]), ...(above === 0 ? [] : [`${above} above`])];
  const help = hidden.length === 0 ? [] : ['↑ ↓ PgUp PgDn scroll'];
  return `  ${[...hidden, ...help, 'q quits'].join(' · ')}`;
}

function statusLines<T>(scene: Scene<T>, width: number, paint: ChalkInstance, now: number): readonly string[] {
  const { status, snapshot, noun, eventsPerSecond, note } = scene;
  const { size: objects, resourceVersion } = snapshot;
  const sentence = statusSentence(status, { noun, objects, resourceVersion, eventsPerSecond }, now);
  const problem = clean(problemSentence(status));
  const colour = status.phase === 'live' ? paint.green : status.phase === 'retrying' ? paint.red : paint.yellow;
  return [
    ...(note === '' ? [] : [paint.magenta(cut(note, width))]),
    ...(problem === '' ? [] : wrap(problem, width, PROBLEM_LINES).map((text) => paint.red(text))),
    ...wrap(clean(sentence), width, 2).map((text) => colour(text)),
  ];
}

function cut(text: string, width: number): string {
  return cliTruncate(text, width);
}
