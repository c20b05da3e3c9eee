import { compareResourceVersions } from '../../lib/kubernetes/index.js';
import type { Difference } from './difference.js';
import { type Observed, recordedSteps, type StepException, withException } from './steps.js';
import type { StoreOptions, StoreStep } from './store.js';
import type { Trace } from './trace.js';

export type StoreTrace = Trace<StoreOptions, StoreStep>;

/** By the name of the trace. */
export const STORE_EXCEPTIONS: Readonly<Record<string, StepException>> = {
  'store/index-error-panics': {
    law: 'L16',
    recorded: 'an index function that fails panics, and leaves the object stored, but half indexed',
    ours: 'the object is stored and in all other indexes, the failure is reported, and the version of the store is that of the object',
    steps: {
      1: { error: 'panic', size: 2, lastResourceVersion: '2' },
      2: { result: ['n/bar@2', 'n/foo@1'], size: 2, lastResourceVersion: '2' },
      3: { result: ['n/foo@1'], size: 2, lastResourceVersion: '2' },
      4: { result: ['web'], size: 2, lastResourceVersion: '2' },
      5: { error: 'IndexError', size: 2, lastResourceVersion: '2' },
    },
  },
};

/** A step at which a store refuses a tombstone. What we do is tried on a copy, so that the rest of the trace can be compared. */
export const TOMBSTONES: Difference = {
  law: 'L16',
  recorded: 'a store with the plain key function refuses to delete by a tombstone, so that what is gone stays',
  ours: '`Indexer.delete` takes a tombstone by the key that it carries, whatever the key function',
};

export function isRefusedTombstone({ keyFunc }: StoreOptions, { op, tombstone }: StoreStep): boolean {
  return keyFunc === 'metaNamespaceKey' && op === 'delete' && tombstone !== undefined;
}

export const VERSIONS: Difference = {
  law: 'L17',
  recorded: 'the version of the store is that of the last object, also when it is older or none',
  ours: 'the version goes back only with a list, and never to nothing',
};

function withVersions(steps: readonly StoreStep[], recorded: readonly Observed[]): readonly Observed[] {
  let version = '';
  return recorded.map((observed, i) => {
    const next = String(observed.lastResourceVersion ?? '');
    const isBack = compareResourceVersions(next, version) === -1 && steps[i]?.op !== 'replace';
    if (next !== '' && !isBack) version = next;
    return next === version ? observed : { ...observed, lastResourceVersion: version };
  });
}

/** What we show at each step, and where that is not what was recorded. */
export function storeExpectation({ name, options, steps }: StoreTrace) {
  const recorded = recordedSteps(steps);
  const versioned = withVersions(steps, recorded);
  const exception = STORE_EXCEPTIONS[name];
  const differences: Difference[] = [];
  if (steps.some((step) => isRefusedTombstone(options, step))) differences.push(TOMBSTONES);
  if (versioned.some((observed, i) => observed !== recorded[i])) differences.push(VERSIONS);
  if (exception !== undefined) differences.push(exception);
  return { expected: withException(versioned, exception), differences };
}
