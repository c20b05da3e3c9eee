import { Observable, type Subscriber } from 'rxjs';
import { bodyRefusal } from './body-refusal.js';
import { faultOf } from './fault.js';
import type { TransportResponse } from './transport.js';
import { turn } from './turn.js';

/** A body may come as one chunk, however large it is. */
const PIECE_BYTES = 64 * 1024;
const NOTHING = new Uint8Array(0);

/**
 * The body of a fetched response, read only as fast as its subscriber lets it: chunks are pulled, one at a time.
 * It ends the request that it belongs to, and ends with it.
 */
export class FetchBody {
  readonly #stream: ReadableStream<Uint8Array> | null;
  readonly #place: string;
  readonly #request: Subscriber<TransportResponse>;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #subscriber: Subscriber<Uint8Array> | undefined;
  /** What has come and not been handed on. */
  #left: Uint8Array = NOTHING;
  #paused = false;
  #pulling = false;

  constructor(stream: ReadableStream<Uint8Array> | null, place: string, request: Subscriber<TransportResponse>) {
    this.#stream = stream;
    this.#place = place;
    this.#request = request;
    request.add(() => this.#cancel());
  }

  responseOf({ status, headers }: Response): TransportResponse {
    return {
      status,
      headers: Object.fromEntries(headers),
      body$: new Observable((subscriber) => this.#open(subscriber)),
      pause: () => {
        this.#paused = true;
      },
      resume: () => {
        this.#paused = false;
        this.#pull();
      },
    };
  }

  #open(subscriber: Subscriber<Uint8Array>): void {
    const refusal = bodyRefusal(this.#subscriber !== undefined, this.#request.closed, this.#place);
    if (refusal !== undefined) {
      subscriber.error(refusal);
      return;
    }
    this.#subscriber = subscriber;
    subscriber.add(() => this.#request.complete());
    this.#reader = this.#stream?.getReader();
    if (this.#reader === undefined) subscriber.complete();
    else this.#pull();
  }

  /** Never rejects. There is at most one loop of it. */
  async #pull(): Promise<void> {
    const [reader, subscriber] = [this.#reader, this.#subscriber];
    if (reader === undefined || subscriber === undefined || this.#pulling) return;
    this.#pulling = true;
    try {
      while (!this.#paused && !this.#request.closed) {
        const chunk = this.#left.length > 0 ? this.#left : (await reader.read()).value;
        while (turn.isOver && !this.#request.closed) await this.#nextTurn();
        if (this.#request.closed) return;
        if (chunk === undefined) subscriber.complete();
        else {
          this.#left = chunk.subarray(PIECE_BYTES);
          turn.use(chunk.subarray(0, PIECE_BYTES), (piece) => subscriber.next(piece));
        }
      }
    } catch (error) {
      if (!this.#request.closed) subscriber.error(faultOf(error, this.#place));
    } finally {
      this.#pulling = false;
    }
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => turn.wait(resolve));
  }

  /** What aborting does not reach: a body that nobody reads, and a `fetch` that does not heed its signal. */
  #cancel(): void {
    const ignore = () => {};
    if (this.#reader !== undefined) this.#reader.cancel().catch(ignore);
    else this.#stream?.cancel().catch(ignore);
  }
}
