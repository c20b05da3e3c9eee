import type { Difference } from './difference.js';

/** What can be observed after a step, in the trace's words. */
export type Observed = Record<string, unknown>;

/** Where we differ in one trace. */
export interface StepException extends Difference {
  /** All that we show instead at some steps, counted from 0. The others are as recorded. */
  readonly steps: Readonly<Record<number, Readonly<Observed>>>;
}

/** What steps hold beside what was observed: their inputs, and remarks of the recorder. */
const INPUTS = new Set(
  'op object objects tombstone resourceVersion deltas fail observe id unorderedKeys transactions index indexers value key unordered'.split(
    ' ',
  ),
);

/** What was observed at each step. */
export function recordedSteps(steps: readonly object[]): readonly Observed[] {
  return steps.map((step) => Object.fromEntries(Object.entries(step).filter(([field]) => !INPUTS.has(field))));
}

export function withException(
  recorded: readonly Observed[],
  exception: StepException | undefined,
): readonly Readonly<Observed>[] {
  return recorded.map((observed, i) => exception?.steps[i] ?? observed);
}

/** An input that a step of its kind has. */
export function required<V>(value: V | undefined): V {
  if (value === undefined) throw new Error('the step lacks an input');
  return value;
}
