import { describe, expect, it } from '@jest/globals';
import { StorePlayer } from './store.js';
import { isRefusedTombstone, type StoreTrace, storeExpectation } from './store.rules.js';
import { tracesOf } from './trace.js';

describe.each(['store', 'store-random'])('Indexer does what client-go did: %s', (file) => {
  it.each(tracesOf<StoreTrace>(file).map((trace) => [trace.name, trace] as const))('%s', (_, trace) => {
    const { options, steps } = trace;
    const { expected } = storeExpectation(trace);
    const player = new StorePlayer(options);
    const observed = steps.map((step, i) => {
      if (step.tombstone === undefined || !isRefusedTombstone(options, step)) return player.play(step);
      const { tombstone } = step;
      expect(expected[i]).toMatchObject({ error: 'KeyError' });
      expect(player.keysWithout(tombstone)).toEqual(player.keys.filter((key) => key !== tombstone.key));
      return expected[i];
    });
    expect(observed).toEqual(expected);
  });
});
