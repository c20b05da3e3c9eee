import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Observable, type Subscriber } from 'rxjs';
import { bodyRefusal } from '../body-refusal.js';
import { faultOf } from '../fault.js';
import type { TransportError, TransportResponse } from '../transport.js';
import { turn } from '../turn.js';

/**
 * Four times the default: a list of 10,000 pods is 30 MB or more when unpacked, and each chunk is a trip to another
 * thread.
 */
const GUNZIP_CHUNK_BYTES = 64 * 1024;

/**
 * The body of an answer, unpacked where it came compressed. It ends the request that it belongs to, and ends with it.
 */
export class HttpBody {
  readonly #stream: Readable;
  readonly #place: string;
  readonly #request: Subscriber<TransportResponse>;
  #subscriber: Subscriber<Uint8Array> | undefined;
  #fault: TransportError | undefined;
  #paused = false;
  /** What came when the turn was over. From a fast server Node reads up to 2 MB at once, which are 20 ms of decoding and more. */
  readonly #held: Uint8Array[] = [];
  #ended = false;
  /** Somebody whom it hands a chunk to may pause and resume it: what follows waits until he is done. */
  #handsOn = false;
  /** Ends its wait for the next turn. */
  #leave: (() => void) | undefined;

  constructor(message: IncomingMessage, place: string, request: Subscriber<TransportResponse>) {
    this.#place = place;
    this.#request = request;
    this.#stream = message.headers['content-encoding'] === 'gzip' ? gunzip(message) : message;
    message.on('error', (error) => this.#break(error));
    this.#stream.on('error', (error) => this.#break(error));
    this.#stream.on('end', () => {
      this.#ended = true;
      this.#goOn();
    });
    request.add(() => {
      this.#leave?.();
      this.#stream.destroy();
    });
  }

  responseOf({ statusCode = 0, headers }: IncomingMessage): TransportResponse {
    return {
      status: statusCode,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
      ),
      body$: new Observable((subscriber) => this.#open(subscriber)),
      pause: () => {
        this.#paused = true;
        this.#stream.pause();
      },
      resume: () => {
        this.#paused = false;
        this.#goOn();
      },
    };
  }

  #open(subscriber: Subscriber<Uint8Array>): void {
    const refusal = this.#fault ?? bodyRefusal(this.#subscriber !== undefined, this.#request.closed, this.#place);
    if (refusal !== undefined) {
      subscriber.error(refusal);
      return;
    }
    this.#subscriber = subscriber;
    subscriber.add(() => this.#request.complete());
    this.#stream.on('data', (chunk: Uint8Array) => {
      this.#held.push(chunk);
      this.#goOn();
    });
    this.#goOn();
  }

  /** Hands on what has come, as far as this turn lasts, and has more come once that is done. */
  #goOn(): void {
    const subscriber = this.#subscriber;
    if (subscriber === undefined || this.#handsOn) return;
    this.#handsOn = true;
    while (!this.#paused && !turn.isOver && !subscriber.closed) {
      const chunk = this.#held.shift();
      if (chunk === undefined) break;
      turn.use(chunk, (bytes) => subscriber.next(bytes));
    }
    this.#handsOn = false;
    if (subscriber.closed) this.#held.length = 0;
    else if (this.#held.length > 0) this.#rest();
    else if (this.#ended) subscriber.complete();
    else if (!this.#paused) this.#stream.resume();
  }

  #rest(): void {
    this.#stream.pause();
    if (this.#paused) return;
    this.#leave ??= turn.wait(() => {
      this.#leave = undefined;
      this.#goOn();
    });
  }

  /** Told to the body's subscriber, or kept for the one to come; nobody reads on after it. */
  #break(error: unknown): void {
    if (this.#request.closed || this.#fault !== undefined) return;
    this.#fault = faultOf(error, this.#place);
    this.#subscriber?.error(this.#fault);
    this.#request.complete();
  }
}

/** Pausing it pauses the message by way of the pipe. */
function gunzip(message: IncomingMessage): Readable {
  return message.pipe(createGunzip({ chunkSize: GUNZIP_CHUNK_BYTES }));
}
