import { describe, expect, it } from '@jest/globals';
import { FIFO_EXCEPTIONS } from './delta-fifo.exceptions.js';
import { type FIFOOptions, FIFOPlayer, type FIFOStep } from './delta-fifo.js';
import { recordedSteps, withException } from './steps.js';
import { type Trace, tracesOf } from './trace.js';

describe.each(['delta-fifo', 'delta-fifo-random-none', 'delta-fifo-random-maintained', 'delta-fifo-random-fixed'])(
  'DeltaFIFO does what client-go did: %s',
  (file) => {
    const traces = tracesOf<Trace<FIFOOptions, FIFOStep>>(file);
    it.each(traces.map((trace) => [trace.name, trace] as const))('%s', (name, { options, steps }) => {
      const player = new FIFOPlayer(options);
      const observed = steps.map((step) => player.play(step));
      expect(observed).toEqual(withException(recordedSteps(steps), FIFO_EXCEPTIONS[name]));
    });
  },
);
