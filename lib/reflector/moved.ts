import type { Memory, State } from './machine.js';

type Watching = Extract<State, { at: 'watching' }>;

/**
 * A watch after one more event, which led to a resourceVersion. There may be tens of thousands a second, so all members are written out: to
 * spread these many takes V8 seven times as long.
 */
export function moved(state: Watching, resourceVersion: string): Watching {
  return {
    at: 'watching',
    memory: at(state.memory, resourceVersion),
    from: state.from,
    requestedAt: state.requestedAt,
    openedAt: state.openedAt,
    timeoutSeconds: state.timeoutSeconds,
    events: state.events + 1,
    bookmarkedAt: state.bookmarkedAt,
  };
}

function at(memory: Memory, resourceVersion: string): Memory {
  return {
    resourceVersion,
    unavailable: memory.unavailable,
    paged: memory.paged,
    streamFailures: memory.streamFailures,
    synced: memory.synced,
    attempt: memory.attempt,
    lastKind: memory.lastKind,
    silences: 0,
    vain: memory.vain,
    mute: memory.mute,
    silentLists: memory.silentLists,
    budget: memory.budget,
    failure: memory.failure,
    offline: memory.offline,
    defect: memory.defect,
    staleSince: memory.staleSince,
    phase: memory.phase,
    since: memory.since,
  };
}
