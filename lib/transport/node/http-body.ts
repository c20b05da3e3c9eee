import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Observable, type Subscriber } from 'rxjs';
import { bodyRefusal } from '../body-refusal.js';
import { faultOf } from '../fault.js';
import type { TransportError, TransportResponse } from '../transport.js';

/**
 * Four times the default: a list of 10,000 pods is 30 MB or more when unpacked, and each chunk is a trip to another
 * thread.
 */
const GUNZIP_CHUNK_BYTES = 64 * 1024;

/**
 * How much is handed on before everything else in the process gets its turn. From a fast server Node reads up to 2 MB at once, which are
 * 20 ms of decoding and more.
 */
const TURN_BYTES = 256 * 1024;

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
  /** What was handed on since the last rest. */
  #handedOn = 0;

  constructor(message: IncomingMessage, place: string, request: Subscriber<TransportResponse>) {
    this.#place = place;
    this.#request = request;
    this.#stream = message.headers['content-encoding'] === 'gzip' ? gunzip(message) : message;
    message.on('error', (error) => this.#break(error));
    this.#stream.on('error', (error) => this.#break(error));
    this.#stream.on('end', () => this.#subscriber?.complete());
    request.add(() => this.#stream.destroy());
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
        if (this.#subscriber !== undefined) this.#stream.resume();
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
      subscriber.next(chunk);
      this.#handedOn += chunk.length;
      if (this.#handedOn >= TURN_BYTES) this.#rest();
    });
    if (!this.#paused) this.#stream.resume();
  }

  #rest(): void {
    this.#handedOn = 0;
    this.#stream.pause();
    setImmediate(() => {
      if (!this.#paused) this.#stream.resume();
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
