import type { State } from './machine.js';
import type { InformerStatus } from './status.js';

/** What a state looks like from outside. */
export function statusOfState(state: State): InformerStatus {
  const { memory } = state;
  const failure = memory.failure ?? memory.defect;
  return {
    phase: memory.phase,
    synced: memory.synced,
    since: memory.since,
    ...(memory.resourceVersion === '' ? {} : { resourceVersion: memory.resourceVersion }),
    ...(memory.staleSince === undefined || memory.phase === 'live' || !memory.synced
      ? {}
      : { staleSince: memory.staleSince }),
    ...(state.at === 'listing' || state.at === 'streaming' ? { received: state.received } : {}),
    ...(state.at === 'listing' && state.remaining !== undefined ? { remaining: state.remaining } : {}),
    ...(memory.phase === 'retrying' && memory.attempt > 0 ? { attempt: memory.attempt } : {}),
    ...(state.at === 'waiting' ? { retryAt: state.until } : {}),
    ...(failure === undefined ? {} : { failure }),
  };
}
