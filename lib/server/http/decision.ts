import { type SchedulerLike, Subscription } from 'rxjs';
import { isPromiseLike } from '../../codec/index.js';
import { makeStatus } from '../../kubernetes/index.js';
import { ApiError } from '../store/api-error.js';
import type { AccessDecision, AccessRequest, Authorize } from './authorize.js';
import { reportToOperator } from './report.js';

/** Milliseconds that a request waits for a decision. */
const WAIT_MS = 30_000;

/** No more is told to a client: what an `authorize` throws may hold what only the operator may know. */
const NO_DECISION =
  'Internal error occurred: there is no decision about this request; the operator of the server is told why';

const DECISIONS: ReadonlySet<unknown> = new Set<AccessDecision['access']>([
  'granted',
  'unauthenticated',
  'denied',
  'unavailable',
]);

/** How long a decision is waited for, at most. */
export interface Patience {
  readonly scheduler: SchedulerLike;
  /** Aborted when nobody waits any more: who asked is gone, or the server stops. */
  readonly ends: readonly (AbortSignal | undefined)[];
}

/**
 * What `authorize` says of a request, at once where it does.
 *
 * @throws ApiError as `authorize` threw it; 500 when it threw anything else, or gave what is no decision, and 503 when it said nothing for 30 s, both
 *   of which are told to the operator. A promise rejects with it
 */
export function decisionOf(
  authorize: Authorize,
  asked: AccessRequest,
  patience: Patience,
): AccessDecision | Promise<AccessDecision> {
  try {
    const given = authorize(asked);
    return isPromiseLike(given) ? inTime(given, asked, patience) : checked(given);
  } catch (error) {
    throw refusalFor(error);
  }
}

/** The compiler knows that there is nothing else; a program in JavaScript may not, and then nobody gets in. */
function checked(given: AccessDecision): AccessDecision {
  if (DECISIONS.has(Object(given).access)) return given;
  throw new TypeError(
    'authorize: what it gave is no decision; give { access: "granted" }, { access: "unauthenticated" }, { access: "denied" } ' +
      'or { access: "unavailable" }, or a promise of one',
  );
}

function inTime(
  given: PromiseLike<AccessDecision>,
  asked: AccessRequest,
  { scheduler, ends }: Patience,
): Promise<AccessDecision> {
  return new Promise((resolve, reject) => {
    const waiting = new Subscription();
    const giveUp = (why: ApiError) => {
      waiting.unsubscribe();
      reject(why);
    };
    for (const end of ends) if (end !== undefined) waiting.add(onAbort(end, () => giveUp(nobodyWaits())));
    waiting.add(scheduler.schedule(() => giveUp(tooLate(asked)), WAIT_MS));
    Promise.resolve(given)
      .then(checked)
      .finally(() => waiting.unsubscribe())
      .then(resolve, (error: unknown) => reject(refusalFor(error)));
  });
}

/** Calls, at once where it was aborted before. Returns what stops listening. */
function onAbort(signal: AbortSignal, call: () => void): () => void {
  if (signal.aborted) call();
  else signal.addEventListener('abort', call);
  return () => signal.removeEventListener('abort', call);
}

function refusalFor(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  reportToOperator(error);
  return new ApiError(makeStatus(500, 'InternalError', NO_DECISION));
}

/** Nobody is there to read it, unless the server stops. */
function nobodyWaits(): ApiError {
  const message = 'the server stops, or nobody waits for the answer any more';
  return new ApiError(makeStatus(503, 'ServiceUnavailable', message, { retryAfterSeconds: 1 }));
}

function tooLate({ verb, path }: AccessRequest): ApiError {
  const seconds = WAIT_MS / 1000;
  reportToOperator(
    new Error(`authorize: no decision within ${seconds} s about ${verb} ${path}; it was answered with 503`),
  );
  const message = `nobody has decided within ${seconds} s whether this request is allowed; try again later`;
  return new ApiError(makeStatus(503, 'ServiceUnavailable', message, { retryAfterSeconds: 1 }));
}
