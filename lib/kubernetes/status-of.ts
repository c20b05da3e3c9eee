import { makeStatus, readStatus, type Status, type StatusReason } from './status.js';
import { textOfBody } from './text-of-body.js';

/**
 * What an HTTP answer says, as a `Status`: the one in its body, else one made from its code as client-go does, so that the answer of
 * a proxy is understood too: of its page just the title, or a few words. A plain-text 410 has no reason: it is gone, but not expired.
 */
export function statusOf(httpCode: number, body: string): Status {
  const status = readStatus(parsed(body), httpCode);
  if (status !== undefined) return status;
  const message = textOfBody(httpCode, body) || 'without an explanation';
  return { ...makeStatus(httpCode, reasonOfCode(httpCode), message), status: 'Failure' };
}

const REASONS: ReadonlyMap<number, StatusReason> = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [406, 'NotAcceptable'],
  [409, 'Conflict'],
  [415, 'UnsupportedMediaType'],
  [422, 'Invalid'],
  [429, 'TooManyRequests'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
]);

function reasonOfCode(code: number): StatusReason {
  return REASONS.get(code) ?? (code >= 500 ? 'InternalError' : '');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
