import { defer, type Observable, type SchedulerLike, type Subscription } from 'rxjs';
import type { BodyDecoder } from '../codec/index.js';
import { type Status, statusOf } from '../kubernetes/index.js';
import {
  faultOf,
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../transport/index.js';
import { firstLookMs, look } from './look.js';
import { TransportMistake } from './transport-mistake.js';

/** How one request went. Nothing is said after `refused`, `ended`, `broken` or `garbled`. */
export interface ExchangeHandler<R> {
  /** Status 200: the body follows, into the decoder. */
  opened(headers: Readonly<Record<string, string>>): void;
  refused(status: Status, retryAfterMs: number | undefined): void;
  /** The body ended properly. */
  ended(result: R): void;
  broken(error: TransportError): void;
  /** Nothing came for so many milliseconds. */
  silent(milliseconds: number): void;
  /** This process did not run, and nothing came for so many milliseconds. */
  woke(milliseconds: number): void;
  /** The decoder threw, or the transport is none: a TransportMistake. */
  garbled(error: unknown): void;
}

/** An error body is for a sentence; kube-apiserver's are below 1 KB, a proxy's page may be anything. */
const MAX_ERROR_BYTES = 64 * 1024;
/** Its status says enough: what of its body has not come by then is not waited for. */
const MAX_ERROR_MS = 5000;

/**
 * One request and its answer: the edge where bytes come in. Unsubscribing ends it at once; what is still in the pipe is dropped (L17).
 */
export class Exchange<R> {
  readonly #handler: ExchangeHandler<R>;
  readonly #scheduler: SchedulerLike;
  #silenceMs: number;
  readonly #subscriptions: Subscription[] = [];
  #lastByteAt: number;
  /** Where it goes, for what a transport throws that is no TransportError. */
  #place = '';
  #closed = false;
  /** The next look at whether it is silent. */
  #next: { readonly timer: Subscription; readonly due: number; readonly second: boolean } | undefined;

  constructor(handler: ExchangeHandler<R>, scheduler: SchedulerLike, silenceMs: number) {
    this.#handler = handler;
    this.#scheduler = scheduler;
    this.#silenceMs = silenceMs;
    this.#lastByteAt = scheduler.now();
  }

  start(transport: Transport, request: TransportRequest, decoder: BodyDecoder<R>): void {
    this.#place = transport.url;
    this.#watchSilence(firstLookMs(this.#silenceMs), false);
    this.#add(
      defer(() => requested(transport, request)).subscribe({
        next: (response) => {
          this.#lastByteAt = this.#scheduler.now();
          if (this.#closed) return;
          if (!isSubscribable(response?.body$)) return this.#broken(new TransportMistake('answered without a body$'));
          const { status, headers = {}, body$ } = response;
          if (status !== 200) return this.#readRefusal(status, headers, body$);
          this.#handler.opened(headers);
          if (!this.#closed) this.#readBody(body$, decoder);
        },
        error: (error: unknown) => this.#broken(error),
      }),
    );
  }

  /** From now on the connection may bring nothing for so long. */
  allow(silenceMs: number): void {
    this.#silenceMs = silenceMs;
  }

  /** Looks now whether it is silent: a timer that was held back comes too late for somebody who has just come back. */
  look(): void {
    if (this.#closed || this.#next === undefined) return;
    const { timer, due, second } = this.#next;
    timer.unsubscribe();
    this.#look(timer, due, second);
  }

  close(): void {
    this.#closed = true;
    for (const subscription of this.#subscriptions.splice(0)) subscription.unsubscribe();
  }

  #readBody(body$: Body, decoder: BodyDecoder<R>): void {
    this.#add(
      body$.subscribe({
        next: (chunk) => {
          this.#lastByteAt = this.#scheduler.now();
          this.#decode(() => decoder.write(chunk));
        },
        error: (error: unknown) => this.#broken(error),
        complete: () => {
          const result = this.#decode(() => decoder.end());
          if (result !== undefined) this.#finish(() => this.#handler.ended(result.value));
        },
      }),
    );
  }

  #decode<V>(decode: () => V): { readonly value: V } | undefined {
    if (this.#closed) return undefined;
    try {
      return { value: decode() };
    } catch (error) {
      this.#finish(() => this.#handler.garbled(error));
      return undefined;
    }
  }

  #readRefusal(status: number, headers: Readonly<Record<string, string>>, body$: Body): void {
    const decoder = new TextDecoder();
    let text = '';
    const refuse = () =>
      this.#finish(() =>
        this.#handler.refused(
          statusOf(status, redirected(status, headers) ?? text),
          retryAfterMs(headers['retry-after'], this.#scheduler.now()),
        ),
      );
    this.#add(this.#scheduler.schedule(refuse, MAX_ERROR_MS));
    this.#add(
      body$.subscribe({
        next: (chunk) => {
          text += decoder.decode(chunk, { stream: true });
          if (text.length > MAX_ERROR_BYTES) refuse();
        },
        error: refuse,
        complete: refuse,
      }),
    );
  }

  #broken(error: unknown): void {
    this.#finish(() =>
      error instanceof TransportMistake
        ? this.#handler.garbled(error)
        : this.#handler.broken(faultOf(error, this.#place)),
    );
  }

  #finish(say: () => void): void {
    if (this.#closed) return;
    this.close();
    say();
  }

  #add(subscription: Subscription): void {
    if (this.#closed) subscription.unsubscribe();
    else this.#subscriptions.push(subscription);
  }

  /** One timer for the whole exchange, set again only when it fires: nothing is done per chunk. */
  #watchSilence(ms: number, second: boolean): void {
    const due = this.#scheduler.now() + ms;
    const timer = this.#scheduler.schedule(() => this.#look(timer, due, second), ms);
    this.#next = { timer, due, second };
    this.#add(timer);
  }

  #look(timer: Subscription, due: number, second: boolean): void {
    this.#subscriptions.splice(this.#subscriptions.indexOf(timer), 1);
    const now = this.#scheduler.now();
    const seen = look(now, due, this.#lastByteAt, this.#silenceMs, second);
    const quiet = now - this.#lastByteAt;
    if (seen.type === 'again') this.#watchSilence(seen.afterMs, seen.second);
    else this.#finish(() => (seen.type === 'slept' ? this.#handler.woke(quiet) : this.#handler.silent(quiet)));
  }
}

type Body = TransportResponse['body$'];

/** An Observable of whichever copy of RxJS. */
function isSubscribable(value: unknown): boolean {
  return typeof Object(value).subscribe === 'function';
}

/** What throws, or gives no Observable, may be anybody's object: that is no way for a server to be unreachable. */
function requested(transport: Transport, request: TransportRequest): Observable<TransportResponse> {
  let response$: unknown;
  try {
    response$ = transport.request(request);
  } catch (error) {
    if (error instanceof TransportError) throw error;
    throw new TransportMistake(`threw ${error}`, { cause: error });
  }
  if (isSubscribable(response$)) return response$ as Observable<TransportResponse>; // as its type promises
  throw new TransportMistake(`returned ${String(response$)} instead of an Observable`);
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Where a redirect leads, without its query, which may hold a token. */
function redirected(status: number, { location }: Readonly<Record<string, string>>): string | undefined {
  return status >= 300 && status < 400 && location !== undefined
    ? `a redirect to ${location.split(/[?#]/)[0]}`
    : undefined;
}
