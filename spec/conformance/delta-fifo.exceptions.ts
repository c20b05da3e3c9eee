import type { StepException } from './steps.js';

/** By the name of the trace. */
export const FIFO_EXCEPTIONS: Readonly<Record<string, StepException>> = {
  'delta-fifo/key-of': {
    law: 'api',
    recorded: 'an empty list of deltas has no key, and asking for one is an error',
    ours: 'a key is made of an object or of a tombstone, never of a list of deltas',
    steps: { 6: { hasSynced: false, depth: 0 } },
  },
};
