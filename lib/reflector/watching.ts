import { isTooManyRequests } from '../kubernetes/index.js';
import { proceed, watch } from './ask.js';
import { HEALTHY_MS } from './backoff.js';
import { cursorAfter } from './cursor.js';
import type { WatchEvent } from './events.js';
import type { Failure } from './failure.js';
import type { Effect, Input, Memory, Moment, Next, Settings, State, Step } from './machine.js';
import { watchSilenceMs } from './silence.js';
import { isCursorDoubtful, NOT_IN_VAIN, watchedInVain } from './vain.js';
import { fail } from './wait.js';

type Watching = Extract<State, { at: 'watching' }>;

/** client-go's VeryShortWatch: shorter than this, with no event, a watch tells that its resourceVersion is no good. */
export const SHORT_WATCH_MS = 1000;

/** Two bookmarks are overdue: kube-apiserver sends one a minute, or a little later. */
const MUTE_MS = 150_000;
/** So many in a row: an hour or so, which is seldom enough for servers that never send bookmarks. */
const MUTE_WATCHES = 8;

/** What happens while a watch is asked for, and while it is open. */
export function watching<T>(state: Watching, input: Input<T>, moment: Moment, settings: Settings): Step<T> {
  switch (input.type) {
    case 'opened':
      return opened(state, moment, settings);
    case 'event':
      return event(state, input, moment, settings);
    case 'refused': {
      // 429 says nothing of the resourceVersion; any other refusal may mean that it is no good.
      const memory = left(state, moment);
      const next = isTooManyRequests(input.status) ? resumption(memory) : 'list';
      return fail(memory, input.failure, next, moment, { retryAfterMs: input.retryAfterMs });
    }
    case 'ended':
      return input.leftover !== undefined && state.events === 0
        ? fail(left(state, moment), input.leftover, 'list', moment)
        : ended(state, settings.emptyWatch, moment, settings);
    case 'broken':
      return state.openedAt === undefined
        ? fail(left(state, moment), input.failure, resumption(state.memory), moment, { unreachable: true })
        : ended(state, input.failure, moment, settings);
    case 'silent':
    case 'woke':
      return silent(state, input, moment, settings);
    case 'garbled':
    case 'unfit':
      return fail(left(state, moment), input.failure, 'list', moment);
    case 'page':
    case 'timer':
    case 'reachable':
    case 'retryNow':
    case 'start':
    case 'stop':
      return { state, effects: [] };
  }
}

/** While it is not known where the watch stands, an object's version says nothing of all the others (L2). */
function nowhere<T>(event: WatchEvent<T>): WatchEvent<T> {
  return event.type === 'bookmark' ? event : { ...event, resourceVersion: '' };
}

function opened<T>(state: Watching, { now, server }: Moment, settings: Settings): Step<T> {
  return {
    state: { ...state, openedAt: now, memory: live(state.memory) },
    effects: [{ type: 'allow', silenceMs: watchSilenceMs(settings, server.bookmarks, state.timeoutSeconds) }],
  };
}

function event<T>(
  state: Watching,
  input: Extract<Input<T>, { type: 'event' }>,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const resourceVersion = cursorAfter(state.memory.resourceVersion, input);
  const event = resourceVersion === '' ? nowhere(input.event) : input.event;
  const next: Watching = {
    ...state,
    memory: { ...state.memory, resourceVersion, silences: 0 },
    events: state.events + 1,
    bookmarkedAt: event.type === 'bookmark' ? moment.now : state.bookmarkedAt,
  };
  const learned = event.type === 'bookmark' ? bookmarksAfter<T>(state, moment, settings) : [];
  return { state: next, effects: [{ type: 'emit', event }, ...learned] };
}

/** Shorter than this is no interval: a server may send a bookmark as a greeting. */
const SHORTEST_INTERVAL_MS = 5000;

/** The second bookmark of a watch says how long this server lets one wait for the next: one alone is no habit. */
function bookmarksAfter<T>(
  { bookmarkedAt, timeoutSeconds }: Watching,
  { now, server }: Moment,
  settings: Settings,
): readonly Effect<T>[] {
  if (bookmarkedAt === undefined) return [];
  const bookmarks = now - bookmarkedAt;
  const known = typeof server.bookmarks === 'number' && server.bookmarks >= bookmarks;
  if (bookmarks < SHORTEST_INTERVAL_MS || known || server.bookmarks === 'irregular') return [];
  return [
    { type: 'learnBookmarks', bookmarks },
    { type: 'allow', silenceMs: watchSilenceMs(settings, bookmarks, timeoutSeconds) },
  ];
}

/**
 * Nobody knows whether the connection is dead or the server has nothing to say. A new watch tells: it is asked for at once where the one
 * before lived, and has to be answered soon. Where that one says nothing either, bookmarks do not come as regularly as it seemed.
 */
function silent<T>(
  state: Watching,
  { type, failure, since }: Extract<Input<T>, { type: 'silent' | 'woke' }>,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const silences = type === 'silent' ? state.memory.silences + 1 : state.memory.silences;
  const memory = left({ ...state, memory: { ...state.memory, silences } }, moment, since);
  const next = resumption(memory);
  const asleep = type === 'woke' || isHealthy(state, moment);
  const after: Step<T> = !asleep
    ? fail(memory, failure, next, moment)
    : next === 'list'
      ? proceed({ ...memory, failure }, next, moment, settings)
      : watch({ ...memory, failure }, moment, settings, true);
  const irregular = silences >= 2 && state.openedAt !== undefined && typeof moment.server.bookmarks === 'number';
  return irregular
    ? { state: after.state, effects: [{ type: 'learnBookmarks', bookmarks: 'irregular' }, ...after.effects] }
    : after;
}

/** All is well. */
export function live(memory: Memory): Memory {
  return { ...memory, failure: undefined, staleSince: undefined };
}

/**
 * The memory of a watch that is over: one that was healthy lets the failures before it be forgotten.
 *
 * @param since when it was last known to be alive
 */
function left(state: Watching, moment: Moment, since = moment.now): Memory {
  const { memory, events } = state;
  const healthy = isHealthy(state, moment);
  return {
    ...memory,
    attempt: healthy ? 0 : memory.attempt,
    vain: healthy || events > 0 ? NOT_IN_VAIN : memory.vain,
    mute: events > 0 ? 0 : memory.mute + (openFor(state, moment) >= MUTE_MS ? 1 : 0),
    staleSince: memory.staleSince ?? since,
  };
}

function isHealthy(state: Watching, moment: Moment): boolean {
  return openFor(state, moment) >= HEALTHY_MS;
}

function openFor({ openedAt = Number.POSITIVE_INFINITY }: Watching, { now }: Moment): number {
  return now - openedAt;
}

/** A stream that was open is over, one way or another: go on where it was, unless it was so short and empty that it tells of a bad cursor. */
function ended<T>(state: Watching, failure: Failure, moment: Moment, settings: Settings): Step<T> {
  const memory = left(state, moment);
  const vain = watchedInVain(memory.vain);
  const lived = moment.now - state.requestedAt;
  if (state.events > 0 || lived >= HEALTHY_MS) return proceed(memory, resumption(memory), moment, settings);
  return lived < SHORT_WATCH_MS || isCursorDoubtful(vain)
    ? fail({ ...memory, vain }, failure, 'list', moment)
    : proceed({ ...memory, vain }, resumption(memory), moment, settings);
}

/**
 * How to go on after a watch. One without a cursor would begin with what there is then, and say nothing of what was deleted meanwhile. And
 * where one watch after the other says nothing, not even a bookmark, the cursor may be of the future: the server was restored to an
 * older state, and would be silent until its versions have come so far (kubernetes#107457). A list tells.
 */
function resumption({ resourceVersion, mute }: Memory): Next {
  return resourceVersion === '' || mute >= MUTE_WATCHES ? 'list' : 'watch';
}
