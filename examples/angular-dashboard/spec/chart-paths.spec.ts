import { describe, expect, it } from '@jest/globals';
import { layersOf, spanOf } from '../src/app/overview/chart-paths';
import { SPAN_MS, withSample } from '../src/app/overview/samples';

const running = (count: number) => ({ text: 'Running', tone: 'good', count }) as const;
const failed = (count: number) => ({ text: 'Failed', tone: 'bad', count }) as const;

describe('the chart of statuses', () => {
  it('stacks them, those that are well at the bottom, over the time that is known', () => {
    const samples = [
      { at: 0, counts: [failed(1), running(3)] },
      { at: 3_000, counts: [running(4)] },
    ];
    const [good, bad] = layersOf(samples, 600, 40);
    expect(spanOf(samples)).toBe(60_000);
    expect(good).toEqual({ text: 'Running', tone: 'good', path: 'M570 10L600 0L600 40L570 40Z' });
    expect(bad).toEqual({ text: 'Failed', tone: 'bad', path: 'M570 0L600 0L600 0L570 10Z' });
  });

  it('draws nothing over a gap in which nobody looked', () => {
    const samples = [0, 1_000, 20_000, 21_000].map((at) => ({ at, counts: [running(1)] }));
    expect(layersOf(samples, 600, 40)[0]?.path.match(/M/g)).toHaveLength(2);
  });

  it('is empty without samples', () => {
    expect(layersOf([], 600, 40)).toEqual([]);
  });

  it('forgets what is older than it shows', () => {
    const samples = [
      { at: 0, counts: [] },
      { at: 1_000, counts: [] },
    ].reduce(withSample, []);
    expect(withSample(samples, { at: SPAN_MS + 500, counts: [] }).map(({ at }) => at)).toEqual([1_000, SPAN_MS + 500]);
  });
});
