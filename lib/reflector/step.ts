import { proceed } from './ask.js';
import { listing } from './listing.js';
import type { Input, Moment, Settings, State, Step } from './machine.js';
import type { Phase } from './status.js';
import { streaming } from './streaming.js';
import { watching } from './watching.js';

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
    case 'streaming':
      return streaming(state, input, moment, settings);
    case 'watching':
      return watching(state, input, moment, settings);
    case 'waiting':
      return input.type === 'timer' ? proceed(state.memory, state.next, moment, settings) : ignore(state);
    case 'stopped':
      return ignore(state);
  }
}

function start<T>({ memory }: Extract<State, { at: 'idle' }>, moment: Moment, settings: Settings): Step<T> {
  return proceed(memory, memory.resourceVersion === '' ? 'list' : 'watch', moment, settings);
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
      // A watch that is being opened is no news: a healthy reconnect stays live, a retry stays a retry.
      return state.openedAt === undefined ? (before === 'idle' ? 'listing' : before) : 'live';
    case 'waiting':
      return 'retrying';
    case 'stopped':
      return 'stopped';
  }
}
