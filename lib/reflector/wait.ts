import { backoffMs } from './backoff.js';
import { mustWaitMs } from './budget.js';
import type { Failure } from './failure.js';
import type { Memory, Moment, Next, Step } from './machine.js';

/** What is added, in proportion, to a wait that somebody else prescribed: never less than asked, and not all at one moment. */
export const SPREAD = 0.1;
/** No wait is longer, whatever a server asks for. A timer of more than 24 days would fire at once. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** Does nothing for a while, and then goes on with `next`. */
export function pause<T>(memory: Memory, next: Next, wanted: number, now: number): Step<T> {
  const ms = Math.min(wanted, LONGEST_WAIT_MS);
  return {
    state: { at: 'waiting', memory, next, until: now + ms },
    effects: [{ type: 'close' }, { type: 'discard' }, { type: 'wait', ms }],
  };
}

/** One more failure in a row: waits as the backoff, the server and the budget want it, whichever is longest. */
export function fail<T>(
  memory: Memory,
  failure: Failure,
  next: Next,
  { now, random }: Moment,
  retryAfterMs = 0,
): Step<T> {
  const attempt = memory.attempt + 1;
  const ms = Math.max(backoffMs(attempt, random), retryAfterMs * (1 + random * SPREAD), mustWaitMs(memory.budget, now));
  return pause({ ...memory, attempt, failure, staleSince: memory.staleSince ?? now }, next, ms, now);
}
