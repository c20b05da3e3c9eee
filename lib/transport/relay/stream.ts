import { Observable, type Subscriber } from 'rxjs';
import { bodyRefusal } from '../body-refusal.js';
import type { HeaderFields } from '../headers.js';
import type { TransportError, TransportResponse } from '../transport.js';
import { WINDOW } from './protocol.js';

/** Its reader has taken so many bytes: the server may send as many more. */
type GiveCredit = (bytes: number) => void;

/**
 * One request of a WebSocket and its answer. What comes while its reader does not want it waits here, up to the window, beyond which the server
 * has no credit: so nobody else's stream waits for this reader.
 *
 * What the server says is taken by methods that return why it could not be said then, if so.
 */
export class RelayStream {
  readonly #place: string;
  readonly #request: Subscriber<TransportResponse>;
  readonly #giveCredit: GiveCredit;
  readonly #queue: Uint8Array[] = [];
  #reader: Subscriber<Uint8Array> | undefined;
  /** Bytes that the server may still send. */
  #credit = WINDOW;
  /** Bytes that the reader took since the server was last given credit. */
  #taken = 0;
  #answered = false;
  /** Nothing more comes: because of an error, or because the body is complete. */
  #over: { readonly error?: TransportError } | undefined;
  #paused = false;
  #delivering = false;

  /** @param place host and port, for messages */
  constructor(place: string, request: Subscriber<TransportResponse>, giveCredit: GiveCredit) {
    this.#place = place;
    this.#request = request;
    this.#giveCredit = giveCredit;
  }

  /** Whether the server has said its last word. */
  get over(): boolean {
    return this.#over !== undefined;
  }

  head(status: number, headers: HeaderFields): string | undefined {
    if (this.#answered) return 'a stream has two heads';
    this.#answered = true;
    this.#request.next({
      status,
      headers,
      body$: new Observable((subscriber) => this.#open(subscriber)),
      pause: () => {
        this.#paused = true;
      },
      resume: () => {
        this.#paused = false;
        queueMicrotask(() => this.#deliver());
      },
    });
    return undefined;
  }

  data(bytes: Uint8Array): string | undefined {
    if (!this.#answered) return 'a body comes before its head';
    this.#credit -= bytes.length;
    if (this.#credit < 0) return 'more bytes of a body come than there was credit for';
    this.#queue.push(bytes);
    this.#deliver();
    return undefined;
  }

  end(): string | undefined {
    if (!this.#answered) return 'a body ends before its head';
    this.#over = {};
    this.#deliver();
    return undefined;
  }

  /** There is no answer, or no more of it. */
  fail(error: TransportError): void {
    if (this.#over !== undefined) return;
    this.#over = { error };
    if (this.#answered) this.#deliver();
    else this.#request.error(error);
  }

  #open(subscriber: Subscriber<Uint8Array>): void {
    const refusal = bodyRefusal(this.#reader !== undefined, this.#request.closed, this.#place);
    if (refusal !== undefined) {
      subscriber.error(refusal);
      return;
    }
    this.#reader = subscriber;
    subscriber.add(() => this.#request.complete());
    this.#deliver();
  }

  /** Hands over what is there, as far as it is wanted: a reader may pause, or leave, at any byte. */
  #deliver(): void {
    const reader = this.#reader;
    if (reader === undefined || this.#delivering) return;
    this.#delivering = true;
    while (!this.#paused && !this.#request.closed) {
      const chunk = this.#queue.shift();
      if (chunk === undefined) break;
      this.#taken += chunk.length;
      reader.next(chunk);
    }
    this.#delivering = false;
    if (this.#paused || this.#request.closed) return;
    if (this.#over === undefined) this.#repay();
    else if (this.#over.error === undefined) reader.complete();
    else reader.error(this.#over.error);
  }

  /** In large pieces: half a window keeps the server sending. */
  #repay(): void {
    if (this.#taken < WINDOW / 2) return;
    this.#credit += this.#taken;
    this.#giveCredit(this.#taken);
    this.#taken = 0;
  }
}
