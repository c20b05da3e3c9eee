import { type Budget, FRESH_BUDGET } from './budget.js';
import type { Memory, State } from './machine.js';
import { NOT_MUTE } from './mute.js';
import { NOT_IN_VAIN } from './vain.js';

/** A reflector before it starts. With a `resourceVersion` up to which the collection is known, it begins with a watch. */
export function initialState(
  now: number,
  known?: { readonly resourceVersion: string; readonly staleSince: number },
  budget: Budget = FRESH_BUDGET,
): State {
  const memory: Memory = {
    resourceVersion: known?.resourceVersion ?? '',
    unavailable: false,
    paged: false,
    streamFailures: 0,
    synced: known !== undefined,
    attempt: 0,
    lastKind: undefined,
    silences: 0,
    vain: NOT_IN_VAIN,
    mute: NOT_MUTE,
    silentLists: 0,
    budget,
    failure: undefined,
    offline: undefined,
    defect: undefined,
    staleSince: known?.staleSince,
    phase: 'idle',
    since: now,
  };
  return { at: 'idle', memory };
}
