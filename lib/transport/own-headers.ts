import { codeOf, messageOf } from './error-chain.js';
import { type HeaderFields, parseHeaders } from './headers.js';
import { TransportError } from './transport.js';

/** Headers of every request, or a function that is asked for them before each one. */
export type HeadersOption = HeaderFields | (() => HeaderFields | Promise<HeaderFields>);

/**
 * How a transport gets its own headers for a request.
 *
 * @throws TypeError for headers that HTTP does not allow. What is returned rejects with a `TransportError` of kind `credentials` when the
 *   caller's function fails.
 */
export function ownHeadersOf(headers: HeadersOption): () => Promise<HeaderFields> {
  if (typeof headers === 'function') return () => ask(headers);
  const fixed = parseHeaders(headers, 'headers');
  return () => Promise.resolve(fixed);
}

async function ask(headers: () => HeaderFields | Promise<HeaderFields>): Promise<HeaderFields> {
  try {
    return parseHeaders(await headers(), 'headers()');
  } catch (error) {
    throw new TransportError('credentials', `the headers function failed: ${messageOf(error)}`, codeOf(error), {
      cause: error,
    });
  }
}
