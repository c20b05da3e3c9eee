import { isExpired, isResourceExpired, isTooLargeResourceVersion, isTooManyRequests } from '../kubernetes/index.js';
import { backoffMs, HEALTHY_MS } from './backoff.js';
import { mustWaitMs, spend } from './budget.js';
import { cursorAfter } from './cursor.js';
import type { Failure } from './failure.js';
import type { Input, ListRequest, Memory, Moment, Next, Settings, State, Step } from './machine.js';
import type { Phase } from './status.js';
import {
  isCursorDoubtful,
  isVersionDoubtful,
  isWatchHopeless,
  listedInVain,
  NOT_IN_VAIN,
  watchedInVain,
} from './vain.js';

type In<A extends State['at']> = Extract<State, { at: A }>;

const DEFAULT_PAGE_SIZE = 500;
/** client-go's VeryShortWatch: shorter than this, with no event, a watch tells that its resourceVersion is no good. */
const SHORT_WATCH_MS = 1000;
const MIN_WATCH_SECONDS = 300;
/** What is added, in proportion, to a wait that somebody else prescribed: never less than asked, and not all at one moment. */
const SPREAD = 0.1;
/** No wait is longer, whatever a server asks for. A timer of more than 24 days would fire at once. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * The reflector's decisions: what to do about whatever happens. Pure; the shell performs the effects, in order.
 *
 * It follows client-go's reflector (ListAndWatch), except where a law says otherwise: the cursor never goes back (L17), requests
 * have a budget (L8), the backoff is reset by a healthy watch and not by time alone.
 */
export function step<T>(state: State, input: Input<T>, moment: Moment, settings: Settings): Step<T> {
  const { state: next, effects } = decide(state, input, moment, settings);
  const phase = phaseOf(next, state.memory.phase);
  if (phase === state.memory.phase) return { state: next, effects };
  return { state: { ...next, memory: { ...next.memory, phase, since: moment.now } }, effects };
}

function decide<T>(state: State, input: Input<T>, moment: Moment, settings: Settings): Step<T> {
  if (input.type === 'stop') return { state: { at: 'stopped', memory: state.memory }, effects: [{ type: 'close' }] };
  switch (state.at) {
    case 'idle':
      return input.type === 'start' ? start(state, moment, settings) : ignore(state);
    case 'listing':
      return listing(state, input, moment, settings);
    case 'watching':
      return watching(state, input, moment, settings);
    case 'waiting':
      return input.type === 'timer' ? proceed(state.memory, state.next, moment, settings) : ignore(state);
    case 'stopped':
      return ignore(state);
  }
}

/** What a state does not wait for says nothing to it: a late timer, the end of a request that was given up. */
function ignore<T>(state: State): Step<T> {
  return { state, effects: [] };
}

function phaseOf(state: State, before: Phase): Phase {
  switch (state.at) {
    case 'idle':
      return 'idle';
    case 'listing':
      return 'listing';
    case 'watching':
      // A watch that is being opened is no news: a healthy reconnect stays live, a retry stays a retry.
      return state.openedAt === undefined ? (before === 'idle' ? 'listing' : before) : 'live';
    case 'waiting':
      return 'retrying';
    case 'stopped':
      return 'stopped';
  }
}

function start<T>({ memory }: In<'idle'>, moment: Moment, settings: Settings): Step<T> {
  return proceed(memory, memory.resourceVersion === '' ? 'list' : 'watch', moment, settings);
}

// ---- requests: every way back to the server goes through here -------------------------------------------------------

function proceed<T>(memory: Memory, next: Next, moment: Moment, settings: Settings): Step<T> {
  return next === 'list'
    ? list(memory, firstPage(memory, settings), false, moment, settings)
    : watch(memory, moment, settings);
}

/** client-go's choice: any cached state at first, then "not older than what I know"; unpaged where a watch cache answers it. */
function firstPage(memory: Memory, { pageSize }: Settings): ListRequest {
  const newest = memory.unavailable || isVersionDoubtful(memory.vain);
  const resourceVersion = newest ? '' : memory.resourceVersion === '' ? '0' : memory.resourceVersion;
  const fromCache = resourceVersion !== '' && resourceVersion !== '0' && !memory.paged;
  return { resourceVersion, limit: pageSize ?? (fromCache ? 0 : DEFAULT_PAGE_SIZE), continue: '' };
}

function list<T>(memory: Memory, request: ListRequest, repeated: boolean, moment: Moment, settings: Settings): Step<T> {
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
    effects: [{ type: 'discard' }, { type: 'list', request }],
  };
}

function watch<T>(memory: Memory, moment: Moment, settings: Settings): Step<T> {
  const over = overBudget<T>(memory, 'watch', moment, settings);
  if (over !== undefined) return over;
  const timeoutSeconds = MIN_WATCH_SECONDS + Math.floor(moment.random * MIN_WATCH_SECONDS);
  return {
    state: {
      at: 'watching',
      memory: { ...memory, budget: spend(memory.budget, moment.now) },
      requestedAt: moment.now,
      openedAt: undefined,
      events: 0,
    },
    effects: [{ type: 'watch', request: { resourceVersion: memory.resourceVersion, timeoutSeconds } }],
  };
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

function pause<T>(memory: Memory, next: Next, wanted: number, now: number): Step<T> {
  const ms = Math.min(wanted, LONGEST_WAIT_MS);
  return {
    state: { at: 'waiting', memory, next, until: now + ms },
    effects: [{ type: 'close' }, { type: 'discard' }, { type: 'wait', ms }],
  };
}

function fail<T>(memory: Memory, failure: Failure, next: Next, { now, random }: Moment, retryAfterMs = 0): Step<T> {
  const attempt = memory.attempt + 1;
  const ms = Math.max(backoffMs(attempt, random), retryAfterMs * (1 + random * SPREAD), mustWaitMs(memory.budget, now));
  return pause({ ...memory, attempt, failure, staleSince: memory.staleSince ?? now }, next, ms, now);
}

// ---- lists ----------------------------------------------------------------------------------------------------------

function listing<T>(state: In<'listing'>, input: Input<T>, moment: Moment, settings: Settings): Step<T> {
  switch (input.type) {
    case 'page':
      return page(state, input, moment, settings);
    case 'refused':
      return listRefused(state, input, moment, settings);
    case 'broken':
    case 'silent':
    case 'garbled':
      return fail(state.memory, input.failure, 'list', moment);
    case 'ended':
    case 'opened':
    case 'event':
    case 'timer':
    case 'start':
    case 'stop':
      return ignore(state);
  }
}

function page<T>(
  state: In<'listing'>,
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
    if (meta.continue === state.request.continue) return fail(state.memory, settings.endlessList, 'list', moment);
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
      effects: [{ type: 'list', request }],
    };
  }
  const whole: Memory = {
    ...memory,
    resourceVersion: resourceVersion === '' ? memory.resourceVersion : resourceVersion,
    unavailable: false,
    paged: memory.paged || (state.first.resourceVersion === '0' && state.inPages),
    synced: true,
    vain: listedInVain(memory.vain),
    staleSince: memory.staleSince === undefined ? undefined : moment.now,
  };
  const { state: next, effects } = isWatchHopeless(whole.vain)
    ? pause<T>(whole, 'watch', backoffMs(whole.attempt, moment.random), moment.now)
    : watch<T>(whole, moment, settings);
  return { state: next, effects: [{ type: 'replace', resourceVersion }, ...effects] };
}

function listRefused<T>(
  state: In<'listing'>,
  input: Extract<Input<T>, { type: 'refused' }>,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const { status, failure, retryAfterMs } = input;
  const { memory } = state;
  if (state.pages > 0 && isResourceExpired(status)) {
    // The token of a later page is too old: what was collected is worth nothing, one whole list at the original version is.
    const { state: next, effects } = list<T>(memory, { ...state.first, limit: 0 }, state.repeated, moment, settings);
    return { state: next.at === 'listing' ? { ...next, inPages: true } : next, effects };
  }
  if (!isExpired(status) && !isTooLargeResourceVersion(status))
    return fail(memory, failure, 'list', moment, retryAfterMs);
  const unavailable = { ...memory, unavailable: true };
  if (state.repeated) return fail(unavailable, failure, 'list', moment, retryAfterMs);
  return list(unavailable, { ...state.first, resourceVersion: '' }, true, moment, settings);
}

// ---- watches --------------------------------------------------------------------------------------------------------

function watching<T>(state: In<'watching'>, input: Input<T>, moment: Moment, settings: Settings): Step<T> {
  switch (input.type) {
    case 'opened':
      return { state: { ...state, openedAt: moment.now, memory: live(state.memory) }, effects: [] };
    case 'event': {
      const memory = { ...state.memory, resourceVersion: cursorAfter(state.memory.resourceVersion, input) };
      return { state: { ...state, memory, events: state.events + 1 }, effects: [{ type: 'emit', event: input.event }] };
    }
    case 'refused':
      // 429 says nothing of the resourceVersion; any other refusal may mean that it is no good.
      return fail(
        left(state, moment),
        input.failure,
        isTooManyRequests(input.status) ? resumption(state.memory) : 'list',
        moment,
        input.retryAfterMs,
      );
    case 'ended':
      return ended(state, settings.emptyWatch, moment, settings);
    case 'broken':
      return state.openedAt === undefined
        ? fail(left(state, moment), input.failure, resumption(state.memory), moment)
        : ended(state, input.failure, moment, settings);
    case 'silent':
      return fail(left(state, moment), input.failure, resumption(state.memory), moment);
    case 'garbled':
      return fail(left(state, moment), input.failure, 'list', moment);
    case 'page':
    case 'timer':
    case 'start':
    case 'stop':
      return ignore(state);
  }
}

function live(memory: Memory): Memory {
  return { ...memory, failure: undefined, staleSince: undefined };
}

/** The memory of a watch that is over: one that was healthy lets the failures before it be forgotten. */
function left({ memory, openedAt, events }: In<'watching'>, { now }: Moment): Memory {
  const healthy = openedAt !== undefined && now - openedAt >= HEALTHY_MS;
  return {
    ...memory,
    attempt: healthy ? 0 : memory.attempt,
    vain: healthy || events > 0 ? NOT_IN_VAIN : memory.vain,
    staleSince: memory.staleSince ?? now,
  };
}

/** A stream that was open is over, one way or another: go on where it was, unless it was so short and empty that it tells of a bad cursor. */
function ended<T>(state: In<'watching'>, failure: Failure, moment: Moment, settings: Settings): Step<T> {
  const memory = left(state, moment);
  const vain = watchedInVain(memory.vain);
  const lived = moment.now - state.requestedAt;
  if (state.events > 0 || lived >= HEALTHY_MS) return proceed(memory, resumption(memory), moment, settings);
  return lived < SHORT_WATCH_MS || isCursorDoubtful(vain)
    ? fail({ ...memory, vain }, failure, 'list', moment)
    : proceed({ ...memory, vain }, resumption(memory), moment, settings);
}

/** How to go on after a watch. One without a cursor would begin with what there is then, and say nothing of what was deleted meanwhile. */
function resumption({ resourceVersion }: Memory): Next {
  return resourceVersion === '' ? 'list' : 'watch';
}
