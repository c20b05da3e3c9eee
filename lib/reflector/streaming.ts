import { isExpired, isTooLargeResourceVersion, isTooManyRequests, type Status } from '../kubernetes/index.js';
import { proceed, STREAM_CHANCES, stream } from './ask.js';
import type { Effect, Input, Memory, Moment, Settings, State, Step } from './machine.js';
import { STREAM_PATIENCE_MS, watchSilenceMs } from './silence.js';
import { listedInVain } from './vain.js';
import { fail } from './wait.js';
import { live, SHORT_WATCH_MS, withUpstream } from './watching.js';

type StreamingState = Extract<State, { at: 'streaming' }>;

/**
 * What happens while a streamed list comes. Only the marked bookmark makes it whole (L15); whatever else happens before it, what came is
 * dropped, and the list is asked for once more or, as client-go does it, in pages.
 *
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/3157-watch-list
 */
export function streaming<T>(state: StreamingState, input: Input<T>, moment: Moment, settings: Settings): Step<T> {
  switch (input.type) {
    case 'opened':
      return { state: { ...state, openedAt: moment.now }, effects: [] };
    case 'event':
      return event(state, input, moment, settings);
    case 'unfit':
      return { state: { ...state, defect: input.failure, progressAt: moment.now }, effects: [] };
    case 'refused':
      return refused(state, input, moment, settings);
    case 'garbled':
      return inPages(state, [], moment, settings);
    case 'silent':
      return inPages(state, state.openedAt === undefined ? [] : incapable(moment), moment, settings);
    case 'broken':
      if (state.openedAt === undefined) return fail(once(state), input.failure, 'list', moment, { unreachable: true });
      return cut(state, [], moment, settings);
    case 'ended':
      return cut(state, incapable(moment), moment, settings);
    case 'woke':
      return proceed(state.memory, 'list', moment, settings);
    case 'page':
    case 'timer':
    case 'reachable':
    case 'retryNow':
    case 'start':
    case 'stop':
      return { state, effects: [] };
  }
}

function event<T>(
  state: StreamingState,
  input: Extract<Input<T>, { type: 'event' }>,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const { event, resourceVersion, initialEventsEnd } = input;
  if (event.type === 'bookmark' && initialEventsEnd === true && resourceVersion !== '')
    return whole(state, input, moment, settings);
  const added = event.type === 'added';
  // A plain watch of a busy collection is never quiet: it is known by its events, none of which adds to the list.
  if (!added && moment.now - state.progressAt >= STREAM_PATIENCE_MS)
    return inPages(state, incapable(moment), moment, settings);
  const events = state.events + 1;
  if (event.type === 'bookmark') return { state: { ...state, events }, effects: [] };
  const received = state.received + (added ? 1 : event.type === 'deleted' ? -1 : 0);
  const progressAt = added ? moment.now : state.progressAt;
  return { state: { ...state, events, received, progressAt }, effects: [{ type: 'collect', event }] };
}

/** The list is published, and the stream goes on as the watch. It counts as one that was opened just now. */
function whole<T>(
  { memory, defect, timeoutSeconds }: StreamingState,
  { resourceVersion, upstream }: Extract<Input<T>, { type: 'event' }>,
  { now, server }: Moment,
  settings: Settings,
): Step<T> {
  const vain = listedInVain(memory.vain);
  const next = {
    ...withUpstream(live(memory), upstream),
    resourceVersion,
    unavailable: false,
    streamFailures: 0,
    synced: true,
    defect,
    vain,
    silentLists: 0,
  };
  return {
    state: {
      at: 'watching',
      memory: next,
      from: resourceVersion,
      requestedAt: now,
      openedAt: now,
      timeoutSeconds,
      events: 0,
      bookmarkedAt: undefined,
    },
    effects: [
      { type: 'learnStreaming', streaming: 'works' },
      { type: 'allow', silenceMs: watchSilenceMs(settings, server.bookmarks, timeoutSeconds) },
      { type: 'replace', resourceVersion },
    ],
  };
}

function refused<T>(
  state: StreamingState,
  { status, failure, retryAfterMs }: Extract<Input<T>, { type: 'refused' }>,
  moment: Moment,
  settings: Settings,
): Step<T> {
  if (isExpired(status) || isTooLargeResourceVersion(status)) {
    const unavailable = { ...state.memory, unavailable: true };
    if (!state.repeated) return stream(unavailable, true, moment, settings);
    return inPages({ ...state, memory: unavailable }, [], moment, settings);
  }
  if (isTooManyRequests(status) || retryAfterMs !== undefined)
    return fail(once(state), failure, 'list', moment, { retryAfterMs });
  return inPages(
    state,
    isUnknownOption(status) ? [{ type: 'learnStreaming', streaming: 'fails' }] : [],
    moment,
    settings,
  );
}

/** So a server answers that does not know `sendInitialEvents`, or whose feature gate WatchList is off. */
function isUnknownOption({ code }: Status): boolean {
  return code === 400 || code === 422;
}

/** A server that has streamed before is taken for slow or cut off rather than for one that cannot. */
function incapable<T>({ server: { streaming } }: Moment): readonly Effect<T>[] {
  return streaming === 'works' ? [] : [{ type: 'learnStreaming', streaming: 'fails' }];
}

/** The stream is over before it was whole: once more, unless it brought nothing at all. @param effects if that was the last chance */
function cut<T>(state: StreamingState, effects: readonly Effect<T>[], moment: Moment, settings: Settings): Step<T> {
  const short = state.events === 0 && moment.now - state.requestedAt < SHORT_WATCH_MS;
  if (short) return inPages(state, effects, moment, settings);
  const memory = once(state);
  return after(memory.streamFailures < STREAM_CHANCES ? [] : effects, proceed(memory, 'list', moment, settings));
}

function inPages<T>(state: StreamingState, effects: readonly Effect<T>[], moment: Moment, settings: Settings): Step<T> {
  const memory = { ...state.memory, streamFailures: Number.POSITIVE_INFINITY };
  return after(effects, proceed(memory, 'list', moment, settings));
}

function once({ memory }: StreamingState): Memory {
  return { ...memory, streamFailures: memory.streamFailures + 1 };
}

function after<T>(effects: readonly Effect<T>[], step: Step<T>): Step<T> {
  return { state: step.state, effects: [...effects, ...step.effects] };
}
