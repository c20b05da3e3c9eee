import type { ServerFault } from '../fault.js';
import { whole } from '../random.js';
import type { Recipe } from './request-faults.js';

/** @see ServerFault */
export const SERVER_RECIPES: { readonly [T in ServerFault['type']]: Recipe<ServerFault> } = {
  cut: { weight: 4, draw: () => ({ type: 'cut' }) },
  compact: { weight: 3, draw: (random) => ({ type: 'compact', keep: whole(random, 5) }) },
  restart: {
    weight: 3,
    draw: (random) => ({ type: 'restart', downMs: whole(random, 20_000), forgets: random() < 0.5 }),
  },
  freeze: { weight: 2, draw: (random) => ({ type: 'freeze', ms: whole(random, 90_000) }) },
  partition: { weight: 2, draw: (random) => ({ type: 'partition', ms: whole(random, 60_000) }) },
  // Versions that are given twice deceive every client for which it matters: only for those who ask for it.
  restore: { weight: 0, draw: (random) => ({ type: 'restore', versions: 1 + whole(random, 20) }) },
  sleep: { weight: 1, draw: (random) => ({ type: 'sleep', ms: whole(random, 30 * 60_000) }) },
};
