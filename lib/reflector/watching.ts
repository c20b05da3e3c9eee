import { compareResourceVersions, isTooManyRequests } from '../kubernetes/index.js';
import { proceed, watch } from './ask.js';
import { HEALTHY_MS } from './backoff.js';
import { cursorAfter } from './cursor.js';
import type { ObjectEvent } from './events.js';
import type { Failure } from './failure.js';
import type { Effect, Input, Memory, Moment, Next, Settings, State, Step, UpstreamTrouble } from './machine.js';
import { moved } from './moved.js';
import { bookmarked, isTooMute, muteFor, spoken } from './mute.js';
import { watchSilenceMs } from './silence.js';
import { isCursorDoubtful, NOT_IN_VAIN, watchedInVain } from './vain.js';
import { fail } from './wait.js';

type Watching = Extract<State, { at: 'watching' }>;

/** client-go's VeryShortWatch: shorter than this, with no event, a watch tells that its resourceVersion is no good. */
export const SHORT_WATCH_MS = 1000;

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
function nowhere<T>(event: ObjectEvent<T>): ObjectEvent<T> {
  return { ...event, resourceVersion: '' };
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
  if (isBehind(input, state)) return wentBack(state, input.resourceVersion, moment, settings);
  const resourceVersion = cursorAfter(state.memory.resourceVersion, input);
  if (input.event.type === 'bookmark') return bookmark(state, input, resourceVersion, moment, settings);
  const event = resourceVersion === '' ? nowhere(input.event) : input.event;
  return { state: moved(state, resourceVersion), effects: [{ type: 'emit', event }] };
}

function bookmark<T>(
  state: Watching,
  { event, upstream }: Extract<Input<T>, { type: 'event' }>,
  resourceVersion: string,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const next = moved(state, resourceVersion);
  const memory = withUpstream(next.memory, upstream);
  const apart = intervalOf(state, moment);
  const mute = apart === undefined ? memory.mute : bookmarked(memory.mute, apart);
  const learned = apart === undefined ? [] : bookmarksAfter<T>(apart, state, moment, settings);
  return {
    state: { ...next, memory: { ...memory, mute }, bookmarkedAt: moment.now },
    effects: [{ type: 'emit', event }, ...learned],
  };
}

/**
 * kube-apiserver sends no bookmark older than where the watch began. One that is shows that the server was restored to an older state; its
 * versions come from another history.
 */
function isBehind<T>({ event, resourceVersion }: Extract<Input<T>, { type: 'event' }>, { from }: Watching): boolean {
  return event.type === 'bookmark' && compareResourceVersions(resourceVersion, from) === -1;
}

/** However long it lived, such a watch was in vain: a server that always does so is listed less and less often. */
function wentBack<T>(state: Watching, to: string, moment: Moment, settings: Settings): Step<T> {
  const { attempt, vain } = state.memory;
  const memory = { ...left(state, moment), attempt, vain, unavailable: true };
  return fail(memory, settings.wentBack(state.from, to), 'list', moment);
}

/** Shorter than this is no interval: a server may send a bookmark as a greeting. */
const SHORTEST_INTERVAL_MS = 5000;

/** The second bookmark of a watch says how long this server lets one wait for the next: one alone is no habit. */
function intervalOf({ bookmarkedAt }: Watching, { now }: Moment): number | undefined {
  return bookmarkedAt === undefined || now - bookmarkedAt < SHORTEST_INTERVAL_MS ? undefined : now - bookmarkedAt;
}

function bookmarksAfter<T>(
  bookmarks: number,
  { timeoutSeconds }: Watching,
  { server }: Moment,
  settings: Settings,
): readonly Effect<T>[] {
  const known = typeof server.bookmarks === 'number' && server.bookmarks >= bookmarks;
  if (known || server.bookmarks === 'irregular') return [];
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
  const memory = left({ ...state, memory: { ...state.memory, silences } }, moment, { type, since });
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

/** What a bookmark says of the relay that sent it: API servers, and relays that are well, say nothing, so that all is well. */
export function withUpstream(memory: Memory, trouble: UpstreamTrouble | undefined): Memory {
  if (trouble === undefined) return memory.failure === undefined ? memory : live(memory);
  const { failure, staleSince } = trouble;
  // It is said again with each bookmark: what was told is not told again.
  return isSameFailure(memory.failure, failure) ? { ...memory, staleSince } : { ...memory, failure, staleSince };
}

function isSameFailure(a: Failure | undefined, b: Failure): boolean {
  return a?.kind === b.kind && a.message === b.message && a.advice === b.advice;
}

/** All is well, whatever the browser said. */
export function live(memory: Memory): Memory {
  return { ...memory, failure: undefined, offline: undefined, staleSince: undefined };
}

/**
 * The memory of a watch that is over: one that was healthy lets the failures before it be forgotten.
 *
 * @param end how, and when it was last known to be alive
 */
export function left(
  state: Watching,
  moment: Moment,
  { type, since }: End = { type: 'ended', since: moment.now },
): Memory {
  const { memory, events } = state;
  const healthy = isHealthy(state, moment);
  // Nobody listened while this process did not run.
  const openMs = openFor(state, type === 'woke' ? since : moment.now);
  return {
    ...memory,
    attempt: healthy ? 0 : memory.attempt,
    vain: healthy || events > 0 ? NOT_IN_VAIN : memory.vain,
    mute: events > 0 ? spoken(memory.mute) : muteFor(memory.mute, openMs, type === 'silent'),
    staleSince: memory.staleSince ?? since,
  };
}

interface End {
  readonly type: 'ended' | 'silent' | 'woke';
  readonly since: number;
}

function isHealthy(state: Watching, moment: Moment): boolean {
  return openFor(state, moment.now) >= HEALTHY_MS;
}

function openFor({ openedAt = Number.POSITIVE_INFINITY }: Watching, now: number): number {
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
 * where one watch after the other says nothing, the cursor may be of the future.
 */
export function resumption({ resourceVersion, mute }: Memory): Next {
  return resourceVersion === '' || isTooMute(mute) ? 'list' : 'watch';
}
