import { mustWaitMs, spend } from './budget.js';
import type { ListRequest, Memory, Moment, Next, Settings, Step } from './machine.js';
import { isVersionDoubtful } from './vain.js';
import { pause, SPREAD } from './wait.js';

/** Every way back to the server goes through here, and so under the budget. */

const DEFAULT_PAGE_SIZE = 500;
const MIN_WATCH_SECONDS = 300;
const LIST_SILENCE_MS = 60_000;
const WATCH_GRACE_MS = 30_000;
/**
 * A streamed list that brings nothing new for so long is none: the server takes the request for a plain watch and will never say that the
 * list is whole. kube-apiserver waits 3 s at most for its cache, then sends what it has, and the mark within a second.
 */
export const STREAM_PATIENCE_MS = 5000;

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
function mayStream({ streamFailures }: Memory, { streaming }: Moment, { watchList, pageSize }: Settings): boolean {
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
      memory: { ...memory, budget: spend(memory.budget, moment.now) },
      request,
      first: request,
      resourceVersion: undefined,
      pages: 0,
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
  const silenceMs = Math.min(STREAM_PATIENCE_MS, listSilenceMs(memory, settings));
  return {
    state: {
      at: 'streaming',
      memory: { ...memory, budget: spend(memory.budget, moment.now) },
      requestedAt: moment.now,
      openedAt: undefined,
      events: 0,
      received: 0,
      progressAt: moment.now,
      defect: undefined,
      repeated,
    },
    effects: [{ type: 'discard' }, { type: 'watch', request, silenceMs }],
  };
}

export function watch<T>(memory: Memory, moment: Moment, settings: Settings): Step<T> {
  const over = overBudget<T>(memory, 'watch', moment, settings);
  if (over !== undefined) return over;
  const request = {
    resourceVersion: memory.resourceVersion,
    timeoutSeconds: timeoutSeconds(moment),
    initialEvents: false,
  };
  return {
    state: {
      at: 'watching',
      memory: { ...memory, budget: spend(memory.budget, moment.now) },
      requestedAt: moment.now,
      openedAt: undefined,
      events: 0,
    },
    effects: [{ type: 'watch', request, silenceMs: watchSilenceMs(settings, request.timeoutSeconds) }],
  };
}

function timeoutSeconds({ random }: Moment): number {
  return MIN_WATCH_SECONDS + Math.floor(random * MIN_WATCH_SECONDS);
}

/** A server that needs longer than the deadline, every time, would never be heard to the end: twice as long, and twice as long again. */
export function listSilenceMs({ silentLists }: Memory, { silenceDeadlineMs }: Settings): number {
  return (silenceDeadlineMs ?? LIST_SILENCE_MS) * 2 ** Math.min(silentLists, 2);
}

/** @param seconds after which the server ends the watch, at most */
export function watchSilenceMs({ silenceDeadlineMs }: Settings, seconds = 2 * MIN_WATCH_SECONDS): number {
  return silenceDeadlineMs ?? seconds * 1000 + WATCH_GRACE_MS;
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
