import type { Attempt } from './attempt.js';
import { longestBackoffMs } from './backoff.js';
import { type Failure, frozenFailure, offlineFailure } from './failure.js';
import type { Memory, Moment, Next, State, Step } from './machine.js';
import type { Surrounding } from './surroundings.js';
import { follow, pause } from './wait.js';
import { left, resumption } from './watching.js';

/** What the page says, as an input of `step`. */
export type SurroundingInput =
  | { readonly type: 'offline'; readonly failure: Failure }
  | { readonly type: 'online' }
  | { readonly type: 'shown' }
  | { readonly type: 'frozen'; readonly failure: Failure }
  | { readonly type: 'thawed' };

/** Undefined where it says nothing of the way to the server: this computer reaches itself without a network. */
export function inputOfSurrounding(word: Surrounding, attempt: Attempt): SurroundingInput | undefined {
  switch (word) {
    case 'offline':
      return needsNetwork(attempt.url) ? { type: word, failure: offlineFailure(attempt) } : undefined;
    case 'online':
      return needsNetwork(attempt.url) ? { type: word } : undefined;
    case 'frozen':
      return { type: word, failure: frozenFailure(attempt) };
    case 'shown':
    case 'thawed':
      return { type: word };
  }
}

export function isOfSurroundings(input: { readonly type: string }): input is SurroundingInput {
  return ['offline', 'online', 'shown', 'frozen', 'thawed'].includes(input.type);
}

/**
 * What a word of the page leads to, whatever is being done. A connection is not waited for while there is no network, nor held by a page that
 * does not run. A browser may be wrong about the network: so now and then, and at the start, a request is made all the same.
 */
export function surrounded<T>(state: State, input: SurroundingInput, moment: Moment): Step<T> {
  switch (state.at) {
    case 'stopped':
      return { state, effects: [] };
    case 'idle':
      return { state: { ...state, memory: networked(state.memory, input) }, effects: [] };
    case 'listing':
    case 'streaming':
      return busy(state, { memory: state.memory, next: 'list' }, input, moment);
    case 'watching': {
      const memory = left(state, moment);
      return busy(state, { memory, next: resumption(memory) }, input, moment);
    }
    case 'waiting':
      return waiting(state, input, moment);
  }
}

function networked(memory: Memory, input: SurroundingInput): Memory {
  if (input.type === 'offline') return { ...memory, offline: input.failure };
  return input.type === 'online' ? { ...memory, offline: undefined } : memory;
}

/** @param after how to go on if what is under way is given up */
function busy<T>(
  state: Extract<State, { at: 'listing' | 'streaming' | 'watching' }>,
  after: { readonly memory: Memory; readonly next: Next },
  input: SurroundingInput,
  { now, random }: Moment,
): Step<T> {
  switch (input.type) {
    case 'offline':
    case 'frozen': {
      const memory = networked({ ...after.memory, failure: input.failure }, input);
      const unreachable = input.type === 'offline';
      return pause(withStaleSince(memory, now), after.next, longestBackoffMs(random), now, { unreachable });
    }
    case 'online':
      return { state: { ...state, memory: networked(state.memory, input) }, effects: [] };
    case 'shown':
    case 'thawed':
      return { state, effects: [{ type: 'look' }] };
  }
}

function waiting<T>(state: Extract<State, { at: 'waiting' }>, input: SurroundingInput, moment: Moment): Step<T> {
  const memory = networked(state.memory, input);
  const { now, random } = moment;
  const nothing: Step<T> = { state: memory === state.memory ? state : { ...state, memory }, effects: [] };
  switch (input.type) {
    case 'offline': {
      const { next, notBefore, failedAt } = state;
      const retryAfterMs = Math.max(0, notBefore - now);
      const ms = Math.max(longestBackoffMs(random), retryAfterMs);
      const told = withStaleSince({ ...memory, failure: input.failure }, now);
      return pause(told, next, ms, now, { unreachable: true, retryAfterMs, failedAt });
    }
    case 'frozen':
      return nothing;
    case 'online':
    case 'shown':
    case 'thawed': {
      if (now < state.notBefore || memory.offline !== undefined) return nothing;
      return follow(memory, state.next, moment, state.until - now);
    }
  }
}

function withStaleSince(memory: Memory, now: number): Memory {
  return { ...memory, staleSince: memory.staleSince ?? now };
}

const NETWORKED = /^(https?|wss?):\/\//;
const LOOPBACK = /^\w+:\/\/(localhost|[^/:]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/;

/** A server on this computer, or in this program, does not. */
function needsNetwork(url: string): boolean {
  return NETWORKED.test(url) && !LOOPBACK.test(url);
}
