import { isExpired, isResourceExpired, isTooLargeResourceVersion } from '../kubernetes/index.js';
import { list, listSilenceMs, watch } from './ask.js';
import { backoffMs } from './backoff.js';
import type { Failure } from './failure.js';
import type { Input, ListRequest, Memory, Moment, Settings, State, Step } from './machine.js';
import { isWatchHopeless, listedInVain } from './vain.js';
import { fail, pause } from './wait.js';

type Listing = Extract<State, { at: 'listing' }>;

/** What happens while a list comes, page by page. */
export function listing<T>(state: Listing, input: Input<T>, moment: Moment, settings: Settings): Step<T> {
  switch (input.type) {
    case 'page':
      return page(state, input, moment, settings);
    case 'refused':
      return refused(state, input, moment, settings);
    case 'broken':
      return repeat(state.memory, input.failure, moment);
    case 'silent': {
      const memory = { ...state.memory, silentLists: state.memory.silentLists + 1 };
      return again(memory, input.failure, moment, settings);
    }
    case 'garbled':
      return again(state.memory, input.failure, moment, settings);
    case 'ended':
    case 'opened':
    case 'event':
    case 'unfit':
    case 'timer':
    case 'start':
    case 'stop':
      return { state, effects: [] };
  }
}

/** The list could not be answered now: the same comes after the wait. client-go has its HTTP layer repeat it. */
function repeat<T>(memory: Memory, failure: Failure, moment: Moment, retryAfterMs = 0): Step<T> {
  return fail(memory, failure, 'list', moment, retryAfterMs);
}

/** The list failed: what comes after the wait is a list from its beginning, streamed where the caller insists on it. */
function again<T>(memory: Memory, failure: Failure, moment: Moment, settings: Settings): Step<T> {
  const streamFailures = settings.watchList === 'always' ? 0 : memory.streamFailures;
  return fail({ ...memory, streamFailures }, failure, 'list', moment);
}

function page<T>(
  state: Listing,
  input: Extract<Input<T>, { type: 'page' }>,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const { meta, count } = input;
  const resourceVersion = state.resourceVersion ?? meta.resourceVersion ?? '';
  const memory = { ...state.memory, defect: input.defect ?? (state.pages === 0 ? undefined : state.memory.defect) };
  const pages = state.pages + 1;
  if (meta.continue !== undefined && meta.continue !== '') {
    // The token that was asked with comes back: following it would never end.
    if (meta.continue === state.request.continue) return again(state.memory, settings.endlessList, moment, settings);
    // The server forbids a resourceVersion beside a continue token (kubernetes#85221): the token has its own.
    const request: ListRequest = { resourceVersion: '', limit: state.request.limit, continue: meta.continue };
    const received = state.received + count;
    return {
      state: {
        ...state,
        memory,
        request,
        resourceVersion,
        pages,
        inPages: true,
        received,
        remaining: meta.remainingItemCount,
      },
      effects: [{ type: 'list', request, silenceMs: listSilenceMs(memory, settings) }],
    };
  }
  const whole: Memory = {
    ...memory,
    resourceVersion: resourceVersion === '' ? memory.resourceVersion : resourceVersion,
    unavailable: false,
    paged: memory.paged || (state.first.resourceVersion === '0' && state.inPages),
    streamFailures: 0,
    synced: true,
    vain: listedInVain(memory.vain),
    silentLists: 0,
    staleSince: memory.staleSince === undefined ? undefined : moment.now,
  };
  const { state: next, effects } = isWatchHopeless(whole.vain)
    ? pause<T>(whole, 'watch', backoffMs(whole.attempt, moment.random), moment.now)
    : watch<T>(whole, moment, settings);
  return { state: next, effects: [{ type: 'replace', resourceVersion }, ...effects] };
}

function refused<T>(
  state: Listing,
  { status, failure, retryAfterMs }: Extract<Input<T>, { type: 'refused' }>,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const { memory } = state;
  if (state.pages > 0 && isResourceExpired(status)) {
    // The token of a later page is too old: what was collected is worth nothing, one whole list at the original version is.
    const { state: next, effects } = list<T>(memory, { ...state.first, limit: 0 }, state.repeated, moment, settings);
    return { state: next.at === 'listing' ? { ...next, inPages: true } : next, effects };
  }
  const isUnavailable = isExpired(status) || isTooLargeResourceVersion(status);
  if (isUnavailable && !state.repeated) {
    return list({ ...memory, unavailable: true }, { ...state.first, resourceVersion: '' }, true, moment, settings);
  }
  const next = { ...memory, unavailable: memory.unavailable || isUnavailable };
  return retryAfterMs === undefined
    ? again(next, failure, moment, settings)
    : repeat(next, failure, moment, retryAfterMs);
}
