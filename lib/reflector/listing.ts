import { isExpired, isResourceExpired, isTooLargeResourceVersion } from '../kubernetes/index.js';
import { list, proceed, watch } from './ask.js';
import { backoffMs } from './backoff.js';
import type { Failure } from './failure.js';
import type { Input, ListRequest, Memory, Moment, Settings, State, Step } from './machine.js';
import { listSilenceMs } from './silence.js';
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
    case 'silent':
    case 'garbled':
      return again(state.memory, input, moment, settings);
    case 'woke':
      return proceed(state.memory, 'list', moment, settings);
    case 'ended':
    case 'opened':
    case 'event':
    case 'unfit':
    case 'timer':
    case 'reachable':
    case 'retryNow':
    case 'start':
    case 'stop':
      return { state, effects: [] };
  }
}

/** The list failed: what comes after the wait is a list from its beginning, streamed where the caller insists on it. */
function again<T>(
  memory: Memory,
  { type, failure, retryAfterMs }: Trouble,
  moment: Moment,
  settings: Settings,
): Step<T> {
  // client-go has its HTTP layer repeat what broke or is to be asked for later.
  const repeated = type === 'broken' || retryAfterMs !== undefined;
  const next = {
    ...memory,
    streamFailures: settings.watchList === 'always' && !repeated ? 0 : memory.streamFailures,
    silentLists: type === 'silent' ? memory.silentLists + 1 : memory.silentLists,
    // Some servers say 500 where a version is too new for them, for ever (kubernetes#119616).
    unavailable: memory.unavailable || (failure.kind === 'server' && memory.attempt >= VERSION_ATTEMPTS),
  };
  return fail(next, failure, 'list', moment, { retryAfterMs, unreachable: type === 'broken' });
}

interface Trouble {
  readonly type: 'refused' | 'broken' | 'silent' | 'garbled';
  readonly failure: Failure;
  readonly retryAfterMs?: number | undefined;
}

/** So many lists in a row must fail by the server's fault before the newest state is asked for, which costs it more. */
const VERSION_ATTEMPTS = 3;
/** No list of any cluster has so many pages, nor so many in a row with nothing in them. */
const MAX_PAGES = 100_000;
const MAX_EMPTY_PAGES = 100;

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
    // The token that was asked with comes back, or others for ever: following them would never end.
    const emptyPages = count === 0 ? state.emptyPages + 1 : 0;
    if (meta.continue === state.request.continue || emptyPages > MAX_EMPTY_PAGES || pages > MAX_PAGES)
      return again(state.memory, { type: 'garbled', failure: settings.endlessList }, moment, settings);
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
        emptyPages,
        inPages: true,
        received,
        remaining: meta.remainingItemCount,
      },
      effects: [{ type: 'list', request, silenceMs: listSilenceMs(memory, settings) }],
    };
  }
  const cursor = resourceVersion === '' ? memory.resourceVersion : resourceVersion;
  const whole: Memory = {
    ...memory,
    resourceVersion: cursor,
    defect: memory.defect ?? (cursor === '' ? settings.unversioned : undefined),
    unavailable: false,
    paged: memory.paged || (state.first.resourceVersion === '0' && state.inPages),
    streamFailures: 0,
    synced: true,
    vain: listedInVain(memory.vain),
    silentLists: 0,
    // Until its watch is open nothing vouches for it, be it the first list or not.
    staleSince: moment.now,
  };
  const { state: next, effects } = isWatchHopeless(whole.vain)
    ? pause<T>(whole, 'watch', backoffMs(whole.attempt, moment.random), moment.now)
    : watch<T>(whole, moment, settings);
  return { state: next, effects: [{ type: 'replace', resourceVersion }, ...effects] };
}

function refused<T>(
  state: Listing,
  input: Extract<Input<T>, { type: 'refused' }>,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const { memory } = state;
  const { status } = input;
  if (state.pages > 0 && isResourceExpired(status) && state.request.limit !== 0) {
    // The token of a later page is too old: what was collected is worth nothing, one whole list at the original version is. The token that
    // the server offers in its place would go on at another version, which no watch can mend (L2).
    const { state: next, effects } = list<T>(memory, { ...state.first, limit: 0 }, state.repeated, moment, settings);
    return { state: next.at === 'listing' ? { ...next, inPages: true, first: state.first } : next, effects };
  }
  const isUnavailable = isExpired(status) || isTooLargeResourceVersion(status);
  if (isUnavailable && !state.repeated) {
    return list({ ...memory, unavailable: true }, { ...state.first, resourceVersion: '' }, true, moment, settings);
  }
  return again({ ...memory, unavailable: memory.unavailable || isUnavailable }, input, moment, settings);
}
