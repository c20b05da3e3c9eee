import {
  asyncScheduler,
  BehaviorSubject,
  distinctUntilChanged,
  Observable,
  type SchedulerLike,
  type Subscriber,
  tap,
  throwError,
} from 'rxjs';
import { parseBaseUrl } from '../base-url.js';
import { type FetchTransportOptions, fetchTransport } from '../fetch-transport.js';
import { mergeHeaders } from '../headers.js';
import { type HeadersOption, ownHeadersOf } from '../own-headers.js';
import { type PreparedRequest, prepare } from '../prepare.js';
import {
  type RequestTrouble,
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../transport.js';
import { adviceAtRelay } from './advice.js';
import { answeredWithin } from './answered-within.js';
import { type ConnectionOptions, RelayConnection, type StreamRequest } from './connection.js';
import { type Doubt, doubtAfter, type Ending, patienceMs } from './doubt.js';
import { WEB_SOCKET_PATH } from './protocol.js';
import { isAnswered, type RelayWay, refusedWay, UNDECIDED } from './way.js';
import type { WebSocketConstructor } from './web-socket-like.js';
import { withFields } from './with-fields.js';

export interface RelayTransportOptions {
  /**
   * Headers of every request, or a function that is called for each one, as in `fetchTransport`: no WebSocket of a browser can have headers
   * of its own, so each request brings them. Over the WebSocket a server takes `accept` and `authorization`, and others where it was told
   * to. Cookies come along by themselves. Default: none.
   */
  readonly headers?: HeadersOption;
  /** The class `WebSocket`. Default: the global one, which browsers have, and Node from 22 on; on Node 20 that of the package `ws`. */
  readonly webSocket?: WebSocketConstructor;
  /** What is called in place of the global `fetch` where requests go over HTTP. Default: the global one. */
  readonly fetch?: FetchTransportOptions['fetch'];
  /** For timers and the time. Default: RxJS's asyncScheduler. */
  readonly scheduler?: SchedulerLike;
  /** A number in [0, 1), for jitter. Default: Math.random. */
  readonly random?: () => number;
}

/** A transport to a relay. */
export interface RelayTransport extends Transport {
  /** Which way requests take now: for a line in a dashboard's small print. */
  readonly way: RelayWay;
  /** The way now, and whenever it becomes another. Never completes. */
  readonly way$: Observable<RelayWay>;
}

/**
 * A transport to a relay (`createRelay`), or to any server that speaks its WebSocket protocol: all requests of a page share one WebSocket, where
 * a browser would let six of them connect over HTTP/1.1. Make one for the page, and give it to all informers.
 *
 * The WebSocket is opened by the first request, at `url` + `/rxinformer/ws`, and closed a second after the last has ended. When it breaks, what
 * was on it fails with a `TransportError`, which informers mend by themselves, and the next request opens another. A connection on which nothing
 * came for 40 s, not even the server's heartbeat, counts as broken; where its successor meets silence for 10 s too, requests fail with a
 * `TransportError` of kind `timeout`, which informers tell. Where the server answers but no WebSocket comes through, as behind some
 * proxies, requests go over HTTP, and a WebSocket is tried again later: `way` tells. So do requests that are no GET, or have a body.
 *
 * An informer with `fields` has the relay send only those.
 *
 * @param url where the relay is: `https://relay.example`, or with a path in front of it. In a browser it may be relative to the page.
 * @throws TypeError when an option is wrong, or there is no WebSocket; its message names the option
 * @example
 * const transport = relayTransport('/', { headers: async () => ({ authorization: `Bearer ${await token()}` }) });
 * const pods = createInformer({ transport, resource: core.pods, fields: ['status.phase'] });
 */
export function relayTransport(url: string | URL, options: RelayTransportOptions = {}): RelayTransport {
  return new Relay(url, options);
}

class Relay implements RelayTransport {
  readonly url: string;
  readonly way$: Observable<RelayWay>;
  readonly #way = new BehaviorSubject<RelayWay>(UNDECIDED);
  readonly #ownHeaders: ReturnType<typeof ownHeadersOf>;
  readonly #http: Transport;
  readonly #connecting: ConnectionOptions;
  readonly #random: () => number;
  #connection: RelayConnection | undefined;
  /** Who waits for the connection to open. */
  readonly #waiting = new Set<(refusal: Refusal | undefined) => void>();
  #doubt: Doubt | undefined;
  /** Connections that were tried. */
  #attempts = 0;

  constructor(url: string | URL, options: RelayTransportOptions) {
    const base = parseBaseUrl(url, 'url');
    check(options);
    const { headers = {}, webSocket = globalThis.WebSocket, fetch, scheduler = asyncScheduler } = options;
    if (typeof webSocket !== 'function') throw noWebSocket(webSocket);
    this.url = base.url;
    this.way$ = this.#way.pipe(distinctUntilChanged());
    this.#ownHeaders = ownHeadersOf(headers);
    this.#http = fetchTransport({ baseUrl: base.url, headers, ...(fetch !== undefined && { fetch }) });
    const address = base.url.replace(/^http/, 'ws') + WEB_SOCKET_PATH;
    this.#connecting = { url: address, place: base.place, webSocket, scheduler };
    this.#random = options.random ?? Math.random;
  }

  advise(trouble: RequestTrouble): string | undefined {
    return adviceAtRelay(trouble);
  }

  get way(): RelayWay {
    return this.#way.value;
  }

  request(request: TransportRequest): Observable<TransportResponse> {
    const path = withFields(request.path, request.fields);
    const prepared = prepare({ ...request, path });
    const http$ = this.#http.request({ ...request, path });
    if (prepared.method !== 'GET' || prepared.body !== undefined) return http$;
    return new Observable((subscriber) => {
      this.#start(prepared, http$, subscriber);
    });
  }

  /** Never rejects; says nothing once the subscriber is gone. */
  async #start(
    request: PreparedRequest,
    http$: Observable<TransportResponse>,
    subscriber: Subscriber<TransportResponse>,
  ): Promise<void> {
    try {
      const own = await this.#ownHeaders();
      if (subscriber.closed) return;
      const { path, compress } = request;
      this.#send({ path, compress, headers: mergeHeaders(own, request.headers) }, http$, subscriber);
    } catch (error) {
      if (!subscriber.closed) subscriber.error(error);
    }
  }

  #send(request: StreamRequest, http$: Observable<TransportResponse>, subscriber: Subscriber<TransportResponse>): void {
    const way = this.#way.value;
    if (way.via === 'http') {
      if (this.#connecting.scheduler.now() >= way.retryAt) this.#probe();
      subscriber.add(http$.subscribe(subscriber));
      return;
    }
    const connection = this.#connect();
    if (connection.isOpen) connection.send(request, subscriber);
    else
      subscriber.add(
        this.#await(connection, (refusal) => {
          if (refusal === undefined) connection.send(request, subscriber);
          else subscriber.add(this.#instead(http$, refusal).subscribe(subscriber));
        }),
      );
  }

  /** Over HTTP, since the WebSocket did not open. That HTTP is answered decides the way: else it was the server that is away. */
  #instead(http$: Observable<TransportResponse>, { words, ending }: Refusal): Observable<TransportResponse> {
    const attempt = this.#attempts;
    const doubt = this.#doubt;
    const heard$ = doubt === undefined ? http$ : this.#inTime(http$, words, patienceMs(doubt, ending));
    return heard$.pipe(
      tap(({ status }) => {
        this.#doubt = undefined;
        if (isAnswered(status) && attempt === this.#attempts && this.#way.value.via !== 'http') this.#refused(words);
      }),
    );
  }

  /** So that a network which keeps everything back is told of soon. */
  #inTime(http$: Observable<TransportResponse>, refusal: string, ms: number): Observable<TransportResponse> {
    const { place, scheduler } = this.#connecting;
    if (ms === 0) {
      const words = `${place} is silent: an open WebSocket was found dead, and ${refusal}; is the network cut?`;
      return throwError(() => new TransportError('timeout', words));
    }
    const words = `${place} is silent: no answer over HTTP for ${ms / 1000} s, after ${refusal}; is the network cut?`;
    return answeredWithin(http$, { ms, scheduler, words, matters: () => this.#doubt !== undefined });
  }

  /** Whether a WebSocket comes through by now; nobody waits for it. */
  #probe(): void {
    if (this.#connection !== undefined) return;
    this.#await(this.#connect(), (refusal) => {
      if (refusal !== undefined) this.#refused(refusal.words);
    });
  }

  #refused(refusal: string): void {
    this.#way.next(refusedWay(refusal, this.#connecting.scheduler.now(), this.#random()));
  }

  /** @param opened called with why it did not open, if so. @returns stops waiting */
  #await(connection: RelayConnection, opened: (refusal: Refusal | undefined) => void): () => void {
    const release = connection.use();
    const wait = (refusal: Refusal | undefined) => {
      this.#waiting.delete(wait);
      opened(refusal);
      release();
    };
    this.#waiting.add(wait);
    return () => {
      if (this.#waiting.delete(wait)) release();
    };
  }

  /** The one connection. */
  #connect(): RelayConnection {
    if (this.#connection !== undefined) return this.#connection;
    this.#attempts += 1;
    const tell = (refusal: Refusal | undefined) => {
      for (const wait of [...this.#waiting]) wait(refusal);
    };
    this.#connection = new RelayConnection(this.#connecting, {
      opened: () => {
        this.#doubt = undefined;
        this.#way.next({ via: 'webSocket' });
        tell(undefined);
      },
      closed: (words, ending) => {
        this.#connection = undefined;
        if (this.#way.value.via === 'webSocket' && ending !== 'done') this.#way.next(UNDECIDED);
        this.#doubt = doubtAfter(this.#doubt, words === undefined, ending);
        if (words !== undefined) tell({ words, ending });
      },
    });
    return this.#connection;
  }
}

/** Why a WebSocket did not open. */
interface Refusal {
  readonly words: string;
  readonly ending: Ending;
}

const OPTIONS = ['headers', 'webSocket', 'fetch', 'scheduler', 'random'] satisfies (keyof RelayTransportOptions)[];

/** @throws TypeError that names an option which cannot be, or which there is not */
function check(options: RelayTransportOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(
      `options: ${String(options)} is none; relayTransport takes a URL, and options after it: relayTransport(url, { headers })`,
    );
  const names: readonly string[] = OPTIONS;
  const other = Object.keys(options).find((name) => !names.includes(name));
  if (other !== undefined)
    throw new TypeError(`${other}: relayTransport has no such option; it has ${OPTIONS.join(', ')}`);
  const { scheduler, random } = options;
  if (scheduler !== undefined && typeof scheduler?.schedule !== 'function')
    throw new TypeError('scheduler: must be a scheduler, such as asyncScheduler of RxJS');
  if (random !== undefined && typeof random !== 'function')
    throw new TypeError('random: must be a function that gives a number in [0, 1)');
}

function noWebSocket(given: unknown): TypeError {
  return new TypeError(
    given === undefined
      ? "webSocket: this runtime has no WebSocket of its own, as Node before 22: give that of the package ws, relayTransport(url, { webSocket: WebSocket }) with import { WebSocket } from 'ws'"
      : `webSocket: ${String(given)} is not the class WebSocket`,
  );
}
