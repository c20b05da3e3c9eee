import { MAX_DATA } from '../../../transport/index.js';
import type { ApiResponse, BodySink, BodySource } from '../exchange.js';

/** The WebSocket, as a stream sees it. */
export interface Carrier {
  /** @returns false: its headers are such as no client would take */
  head(response: ApiResponse): boolean;
  data(bytes: Uint8Array): void;
  /** The last word of the stream: without a message, the body is complete. */
  last(error?: string): void;
  /** The stream has bytes, and credit: it is to be given its turns. */
  queue(): void;
}

/**
 * The answer to one request of a WebSocket. What its client gives no credit for waits here, and its source is told to wait: so one that is
 * not read keeps no more than its source writes beyond that, and keeps nobody else waiting.
 */
export class AnswerStream implements BodySink {
  /** Aborted when nothing more is said of it. */
  readonly over = new AbortController();
  readonly #carrier: Carrier;
  readonly #queue: Uint8Array[] = [];
  #credit: number;
  #source: BodySource | undefined;
  /** The source was told to wait. */
  #blocked = false;
  #ended = false;
  #closed = false;

  constructor(carrier: Carrier, credit: number) {
    this.#carrier = carrier;
    this.#credit = credit;
  }

  answer(response: ApiResponse): void {
    if (this.#closed) return;
    if (!this.#carrier.head(response)) {
      this.fail('the answer has headers that HTTP does not allow');
      return;
    }
    const { body } = response;
    if (typeof body === 'string') {
      this.write(Buffer.from(body));
      this.end();
      return;
    }
    const source = body(this);
    // The body may have ended, and its client may have left, while the source wrote its first bytes.
    if (this.#closed) source.stop();
    else this.#source = source;
  }

  write(chunk: Uint8Array): boolean {
    if (this.#closed || chunk.length === 0) return true;
    this.#queue.push(chunk);
    if (this.#canSend) this.#carrier.queue();
    this.#blocked = this.#queue.length > 0;
    return !this.#blocked;
  }

  end(): void {
    this.#ended = true;
    if (this.#queue.length === 0) this.#finish();
  }

  abort(): void {
    this.fail('the server closed the connection before the answer was complete');
  }

  /** There is no answer, or no more of it. */
  fail(message: string): void {
    if (!this.#closed) this.#finish(message);
  }

  allow(bytes: number): void {
    this.#credit += bytes;
    if (this.#canSend) this.#carrier.queue();
  }

  /** One message. @returns whether it wants another turn */
  turn(): boolean {
    const chunk = this.#queue[0];
    if (chunk === undefined || !this.#canSend) return false;
    const length = Math.min(chunk.length, this.#credit, MAX_DATA);
    this.#credit -= length;
    if (length === chunk.length) this.#queue.shift();
    else this.#queue[0] = chunk.subarray(length);
    this.#carrier.data(chunk.subarray(0, length));
    if (this.#queue.length === 0) this.#drained();
    return this.#canSend;
  }

  /** Its client does not want it any more, or is gone. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.over.abort();
    this.#queue.length = 0;
    this.#source?.stop();
  }

  get #canSend(): boolean {
    return !this.#closed && this.#queue.length > 0 && this.#credit > 0;
  }

  #drained(): void {
    if (this.#ended) this.#finish();
    else if (this.#blocked) {
      this.#blocked = false;
      this.#source?.resume();
    }
  }

  #finish(error?: string): void {
    this.close();
    this.#carrier.last(error);
  }
}
