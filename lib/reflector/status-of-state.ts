import type { State } from './machine.js';
import type { InformerStatus } from './status.js';

/**
 * What a state looks like from outside.
 *
 * @param timeOfDay what clocks on walls say at a time of the state
 */
export function statusOfState(state: State, timeOfDay: (time: number) => number): InformerStatus {
  const { memory } = state;
  const failure = memory.failure ?? memory.defect;
  return {
    phase: memory.phase,
    synced: memory.synced,
    since: timeOfDay(memory.since),
    ...(memory.resourceVersion === '' ? {} : { resourceVersion: memory.resourceVersion }),
    ...(memory.staleSince === undefined || memory.phase === 'live' || !memory.synced
      ? {}
      : { staleSince: timeOfDay(memory.staleSince) }),
    ...(state.at === 'listing' || state.at === 'streaming' ? { received: state.received } : {}),
    ...(state.at === 'listing' && state.remaining !== undefined ? { remaining: state.remaining } : {}),
    ...(memory.phase === 'retrying' && memory.attempt > 0 && !isOpen(state) ? { attempt: memory.attempt } : {}),
    ...(state.at === 'waiting' ? { retryAt: timeOfDay(state.until) } : {}),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** A watch that is open, though it may be that of a relay which is cut off itself, is no attempt. */
function isOpen(state: State): boolean {
  return state.at === 'watching' && state.openedAt !== undefined;
}
