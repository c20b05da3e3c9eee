import { backoffMs, longestBackoffMs } from './backoff.js';
import { mustWaitMs } from './budget.js';
import type { Failure } from './failure.js';
import type { Memory, Moment, Next, State, Step } from './machine.js';
import { isVersionDoubtful } from './vain.js';

/** What is added, in proportion, to a wait that somebody else prescribed: never less than asked, and not all at one moment. */
export const SPREAD = 0.1;
/** No wait is longer, whatever a server asks for. A timer of more than 24 days would fire at once. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;
/** Those who hear that the server is there again come back within this time, not all at one moment. */
const FOLLOW_MS = 1000;

/** Why a wait may be shorter or longer than planned. */
interface Wait {
  /** What the server asked for; nobody may cut that short. */
  readonly retryAfterMs?: number | undefined;
  readonly unreachable?: boolean;
  readonly failedAt?: number;
}

/** Does nothing for a while, and then goes on with `next`. */
export function pause<T>(
  memory: Memory,
  next: Next,
  wanted: number,
  now: number,
  { retryAfterMs = 0, unreachable = false, failedAt = now }: Wait = {},
): Step<T> {
  const ms = Math.ceil(Math.min(wanted, LONGEST_WAIT_MS));
  const notBefore = now + Math.min(ms, retryAfterMs);
  return {
    state: { at: 'waiting', memory, next, until: now + ms, notBefore, unreachable, failedAt },
    effects: [
      { type: 'close' },
      { type: 'discard' },
      ...(unreachable ? [{ type: 'unreachable' } as const] : []),
      { type: 'wait', ms },
    ],
  };
}

/** One more failure in a row: waits as the backoff, the server and the budget want it, whichever is longest. */
export function fail<T>(
  memory: Memory,
  failure: Failure,
  next: Next,
  { now, random }: Moment,
  wait: Wait = {},
): Step<T> {
  const attempt = isNewTrouble(failure, memory) ? 1 : memory.attempt + 1;
  const asked = (wait.retryAfterMs ?? 0) * (1 + random * SPREAD);
  const offline = wait.unreachable === true ? memory.offline : undefined;
  const backoff = offline === undefined ? backoffMs(attempt, random) : longestBackoffMs(random);
  const ms = Math.max(backoff, asked, mustWaitMs(memory.budget, now));
  const staleSince = memory.staleSince ?? now;
  const told = { failure: offline ?? failure, lastKind: failure.kind, staleSince };
  return pause({ ...memory, attempt, ...told }, next, ms, now, wait);
}

/**
 * A server that is back after an outage, and has forgotten what came before, is not the outage going on: its backoff begins anew. One
 * that says `expired` again and again, now and then in other words, gets no such mercy.
 */
function isNewTrouble({ kind }: Failure, { lastKind, vain }: Memory): boolean {
  return kind === 'expired' && lastKind !== 'expired' && !isVersionDoubtful(vain);
}

/**
 * Somebody got through, or may get through again: so will this one, in a moment.
 *
 * @param within and not later than this: one who is told so again and again does not put it off
 */
export function follow<T>(memory: Memory, next: Next, { now, random }: Moment, within = FOLLOW_MS): Step<T> {
  return pause(memory, next, Math.max(0, Math.min(random * FOLLOW_MS, within)), now);
}

/**
 * So long nobody waits for another without trying: it may be only the other's request that something on the way does not let through.
 */
const ALONE_AFTER_MS = 240_000;

/** Somebody else is trying to get through, and will say so: this one asks nothing, for a while. Undefined: it has waited enough. */
export function waitForLeader<T>(
  { memory, next, failedAt }: Extract<State, { at: 'waiting' }>,
  { now, random }: Moment,
): Step<T> | undefined {
  if (now - failedAt >= ALONE_AFTER_MS) return undefined;
  return pause(memory, next, backoffMs(memory.attempt, random), now, { unreachable: true, failedAt });
}
