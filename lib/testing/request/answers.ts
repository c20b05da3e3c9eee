import { type Observable, of } from 'rxjs';
import { makeStatus, type StatusDetails, type StatusReason } from '../../kubernetes/index.js';
import { TransportError, type TransportResponse } from '../../transport/index.js';

const encoder = new TextEncoder();

const REASONS: Readonly<Record<number, StatusReason>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** A `Status` that a hostile server makes up. */
export function madeUp(code: number, details?: StatusDetails, reason = REASONS[code] ?? '') {
  return makeStatus(code, reason, `the hostile server answers ${code} ${reason}`.trim(), details);
}

/** A whole answer with a JSON body. */
export function answer(
  code: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Observable<TransportResponse> {
  return of({
    status: code,
    headers: { 'content-type': 'application/json', ...headers },
    body$: of(bytesOf(body)),
    pause: () => {},
    resume: () => {},
  });
}

/** One line of JSON, as a watch has them. */
export function bytesOf(value: object): Uint8Array {
  return encoder.encode(`${JSON.stringify(value)}\n`);
}

export function retryAfter(seconds: number | undefined): Readonly<Record<string, string>> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

export function reset(): TransportError {
  return new TransportError('network', 'the connection was reset (ECONNRESET)', 'ECONNRESET');
}

export function connectionRefused(): TransportError {
  return new TransportError('network', 'the connection was refused (ECONNREFUSED)', 'ECONNREFUSED');
}
