import { describe, expect, it } from '@jest/globals';
import { type FIFOOptions, FIFOPlayer, type FIFOStep } from './delta-fifo.js';
import { type Deviation, expectedOf, tracesOf } from './trace.js';

const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  'delta-fifo/key-of': {
    why: 'api: a key is made of an object or a tombstone, never of a list of deltas, so an empty one cannot be given',
    steps: { 6: { hasSynced: false, depth: 0 } },
  },
};

describe.each(['delta-fifo', 'delta-fifo-random-none', 'delta-fifo-random-maintained', 'delta-fifo-random-fixed'])(
  'DeltaFIFO does what client-go did: %s',
  (file) => {
    it.each(tracesOf<FIFOOptions, FIFOStep>(file).map((trace) => [trace.name, trace] as const))('%s', (name, trace) => {
      const player = new FIFOPlayer(trace.options);
      const observed = trace.steps.map((step) => player.play(step));
      expect(observed).toEqual(expectedOf(trace.steps, DEVIATIONS[name]));
    });
  },
);
