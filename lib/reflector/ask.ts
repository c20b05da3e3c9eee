import { mustWaitMs, spend } from './budget.js';
import type { ListRequest, Memory, Moment, Next, Settings, Step } from './machine.js';
import { NOT_MUTE } from './mute.js';
import { headersSilenceMs, listSilenceMs, streamSilenceMs } from './silence.js';
import { isVersionDoubtful } from './vain.js';
import { pause, SPREAD } from './wait.js';

/** Every way back to the server goes through here, and so under the budget. */

const DEFAULT_PAGE_SIZE = 500;
const MIN_WATCH_SECONDS = 300;
/** A list that has no version cannot be watched on: only a new list tells what was deleted between it and its watch. */
const UNVERSIONED_WATCH_SECONDS = 30;

/** client-go streams on and on; so a list would never come where something on the way cuts streams (L1). */
export const STREAM_CHANCES = 2;

export function proceed<T>(memory: Memory, next: Next, moment: Moment, settings: Settings): Step<T> {
  if (next === 'watch') return watch(memory, moment, settings);
  return mayStream(memory, moment, settings)
    ? stream(memory, false, moment, settings)
    : list(memory, firstPage(memory, settings), false, moment, settings);
}

/**
 * A list gets two chances to be streamed, since a stream may only be cut, unless it is known that it will not be. `always` does not care
 * what is known. A caller who asks for pages gets pages.
 */
function mayStream(
  { streamFailures }: Memory,
  { server: { streaming } }: Moment,
  { watchList, pageSize }: Settings,
): boolean {
  switch (watchList) {
    case 'never':
      return false;
    case 'always':
      return streamFailures < STREAM_CHANCES;
    case 'auto':
      return pageSize === undefined && streaming !== 'fails' && streamFailures < STREAM_CHANCES;
  }
}

/** Whether what is known of the collection's version is refused, or leads nowhere. */
function isNewestWanted({ unavailable, vain }: Memory): boolean {
  return unavailable || isVersionDoubtful(vain);
}

/** client-go's choice: any cached state at first, then "not older than what I know"; unpaged where a watch cache answers it. */
function firstPage(memory: Memory, { pageSize }: Settings): ListRequest {
  const resourceVersion = isNewestWanted(memory) ? '' : memory.resourceVersion === '' ? '0' : memory.resourceVersion;
  const fromCache = resourceVersion !== '' && resourceVersion !== '0' && !memory.paged;
  return { resourceVersion, limit: pageSize ?? (fromCache ? 0 : DEFAULT_PAGE_SIZE), continue: '' };
}

export function list<T>(
  memory: Memory,
  request: ListRequest,
  repeated: boolean,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const over = overBudget<T>(memory, 'list', moment, settings);
  if (over !== undefined) return over;
  return {
    state: {
      at: 'listing',
      memory: { ...memory, mute: NOT_MUTE, budget: spend(memory.budget, moment.now) },
      request,
      first: request,
      resourceVersion: undefined,
      pages: 0,
      emptyPages: 0,
      inPages: false,
      received: 0,
      remaining: undefined,
      repeated,
    },
    effects: [{ type: 'discard' }, { type: 'list', request, silenceMs: listSilenceMs(memory, settings) }],
  };
}

/** As client-go asks for a streamed list: the newest state, or one that is not older than what is known. */
export function stream<T>(memory: Memory, repeated: boolean, moment: Moment, settings: Settings): Step<T> {
  const over = overBudget<T>(memory, 'list', moment, settings);
  if (over !== undefined) return over;
  const resourceVersion = isNewestWanted(memory) ? '' : memory.resourceVersion;
  const request = { resourceVersion, timeoutSeconds: timeoutSeconds(moment), initialEvents: true };
  return {
    state: {
      at: 'streaming',
      memory: { ...memory, mute: NOT_MUTE, budget: spend(memory.budget, moment.now) },
      requestedAt: moment.now,
      openedAt: undefined,
      timeoutSeconds: request.timeoutSeconds,
      events: 0,
      received: 0,
      progressAt: moment.now,
      defect: undefined,
      repeated,
    },
    effects: [{ type: 'discard' }, { type: 'watch', request, silenceMs: streamSilenceMs(memory, settings) }],
  };
}

/** @param suspect that the connection before it was given up for its silence: headers are due soon */
export function watch<T>(memory: Memory, moment: Moment, settings: Settings, suspect = false): Step<T> {
  const over = overBudget<T>(memory, 'watch', moment, settings);
  if (over !== undefined) return over;
  const request = {
    resourceVersion: memory.resourceVersion,
    timeoutSeconds: memory.resourceVersion === '' ? unversionedSeconds(moment) : timeoutSeconds(moment),
    initialEvents: false,
  };
  return {
    state: {
      at: 'watching',
      memory: { ...memory, budget: spend(memory.budget, moment.now) },
      from: memory.resourceVersion,
      requestedAt: moment.now,
      openedAt: undefined,
      timeoutSeconds: request.timeoutSeconds,
      events: 0,
      bookmarkedAt: undefined,
    },
    effects: [{ type: 'watch', request, silenceMs: headersSilenceMs(settings, suspect) }],
  };
}

/**
 * client-go's 5 to 10 minutes, at random. Where it is not known yet whether bookmarks come, the end of the watch is what tells a quiet server
 * from a dead connection, so it is to come soon.
 */
function timeoutSeconds({ random, server }: Moment): number {
  const spread = server.bookmarks === 'unknown' ? MIN_WATCH_SECONDS / 5 : MIN_WATCH_SECONDS;
  return MIN_WATCH_SECONDS + Math.floor(random * spread);
}

function unversionedSeconds({ random }: Moment): number {
  return UNVERSIONED_WATCH_SECONDS + Math.floor(random * UNVERSIONED_WATCH_SECONDS);
}

function overBudget<T>(
  memory: Memory,
  next: Next,
  { now, random }: Moment,
  { hastyServer }: Settings,
): Step<T> | undefined {
  const ms = mustWaitMs(memory.budget, now);
  if (ms === 0) return undefined;
  const failure = memory.failure ?? hastyServer;
  return pause({ ...memory, failure, staleSince: memory.staleSince ?? now }, next, ms * (1 + random * SPREAD), now);
}
