import type { ChalkInstance } from 'chalk';
import { duration } from '../text/age.js';
import { clean } from '../text/clean.js';
import { sentences } from '../text/sentences.js';
import { CHECK_NAMES, type Finding, type Verdict } from './finding.js';

/** What the findings are about. All of it is shown. */
export interface Heading {
  /** Of this package. */
  readonly version: string;
  /** Such as `Node v24.1.0, linux x64`. */
  readonly runtime: string;
  /** As the user wrote it. */
  readonly resource: string;
  /** URL and context, or the demo. */
  readonly place: string;
  /** Which objects: `in namespace shop`, `with tier=web`. */
  readonly scope: readonly string[];
}

const NAME_WIDTH = Math.max(...CHECK_NAMES.map((name) => name.length)) + 2;
const VERDICT_WIDTH = 6;
const INDENT = ' '.repeat(2 + VERDICT_WIDTH + NAME_WIDTH);

/** The lines above the findings. */
export function headLines({ version, runtime, resource, place, scope }: Heading): readonly string[] {
  return [clean(`rxinformer ${version} doctor: ${[resource, ...scope].join(' ')}`), clean(`${place}; ${runtime}`), ''];
}

/** One finding as a line, and a further one with what to do. */
export function findingLines(
  { check, verdict, said, advice, tookMs }: Finding,
  paint: ChalkInstance,
): readonly string[] {
  const time = tookMs === undefined || tookMs === 0 ? '' : ` (${tookMs < 10_000 ? `${tookMs} ms` : duration(tookMs)})`;
  const sign = paintVerdict(verdict, signOf(verdict).padEnd(VERDICT_WIDTH), paint);
  const line = `  ${sign}${check.padEnd(NAME_WIDTH)}${clean(said)}${paint.dim(time)}`;
  return advice === undefined || verdict === 'ok' ? [line] : [line, `${INDENT}${clean(sentences(advice))}`];
}

/** The lines below the findings: all in one sentence. */
export function footLines(findings: readonly Finding[], paint: ChalkInstance): readonly string[] {
  const failed = namesOf(findings, 'fail');
  if (failed !== '') return ['', paint.red(`Does not work: ${failed}.`)];
  const doubtful = namesOf(findings, 'warn');
  if (doubtful !== '') return ['', paint.yellow(`Works, but look at: ${doubtful}.`)];
  const untried = findings.some(({ verdict, check }) => verdict === 'skip' && check !== 'TLS');
  return ['', untried ? 'What was tried works.' : paint.green('All that an informer needs works.')];
}

/** The whole page as one line of JSON. */
export function jsonPage(heading: Heading, server: string | undefined, findings: readonly Finding[]): object {
  const { version, runtime, resource, place, scope } = heading;
  const works = findings.every(({ verdict }) => verdict !== 'fail');
  return { rxinformer: version, runtime, server, place, resource, scope, works, findings };
}

function namesOf(findings: readonly Finding[], wanted: Verdict): string {
  return findings
    .filter(({ verdict }) => verdict === wanted)
    .map(({ check }) => check)
    .join(', ');
}

function signOf(verdict: Verdict): string {
  return verdict === 'fail' ? 'FAIL' : verdict;
}

function paintVerdict(verdict: Verdict, text: string, paint: ChalkInstance): string {
  switch (verdict) {
    case 'ok':
      return paint.green(text);
    case 'note':
      return paint.cyan(text);
    case 'warn':
      return paint.yellow(text);
    case 'fail':
      return paint.red.bold(text);
    case 'skip':
      return paint.dim(text);
  }
}
