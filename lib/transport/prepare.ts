import { type HeaderFields, parseHeaders } from './headers.js';
import type { TransportRequest } from './transport.js';

/** A request that was checked, with its defaults. */
export interface PreparedRequest {
  readonly method: NonNullable<TransportRequest['method']>;
  readonly path: string;
  readonly headers: HeaderFields;
  readonly body: string | undefined;
  readonly compress: boolean;
  readonly longRunning: boolean;
}

/** What may stand in a request line: visible ASCII, and no fragment. */
export const PATH = /^\/[\x21\x22\x24-\x7e]*$/;

/**
 * @throws TypeError when the path is not absolute or not encoded, or a header is one that HTTP does not allow. A path
 *   without its slash could move the request, and its credentials, to another host.
 */
export function prepare(request: TransportRequest): PreparedRequest {
  const { method = 'GET', path, body, compress = false, longRunning = false } = request;
  if (typeof path !== 'string' || !PATH.test(path)) {
    throw new TypeError(
      `path: ${JSON.stringify(path)} must begin with a slash and be percent-encoded, as resourcePath() makes it`,
    );
  }
  const headers = parseHeaders(request.headers ?? {}, 'headers');
  const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
  return { method, path, headers: typed, body, compress, longRunning };
}
