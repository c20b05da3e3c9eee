import { Observable, type Subscriber } from 'rxjs';
import { isPromiseLike } from '../../codec/index.js';
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../../transport/index.js';
import type { ApiResponse, BodySink, BodySource, ResponseBody } from './exchange.js';
import type { Handler } from './handler.js';

/** How requests within the process are sent. */
export interface InProcessOptions {
  /** A bearer token for every request, which `authorize` gets to see. Default: none. */
  readonly token?: string;
}

const URL = 'http://in-process';

const encoder = new TextEncoder();

/**
 * Ways to the server without a socket. Everything is synchronous: an answer comes inside `subscribe`, unless the handler has to wait for it,
 * an event inside the write that it tells of.
 */
export class InProcessBinding {
  /** What breaks each request that is under way. */
  private readonly open = new Set<() => void>();

  constructor(private readonly handler: Handler) {}

  transport({ token }: InProcessOptions): Transport {
    const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return {
      url: URL,
      request: (request) => {
        if (!request.path.startsWith('/'))
          throw new TypeError(
            `path is ${JSON.stringify(request.path)}: expected an absolute path, such as "/api/v1/pods"`,
          );
        return new Observable((subscriber) => this.exchange(request, credentials, subscriber));
      },
    };
  }

  /** Breaks every exchange that is under way, as when a network fails. */
  cut(): void {
    for (const abort of [...this.open]) abort();
  }

  private exchange(
    { method = 'GET', path, headers, body = '' }: TransportRequest,
    credentials: Readonly<Record<string, string>>,
    subscriber: Subscriber<TransportResponse>,
  ): void {
    const over = new AbortController();
    subscriber.add(() => over.abort());
    const { signal } = over;
    const answer = this.handler({ method, target: path, headers: { ...headers, ...credentials }, body, signal });
    if (isPromiseLike(answer)) this.await(answer, subscriber);
    else this.answer(answer, subscriber);
  }

  private await(answer: Promise<ApiResponse>, subscriber: Subscriber<TransportResponse>): void {
    const untrack = this.track(() => subscriber.error(broken()), subscriber);
    answer.then((response) => {
      untrack();
      if (!subscriber.closed) this.answer(response, subscriber);
    });
  }

  private answer(answer: ApiResponse, subscriber: Subscriber<TransportResponse>): void {
    const exchange = new Exchange(answer.body, subscriber);
    this.track(() => exchange.abort(), subscriber);
    subscriber.add(() => exchange.close());
    subscriber.next({
      status: answer.status,
      headers: answer.headers,
      body$: exchange.body$,
      pause: () => exchange.pause(),
      resume: () => exchange.resume(),
    });
  }

  private track(abort: () => void, subscriber: Subscriber<TransportResponse>): () => void {
    const untrack = () => this.open.delete(abort);
    this.open.add(abort);
    subscriber.add(untrack);
    return untrack;
  }
}

/** One request and its answer, whose body begins when somebody reads it. */
class Exchange implements BodySink {
  readonly body$ = new Observable<Uint8Array>((reader) => this.read(reader));
  private reader: Subscriber<Uint8Array> | undefined;
  private source: BodySource | undefined;
  private closed = false;
  private paused = false;

  constructor(
    private readonly body: ResponseBody,
    private readonly request: Subscriber<TransportResponse>,
  ) {}

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.source?.resume();
  }

  write(chunk: Uint8Array): boolean {
    this.reader?.next(chunk);
    return !this.paused;
  }

  end(): void {
    this.reader?.complete();
    this.request.complete();
  }

  abort(): void {
    this.closed = true;
    this.reader?.error(broken());
    this.request.complete();
  }

  close(): void {
    this.closed = true;
    this.source?.stop();
  }

  private read(reader: Subscriber<Uint8Array>): void {
    if (this.reader !== undefined) reader.error(new Error('the body of a response has one reader only'));
    else if (this.closed) reader.error(broken());
    else this.start(reader);
  }

  private start(reader: Subscriber<Uint8Array>): void {
    this.reader = reader;
    reader.add(() => this.request.complete());
    if (typeof this.body === 'string') {
      this.write(encoder.encode(this.body));
      this.end();
      return;
    }
    this.source = this.body(this);
    // The reader may have left, or the request been given up, while the source wrote its first bytes.
    if (reader.closed || this.closed) this.source.stop();
  }
}

function broken(): TransportError {
  return new TransportError('network', `the connection to ${URL} was reset (ECONNRESET)`, 'ECONNRESET');
}
