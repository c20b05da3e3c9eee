import { byTone, type Tone } from '../ui/tone';
import { type Sample, SPAN_MS } from './samples';

/** One layer of a chart of stacked areas. */
export interface Layer {
  readonly text: string;
  readonly tone: Tone;
  /** For the `d` of a path. */
  readonly path: string;
}

/** A chart that has just begun shows less time, so that there is something to see. */
const LEAST_SPAN_MS = 60_000;

/** How far back the chart of these samples goes, in milliseconds. */
export function spanOf(samples: readonly Sample[]): number {
  const known = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
  return Math.min(SPAN_MS, Math.max(LEAST_SPAN_MS, known));
}

/** Longer without a sample: nobody looked, so nobody knows. */
const GAP_MS = 4_000;

/**
 * The areas of a chart: what was counted of each status, stacked in the order of tones, over the time that ends with the newest sample.
 *
 * @param width in the unit of the paths
 * @param height in the unit of the paths
 */
export function layersOf(samples: readonly Sample[], width: number, height: number): readonly Layer[] {
  const end = samples.at(-1)?.at ?? 0;
  const span = spanOf(samples);
  const most = Math.max(1, ...samples.map(({ counts }) => sum(counts.map(({ count }) => count))));
  const stacks = runsOf(samples);
  const x = ({ at }: Sample) => round(width - ((end - at) / span) * width);
  const y = (value: number) => round(height - (value / most) * height);
  return statusesOf(samples).map(({ text, tone }, index, statuses) => {
    const below = new Set(statuses.slice(0, index).map(({ text }) => text));
    const path = stacks.map((run) => {
      const edges = run.map((sample) => {
        const bottom = sum(sample.counts.filter(({ text }) => below.has(text)).map(({ count }) => count));
        const own = sample.counts.find((each) => each.text === text)?.count ?? 0;
        return { x: x(sample), bottom: y(bottom), top: y(bottom + own) };
      });
      const top = edges.map((edge) => `${edge.x} ${edge.top}`);
      const bottom = edges.map((edge) => `${edge.x} ${edge.bottom}`).reverse();
      return `M${[...top, ...bottom].join('L')}Z`;
    });
    return { text, tone, path: path.join('') };
  });
}

/** Samples that follow each other without a gap. */
function runsOf(samples: readonly Sample[]): readonly (readonly Sample[])[] {
  const runs: Sample[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const sample of samples) {
    const run = runs.at(-1);
    if (run === undefined || sample.at - last > GAP_MS) runs.push([sample]);
    else run.push(sample);
    last = sample.at;
  }
  return runs;
}

/** All that occurred, in the order of tones. */
function statusesOf(samples: readonly Sample[]): readonly { readonly text: string; readonly tone: Tone }[] {
  const tones = new Map(samples.flatMap(({ counts }) => counts.map(({ text, tone }) => [text, tone] as const)));
  return [...tones].map(([text, tone]) => ({ text, tone })).sort(byTone);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
