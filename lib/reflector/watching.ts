import { isTooManyRequests } from '../kubernetes/index.js';
import { proceed } from './ask.js';
import { HEALTHY_MS } from './backoff.js';
import { cursorAfter } from './cursor.js';
import type { WatchEvent } from './events.js';
import type { Failure } from './failure.js';
import type { Input, Memory, Moment, Next, Settings, State, Step } from './machine.js';
import { isCursorDoubtful, NOT_IN_VAIN, watchedInVain } from './vain.js';
import { fail } from './wait.js';

type Watching = Extract<State, { at: 'watching' }>;

/** client-go's VeryShortWatch: shorter than this, with no event, a watch tells that its resourceVersion is no good. */
export const SHORT_WATCH_MS = 1000;

/** What happens while a watch is asked for, and while it is open. */
export function watching<T>(state: Watching, input: Input<T>, moment: Moment, settings: Settings): Step<T> {
  switch (input.type) {
    case 'opened':
      return { state: { ...state, openedAt: moment.now, memory: live(state.memory) }, effects: [] };
    case 'event': {
      const memory = { ...state.memory, resourceVersion: cursorAfter(state.memory.resourceVersion, input) };
      const event = memory.resourceVersion === '' ? nowhere(input.event) : input.event;
      return { state: { ...state, memory, events: state.events + 1 }, effects: [{ type: 'emit', event }] };
    }
    case 'refused': {
      // 429 says nothing of the resourceVersion; any other refusal may mean that it is no good.
      const next = isTooManyRequests(input.status) ? resumption(state.memory) : 'list';
      return fail(left(state, moment), input.failure, next, moment, input.retryAfterMs);
    }
    case 'ended':
      return ended(state, settings.emptyWatch, moment, settings);
    case 'broken':
      return state.openedAt === undefined
        ? fail(left(state, moment), input.failure, resumption(state.memory), moment)
        : ended(state, input.failure, moment, settings);
    case 'silent':
      return fail(left(state, moment), input.failure, resumption(state.memory), moment);
    case 'garbled':
    case 'unfit':
      return fail(left(state, moment), input.failure, 'list', moment);
    case 'page':
    case 'timer':
    case 'start':
    case 'stop':
      return { state, effects: [] };
  }
}

/** While it is not known where the watch stands, an object's version says nothing of all the others (L2). */
function nowhere<T>(event: WatchEvent<T>): WatchEvent<T> {
  return event.type === 'bookmark' ? event : { ...event, resourceVersion: '' };
}

/** All is well. */
export function live(memory: Memory): Memory {
  return { ...memory, failure: undefined, staleSince: undefined };
}

/** The memory of a watch that is over: one that was healthy lets the failures before it be forgotten. */
function left({ memory, openedAt, events }: Watching, { now }: Moment): Memory {
  const healthy = openedAt !== undefined && now - openedAt >= HEALTHY_MS;
  return {
    ...memory,
    attempt: healthy ? 0 : memory.attempt,
    vain: healthy || events > 0 ? NOT_IN_VAIN : memory.vain,
    staleSince: memory.staleSince ?? now,
  };
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

/** How to go on after a watch. One without a cursor would begin with what there is then, and say nothing of what was deleted meanwhile. */
function resumption({ resourceVersion }: Memory): Next {
  return resourceVersion === '' ? 'list' : 'watch';
}
