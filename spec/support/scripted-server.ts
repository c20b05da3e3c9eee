import { Observable, of, Subject, type Subscriber } from 'rxjs';
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../../lib/transport/index.js';

const encoder = new TextEncoder();

/** One request that a test answers by hand, byte by byte if it likes. */
export class ScriptedExchange {
  readonly body$ = new Subject<Uint8Array>();
  /** Whether the client gave it up. */
  aborted = false;
  paused = false;
  /** Whether the headers of the answer were sent. */
  opened = false;

  constructor(
    readonly request: TransportRequest,
    private readonly response: Subscriber<TransportResponse>,
  ) {}

  get url(): URL {
    return new URL(this.request.path, 'http://server');
  }

  /** The query, without what is random or always the same. */
  get query(): Record<string, string> {
    const { timeoutSeconds, allowWatchBookmarks, ...query } = Object.fromEntries(this.url.searchParams);
    return query;
  }

  open(status = 200, headers: Record<string, string> = {}): this {
    const { body$ } = this;
    this.opened = true;
    const pause = (paused: boolean) => () => {
      this.paused = paused;
    };
    this.response.next({ status, headers, body$, pause: pause(true), resume: pause(false) });
    return this;
  }

  send(...values: (string | object)[]): this {
    const text = values.map((value) => (typeof value === 'string' ? value : `${JSON.stringify(value)}\n`)).join('');
    this.body$.next(encoder.encode(text));
    return this;
  }

  end(): void {
    this.body$.complete();
    this.response.complete();
  }

  /** The connection breaks: before the headers, or in the body. */
  reset(code = 'ECONNRESET'): void {
    const error = new TransportError('network', `connection to server:80 broke (${code})`, code);
    this.body$.error(error);
    this.response.error(error);
  }

  /** A whole answer at once. */
  json(body: object, status = 200, headers: Record<string, string> = {}): void {
    this.open(status, headers).send(body).end();
  }

  /** As a server whose feature gate WatchList is off. The body comes when it is asked for, and so may the client leave. */
  refuseStreaming(): void {
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 422, reason: 'Invalid', message: 'no' };
    const body$ = of(encoder.encode(JSON.stringify(status)));
    this.response.next({ status: 422, headers: {}, body$, pause: () => {}, resume: () => {} });
  }

  /** A Status as answer. */
  refuse(code: number, reason: string, headers: Record<string, string> = {}, more: object = {}): void {
    this.json(
      { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: `no: ${reason}`, ...more },
      code,
      headers,
    );
  }
}

/**
 * A transport whose server is the test itself. Unless it has `watchList`, it answers requests for streamed lists by itself, as a server
 * that has none does, and says nothing of them.
 */
export class ScriptedServer implements Transport {
  readonly url = 'http://server';
  readonly exchanges: ScriptedExchange[] = [];
  readonly #watchList: boolean;

  constructor({ watchList = false }: { readonly watchList?: boolean } = {}) {
    this.#watchList = watchList;
  }

  request(request: TransportRequest): Observable<TransportResponse> {
    return new Observable((subscriber) => {
      const exchange = new ScriptedExchange(request, subscriber);
      if (!this.#watchList && exchange.url.searchParams.has('sendInitialEvents')) return exchange.refuseStreaming();
      this.exchanges.push(exchange);
      subscriber.add(() => {
        exchange.aborted = true;
      });
    });
  }

  /** The newest request. */
  get last(): ScriptedExchange {
    const last = this.exchanges.at(-1);
    if (last === undefined) throw new Error('nothing was requested');
    return last;
  }

  /** Those whose client still waits for something. */
  get open(): readonly ScriptedExchange[] {
    return this.exchanges.filter((exchange) => !exchange.aborted);
  }

  /** What was requested, in short: `list?limit=500` or `watch?resourceVersion=5`. */
  get log(): readonly string[] {
    return this.exchanges.map(({ query: { watch, ...query } }) => {
      const text = new URLSearchParams(query).toString();
      return `${watch === undefined ? 'list' : 'watch'}${text === '' ? '' : `?${text}`}`;
    });
  }
}

/** A pod as small as can be. */
export function pod(name: string, resourceVersion: string | number, more: object = {}) {
  const metadata = { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion: String(resourceVersion) };
  return { kind: 'Pod', apiVersion: 'v1', metadata, ...more };
}

export function podList(resourceVersion: string | number, items: object[], metadata: object = {}) {
  return {
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: String(resourceVersion), ...metadata },
    items,
  };
}

export const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: object) => ({ type, object });

export const bookmark = (resourceVersion: string | number) => ({
  type: 'BOOKMARK',
  object: { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: String(resourceVersion) } },
});

/** The mark that ends a streamed list. */
export const initialEventsEnd = (resourceVersion: string | number) => ({
  type: 'BOOKMARK',
  object: {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { resourceVersion: String(resourceVersion), annotations: { 'k8s.io/initial-events-end': 'true' } },
  },
});

export const errorEvent = (code: number, reason: string) => ({
  type: 'ERROR',
  object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: `no: ${reason}` },
});
