import { Observable, type Subscriber } from 'rxjs';
import { type BaseUrl, parseBaseUrl } from './base-url.js';
import { messageOf } from './error-chain.js';
import { faultOf } from './fault.js';
import { FetchBody } from './fetch-body.js';
import { type HeaderFields, mergeHeaders } from './headers.js';
import { type HeadersOption, ownHeadersOf } from './own-headers.js';
import { type PreparedRequest, prepare } from './prepare.js';
import { type Transport, TransportError, type TransportResponse } from './transport.js';

export interface FetchTransportOptions {
  /**
   * Where the API server is, or a proxy in front of it: `https://proxy.example/k8s/clusters/c1`. Paths of requests are
   * appended. In a browser it may be relative to the page. It must not hold a user name, a password or a query.
   */
  readonly baseUrl: string | URL;
  /**
   * Headers of every request, or a function that is called for each one and may take its time, for credentials that
   * change: `async () => ({ authorization: 'Bearer ' + (await session.token()) })`. A request's own headers win, except
   * over `authorization`, `cookie` and `impersonate-*`. When the function throws, the request fails with a
   * `TransportError` of kind `credentials`. Default: none.
   */
  readonly headers?: HeadersOption;
  /**
   * What is called in place of the global `fetch`, with a URL as a string and an init with `signal`. Default: the
   * global one.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * A transport over `fetch`, for browsers and for Node without a kubeconfig.
 *
 * Backpressure is that of web streams: while paused, nothing is read, and the browser slows the server down in its
 * turn. Unsubscribing aborts the request. A browser opens six connections to a host over HTTP/1.1, and each watch holds
 * one of them: serve it over HTTP/2 where more is watched.
 *
 * @throws TypeError when an option is wrong; its message names the option
 * @example
 * fetchTransport({ baseUrl: '/k8s', headers: async () => ({ authorization: `Bearer ${await token()}` }) })
 */
export function fetchTransport(options: FetchTransportOptions): Transport {
  if (typeof options !== 'object' || options === null || options instanceof URL) throw noOptions(options);
  const base = parseBaseUrl(options.baseUrl, 'baseUrl');
  const { headers = {}, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  if (typeof fetch !== 'function') throw new TypeError('fetch: must be a function');
  const ownHeaders = ownHeadersOf(headers);
  return {
    url: base.url,
    request(request) {
      const prepared = prepare(request);
      return new Observable<TransportResponse>((subscriber) => {
        const controller = new AbortController();
        subscriber.add(() => controller.abort());
        exchange(prepared, { base, ownHeaders, fetch }, controller, subscriber);
      });
    },
  };
}

/** What a program in JavaScript may give. */
function noOptions(given: unknown): TypeError {
  const isPlace = typeof given === 'string' || given instanceof URL;
  return new TypeError(
    isPlace
      ? 'fetchTransport takes options, and not the URL alone: fetchTransport({ baseUrl })'
      : `fetchTransport takes options, such as { baseUrl: 'https://10.0.0.1:6443' }, and not ${String(given)}`,
  );
}

interface Way {
  readonly base: BaseUrl;
  readonly ownHeaders: () => Promise<HeaderFields>;
  readonly fetch: NonNullable<FetchTransportOptions['fetch']>;
}

/** Never rejects; says nothing once the subscriber is gone. */
async function exchange(
  request: PreparedRequest,
  { base, ownHeaders, fetch }: Way,
  controller: AbortController,
  subscriber: Subscriber<TransportResponse>,
): Promise<void> {
  try {
    const own = await ownHeaders();
    if (subscriber.closed) return;
    const response = await fetch(base.url + request.path, initOf(request, own, controller.signal));
    if (response.type === 'opaqueredirect') throw redirectFault(base);
    const body = new FetchBody(response.body, base.place, subscriber);
    if (!subscriber.closed) subscriber.next(body.responseOf(response));
  } catch (error) {
    if (!subscriber.closed) subscriber.error(fetchFault(error, base));
  }
}

function initOf(request: PreparedRequest, own: HeaderFields, signal: AbortSignal): RequestInit {
  const { method, body, compress } = request;
  // Node's fetch asks for gzip unless told otherwise. Browsers decide for themselves, and ignore this header.
  const encoding = compress ? {} : { 'accept-encoding': 'identity' };
  const headers = { ...encoding, ...mergeHeaders(own, request.headers) };
  // A redirect would take the credentials to wherever it leads.
  const init: RequestInit = { method, headers, signal, redirect: 'manual' };
  return body === undefined ? init : { ...init, body };
}

/** Browsers hide from pages where a redirect leads. */
function redirectFault({ url }: BaseUrl): TransportError {
  return new TransportError('network', `${url} answers with a redirect, which is not followed`);
}

/**
 * Browsers hide from pages why a request failed, so that all that can be said is what to look at. Node gives a cause.
 */
function fetchFault(error: unknown, { url, place }: BaseUrl): TransportError {
  if (error instanceof TransportError) return error;
  if (typeof error === 'object' && error !== null && 'cause' in error) return faultOf(error, place);
  const message =
    `no answer from ${url} (${messageOf(error)}). See that the server runs, that its certificate is trusted here` +
    ' (open the URL in a tab), and that it allows requests from this page (CORS)';
  return new TransportError('network', message, undefined, { cause: error });
}
