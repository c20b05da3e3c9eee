import type { Difference } from '../difference.js';
import { EXCEPTIONS } from './exceptions.js';
import { cursor } from './rules/cursor.js';
import { doubt } from './rules/doubt.js';
import { echo } from './rules/echo.js';
import { faults } from './rules/faults.js';
import { memory } from './rules/memory.js';
import { rebirth } from './rules/rebirth.js';
import type { Rule, WatchListOption } from './rules/rule.js';
import { story } from './rules/story.js';
import { waits } from './rules/waits.js';
import { type Run, recordedRun } from './run.js';
import { type InformerTrace, scriptName } from './trace.js';

/** In this order: each sees what those before it made of the recording. */
const RULES: readonly Rule[] = [rebirth, story, echo, memory, waits, cursor, doubt, faults];

export interface Expectation {
  readonly run: Run;
  /** Where that is not what was recorded. */
  readonly differences: readonly Difference[];
}

/** What we do where client-go did this. @param watchList our option for streamed lists */
export function expectationOf(trace: InformerTrace, watchList: WatchListOption): Expectation {
  const exception = EXCEPTIONS[scriptName(trace)];
  const differences: Difference[] = [];
  let run = recordedRun(trace);
  for (const rule of exception === undefined ? RULES : [...RULES, exception]) {
    const rewritten = rule.rewrite(run, trace, watchList);
    if (JSON.stringify(rewritten) !== JSON.stringify(run)) differences.push(rule);
    run = rewritten;
  }
  return { run, differences };
}
