import { describe, expect, it } from '@jest/globals';
import {
  isConflict,
  isExpired,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isNotFound,
  isResourceExpired,
  isServiceUnavailable,
  isTimeout,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isUnauthorized,
  makeStatus,
  type StatusReason,
} from '../../lib/kubernetes/index.js';

const of = (code: number, reason: StatusReason) => makeStatus(code, reason, '');

const kinds = {
  isConflict,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isNotFound,
  isServiceUnavailable,
  isTimeout,
  isUnauthorized,
};

describe('kinds of statuses', () => {
  it.each([
    ['isGone', 410, 'Gone'],
    ['isTimeout', 504, 'Timeout'],
    ['isInternalError', 500, 'InternalError'],
    ['isUnauthorized', 401, 'Unauthorized'],
    ['isForbidden', 403, 'Forbidden'],
    ['isNotFound', 404, 'NotFound'],
    ['isConflict', 409, 'Conflict'],
    ['isInvalid', 422, 'Invalid'],
    ['isServiceUnavailable', 503, 'ServiceUnavailable'],
  ] as const)('%s: by a known reason alone, else by code %i', (name, code, reason) => {
    const is = kinds[name];
    expect(is(of(code, reason))).toBe(true);
    expect(is(of(418, reason))).toBe(true);
    expect(is(of(code, ''))).toBe(true);
    expect(is(of(code, 'BadRequest'))).toBe(false);
    expect(is(of(418, ''))).toBe(false);
  });

  it('expired is by reason only, in whatever code', () => {
    expect(isResourceExpired(of(500, 'Expired'))).toBe(true);
    expect(isResourceExpired(of(410, ''))).toBe(false);
    expect(isResourceExpired(of(410, 'Gone'))).toBe(false);
  });

  it('a reflector lists anew for an expired and for a gone version', () => {
    expect([of(500, 'Expired'), of(410, 'Gone'), of(410, '')].every(isExpired)).toBe(true);
    expect([of(410, 'NotFound'), of(404, '')].some(isExpired)).toBe(false);
  });

  it('a store that cannot be read is no internal error', () => {
    expect(isInternalError(of(500, 'StoreReadError'))).toBe(false);
  });

  it('too many requests is by code too, whatever the reason', () => {
    expect(isTooManyRequests(of(429, 'Invalid'))).toBe(true);
    expect(isTooManyRequests(of(503, 'TooManyRequests'))).toBe(true);
    expect(isTooManyRequests(of(503, 'ServiceUnavailable'))).toBe(false);
  });

  it('a 410 without a reason is gone, but a server timeout is no timeout', () => {
    expect(isGone(of(410, ''))).toBe(true);
    expect(isTimeout(of(504, 'ServerTimeout'))).toBe(false);
  });
});

describe('isTooLargeResourceVersion', () => {
  const words = 'Too large resource version';

  it('is told by its cause, whatever the code', () => {
    const status = makeStatus(500, 'InternalError', '', { causes: [{ reason: 'ResourceVersionTooLarge' }] });
    expect(isTooLargeResourceVersion(status)).toBe(true);
  });

  it('is told by the words of an old server, in a timeout with details only', () => {
    expect(isTooLargeResourceVersion(makeStatus(504, 'Timeout', '', { causes: [{ message: words }] }))).toBe(true);
    expect(isTooLargeResourceVersion(makeStatus(504, 'Timeout', `Timeout: ${words}: 9, current: 5`, {}))).toBe(true);
    expect(isTooLargeResourceVersion(makeStatus(504, '', `Timeout: ${words}: 9`, {}))).toBe(true);
    expect(isTooLargeResourceVersion(makeStatus(504, 'Timeout', `Timeout: ${words}: 9, current: 5`))).toBe(false);
    expect(isTooLargeResourceVersion(makeStatus(500, 'InternalError', words, { causes: [{ message: words }] }))).toBe(
      false,
    );
    expect(isTooLargeResourceVersion(makeStatus(504, 'Timeout', words.toLowerCase(), {}))).toBe(false);
    expect(isTooLargeResourceVersion(makeStatus(504, 'Timeout', '', { causes: [{ message: `${words}: 9` }] }))).toBe(
      false,
    );
  });
});
