import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frames } from './frames.js';

const PAGE = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'docs', 'performance.md');

/** What `load.spec.ts` has measured. */
export interface Load {
  readonly pods: number;
  readonly seconds: number;
  readonly writesPerSecond: number;
  readonly firstRowsMs: number;
  readonly rowsMs: number;
  readonly frames: Frames;
  readonly scrolling: Frames;
  readonly heap: { readonly beforeMB: number; readonly afterMB: number };
}

/** Writes the table of docs/performance.md anew. @param load of the machine, as it was: processes that wanted to run */
export function writeFigures(figures: Load, load: number, cores: number): void {
  const { pods, seconds, writesPerSecond, firstRowsMs, rowsMs, frames, scrolling, heap } = figures;
  const row = (name: string, atRest: string | number, scrolled: string | number) =>
    `| ${name} | ${atRest} | ${scrolled} |`;
  const table = [
    `${pods.toLocaleString('en-US')} pods, ${writesPerSecond.toLocaleString('en-US')} changes a second for ${seconds} s; ${cores} cores, on which ${load.toFixed(1)} processes wanted to run.`,
    `Rows after ${rowsMs} ms (${firstRowsMs} ms at a relay that had to list first). Heap ${heap.beforeMB} MB before, ${heap.afterMB} MB after.`,
    '',
    '| milliseconds | at rest | scrolling |',
    '|---|--:|--:|',
    row('between frames: p50', frames.p50, scrolling.p50),
    row('p95', frames.p95, scrolling.p95),
    row('p99', frames.p99, scrolling.p99),
    row('longest', frames.longest, scrolling.longest),
    row('longest task', frames.longestTask, scrolling.longestTask),
    row(
      'tasks above 50 ms, of frames',
      `${frames.longTasks} of ${frames.frames}`,
      `${scrolling.longTasks} of ${scrolling.frames}`,
    ),
  ].join('\n');
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, page.replace(/(<!-- e2e: begin -->\n).*(<!-- e2e: end -->)/s, `$1${table}\n$2`));
}
