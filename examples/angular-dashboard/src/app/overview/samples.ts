import type { StatusCount } from './status-counts';

/** What was counted at a time, in epoch milliseconds. */
export interface Sample {
  readonly at: number;
  readonly counts: readonly StatusCount[];
}

/** How far back the charts go. */
export const SPAN_MS = 5 * 60_000;

/** Appends a sample, and lets go of what is too old. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const first = samples.findIndex(({ at }) => sample.at - at <= SPAN_MS);
  return first < 0 ? [sample] : [...samples.slice(first), sample];
}
