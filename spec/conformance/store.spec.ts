import { describe, expect, it } from '@jest/globals';
import { type StoreOptions, StorePlayer, type StoreStep } from './store.js';
import { type Deviation, expectedOf, tracesOf } from './trace.js';

const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  'store/index-error-panics': {
    why: 'L16: the failure is thrown too, but the object is stored for good, so the version of the store is that of the object',
    steps: {
      1: { error: 'panic', size: 2, lastResourceVersion: '2' },
      2: { result: ['n/bar@2', 'n/foo@1'], size: 2, lastResourceVersion: '2' },
      3: { result: ['n/foo@1'], size: 2, lastResourceVersion: '2' },
      4: { result: ['web'], size: 2, lastResourceVersion: '2' },
      5: { error: 'IndexError', size: 2, lastResourceVersion: '2' },
    },
  },
};

/**
 * By rule: in client-go a store with the plain key function refuses tombstones, and changes nothing. `Indexer.delete` takes a tombstone
 * by its key, as client-go's informers have their stores do (`deletionHandling`), so these refusals are left out.
 */
function isRefusedTombstone({ keyFunc }: StoreOptions, { op, tombstone }: StoreStep): boolean {
  return keyFunc === 'metaNamespaceKey' && op === 'delete' && tombstone !== undefined;
}

describe.each(['store', 'store-random'])('Indexer does what client-go did: %s', (file) => {
  it.each(tracesOf<StoreOptions, StoreStep>(file).map((trace) => [trace.name, trace] as const))('%s', (name, trace) => {
    const { options } = trace;
    const steps = trace.steps.filter((step) => !isRefusedTombstone(options, step));
    const player = new StorePlayer(options);
    expect(steps.map((step) => player.play(step))).toEqual(expectedOf(steps, DEVIATIONS[name]));
  });
});
