import { proceed } from './ask.js';
import { listing } from './listing.js';
import type { Input, Memory, Moment, Settings, State, Step } from './machine.js';
import type { Phase } from './status.js';
import { streaming } from './streaming.js';
import { isOfSurroundings, type SurroundingInput, surrounded } from './surrounded.js';
import { follow, waitForLeader } from './wait.js';
import { watching, withUpstream } from './watching.js';

/**
 * The reflector's decisions: what to do about whatever happens. Pure; the shell performs the effects, in order.
 *
 * It follows client-go's reflector (ListAndWatch), except where a law says otherwise: the cursor never goes back (L17), requests
 * have a budget (L8), the backoff is reset by a healthy watch and not by time alone.
 */
export function step<T>(state: State, input: Input<T> | SurroundingInput, moment: Moment, settings: Settings): Step<T> {
  const { state: next, effects } = isOfSurroundings(input)
    ? surrounded<T>(state, input, moment)
    : decide(state, input, moment, settings);
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
    case 'streaming':
      return streaming(state, input, moment, settings);
    case 'watching':
      return withWordOfRelay(watching(state, input, moment, settings), input);
    case 'waiting':
      return waiting(state, input, moment, settings);
    case 'stopped':
      return ignore(state);
  }
}

/** A watch at a relay that says at once that it is cut off itself has never been live. */
function withWordOfRelay<T>({ state, effects }: Step<T>, input: Input<T>): Step<T> {
  if (input.type !== 'opened' || input.upstream === undefined) return { state, effects };
  return { state: { ...state, memory: withUpstream(state.memory, input.upstream) }, effects };
}

function start<T>({ memory }: Extract<State, { at: 'idle' }>, moment: Moment, settings: Settings): Step<T> {
  return proceed(memory, memory.resourceVersion === '' ? 'list' : 'watch', moment, settings);
}

function waiting<T>(
  state: Extract<State, { at: 'waiting' }>,
  { type }: Input<T>,
  moment: Moment,
  settings: Settings,
): Step<T> {
  const { memory, next, unreachable, notBefore } = state;
  switch (type) {
    case 'timer':
      return (
        (unreachable && !moment.server.leads ? waitForLeader<T>(state, moment) : undefined) ??
        proceed(memory, next, moment, settings)
      );
    case 'reachable':
      return unreachable ? follow(memory, next, moment) : ignore(state);
    case 'retryNow':
      return moment.now < notBefore ? ignore(state) : proceed(memory, next, moment, settings);
    case 'start':
    case 'page':
    case 'opened':
    case 'event':
    case 'unfit':
    case 'refused':
    case 'ended':
    case 'broken':
    case 'silent':
    case 'woke':
    case 'garbled':
    case 'stop':
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
    case 'streaming':
      return 'listing';
    case 'watching':
      if (state.openedAt === undefined) return phaseOfOpening(state.memory, before);
      return state.memory.failure === undefined ? 'live' : 'retrying';
    case 'waiting':
      return 'retrying';
    case 'stopped':
      return 'stopped';
  }
}

/** A watch that is being opened is no news: a healthy reconnect stays live, a retry stays a retry. */
function phaseOfOpening({ failure }: Memory, before: Phase): Phase {
  if (before === 'idle') return 'listing';
  return before === 'live' && failure !== undefined ? 'retrying' : before;
}
