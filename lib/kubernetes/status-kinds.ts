import type { Status, StatusReason } from './status.js';

/** The resourceVersion that was asked for is compacted: the API server says so by reason `Expired`, whatever the code. */
export function isResourceExpired(status: Status): boolean {
  return status.reason === 'Expired';
}

/** What was asked for is no longer there. */
export function isGone(status: Status): boolean {
  return hasReason(status, 'Gone', 410);
}

/** List again from the newest state: the resourceVersion or the continue token is too old. client-go's reflector takes both kinds of 410 so. */
export function isExpired(status: Status): boolean {
  return isResourceExpired(status) || isGone(status);
}

/**
 * The server has not seen the resourceVersion that was asked for yet. Servers since 1.17 say so by a cause; older ones
 * time out and only word it.
 */
export function isTooLargeResourceVersion(status: Status): boolean {
  const causes = status.details?.causes ?? [];
  if (causes.some((cause) => cause.reason === 'ResourceVersionTooLarge')) return true;
  return (
    isTimeout(status) &&
    status.details !== undefined &&
    (causes.some((cause) => cause.message === TOO_LARGE) || status.message.includes(TOO_LARGE))
  );
}

const TOO_LARGE = 'Too large resource version';

export function isTimeout(status: Status): boolean {
  return hasReason(status, 'Timeout', 504);
}

/** Not a `StoreReadError`, though its code is 500 too. */
export function isInternalError(status: Status): boolean {
  return hasReason(status, 'InternalError', 500);
}

/** By its code too, whatever the reason. */
export function isTooManyRequests(status: Status): boolean {
  return status.reason === 'TooManyRequests' || status.code === 429;
}

export function isUnauthorized(status: Status): boolean {
  return hasReason(status, 'Unauthorized', 401);
}

export function isForbidden(status: Status): boolean {
  return hasReason(status, 'Forbidden', 403);
}

export function isNotFound(status: Status): boolean {
  return hasReason(status, 'NotFound', 404);
}

export function isConflict(status: Status): boolean {
  return hasReason(status, 'Conflict', 409);
}

export function isAlreadyExists(status: Status): boolean {
  return status.reason === 'AlreadyExists';
}

export function isInvalid(status: Status): boolean {
  return hasReason(status, 'Invalid', 422);
}

export function isServiceUnavailable(status: Status): boolean {
  return hasReason(status, 'ServiceUnavailable', 503);
}

/** client-go's rule: a known reason decides alone; without one the code does. */
function hasReason(status: Status, reason: StatusReason, code: number): boolean {
  return status.reason === reason || (status.reason === '' && status.code === code);
}
