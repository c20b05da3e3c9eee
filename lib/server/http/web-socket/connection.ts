import type { WebSocket } from 'ws';
import { isPromiseLike } from '../../../codec/index.js';
import {
  CLOSE,
  type ClientMessage,
  decodeClientMessage,
  decodeServerMessage,
  encodeServerMessage,
  HEARTBEAT_DEADLINE_MS,
  type ServerMessage,
} from '../../../transport/index.js';
import type { ApiRequest } from '../exchange.js';
import type { Handler } from '../handler.js';
import { reportToOperator } from '../report.js';
import { AnswerStream } from './stream.js';

export interface ConnectionOptions {
  readonly handler: Handler;
  /** Who asks, as in `ApiRequest`. */
  readonly client: string;
  /** For each request, unless it brings its own. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Which headers a request may bring. */
  readonly requestHeaders: ReadonlySet<string>;
  readonly maxStreams: number;
  readonly compress: boolean;
  readonly now: () => number;
}

/** Bytes that wait for the network, from which bodies wait: so long an end, a head or a heartbeat waits at most. */
const ROOM = 256 * 1024;
/** Characters of an error: it is for a sentence. */
const MAX_WORDS = 2000;
/** RFC 6455 allows 123 bytes of a reason. */
const MAX_REASON = 120;

/** One WebSocket, and the requests on it. */
export class WebSocketConnection {
  readonly #socket: WebSocket;
  readonly #options: ConnectionOptions;
  readonly #streams = new Map<number, AnswerStream>();
  /** Streams that have something to send, and credit: each sends one message in its turn. */
  readonly #turns = new Set<AnswerStream>();
  readonly #sent = () => this.#pump();
  #lastId = 0;
  #heardAt: number;
  #pumping = false;

  constructor(socket: WebSocket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#heardAt = options.now();
    // One that breaks is seen by 'close'; without a listener its error would end the process.
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? new Uint8Array() : String(data)));
    socket.on('close', () => this.#closeStreams());
    // The first word tells the client that nothing on the way keeps words back.
    this.#say({ type: 'ping' });
  }

  /** To be called at each heartbeat. */
  beat(): void {
    if (this.#options.now() - this.#heardAt >= HEARTBEAT_DEADLINE_MS) this.#socket.terminate();
    else this.#say({ type: 'ping' });
  }

  /** Ends it, all that is on it, and does not wait for the other side. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason.slice(0, MAX_REASON));
    this.#socket.terminate();
  }

  #hear(data: string | Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#heardAt = this.#options.now();
    const message = decodeClientMessage(data);
    const wrong = message.type === 'malformed' ? message.reason : this.#take(message);
    if (wrong === undefined) return;
    this.#closeStreams();
    this.#socket.close(CLOSE.malformed, wrong.slice(0, MAX_REASON));
  }

  /** @returns why it could not be said, if so */
  #take(message: ClientMessage): string | undefined {
    if (message.type === 'pong') return undefined;
    if (message.type === 'request') return this.#request(message);
    // What was said before the end of a stream was heard is of no use any more.
    if (message.id > this.#lastId) return `there was no request ${message.id}`;
    const stream = this.#streams.get(message.id);
    switch (message.type) {
      case 'credit':
        stream?.allow(message.bytes);
        return undefined;
      case 'cancel':
        stream?.close();
        this.#forget(message.id, stream);
        return undefined;
    }
  }

  #request({ id, method, path, headers, credit, compress }: Extract<ClientMessage, { type: 'request' }>) {
    if (id <= this.#lastId) return `the number ${id} of a request is not greater than all before it`;
    this.#lastId = id;
    const { client, requestHeaders, maxStreams, headers: ofUpgrade } = this.#options;
    const stream: AnswerStream = new AnswerStream(
      {
        head: ({ status, headers: sent, compressible }) => {
          compressed = compress && this.#options.compress && compressible === true;
          const message = encodeServerMessage({ type: 'head', id, status, headers: sent });
          if (decodeServerMessage(message).type === 'malformed') return false;
          this.#send(message, false);
          return true;
        },
        data: (bytes) => this.#send(encodeServerMessage({ type: 'data', id, bytes }), compressed),
        last: (error) => {
          this.#forget(id, stream);
          this.#say(
            error === undefined ? { type: 'end', id } : { type: 'error', id, message: error.slice(0, MAX_WORDS) },
          );
        },
        queue: () => {
          this.#turns.add(stream);
          this.#pump();
        },
      },
      credit,
    );
    let compressed = false;
    const refusal =
      this.#streams.size >= maxStreams
        ? `there are ${maxStreams} requests under way on this WebSocket already`
        : forbidden(headers, requestHeaders);
    this.#streams.set(id, stream);
    if (refusal !== undefined) stream.fail(refusal);
    else {
      const { signal } = stream.over;
      this.#answer(stream, { method, target: path, headers: { ...ofUpgrade, ...headers }, body: '', client, signal });
    }
    return undefined;
  }

  /** At once, where the handler answers at once. A mistake of this server costs the request that met it, and no other. */
  #answer(stream: AnswerStream, request: ApiRequest): void {
    const fail = (error: unknown) => {
      reportToOperator(error);
      stream.fail('the server made a mistake of its own, of which its operator is told');
    };
    try {
      const answer = this.#options.handler(request);
      if (isPromiseLike(answer)) answer.then((response) => stream.answer(response)).catch(fail);
      else stream.answer(answer);
    } catch (error) {
      fail(error);
    }
  }

  #forget(id: number, stream: AnswerStream | undefined): void {
    this.#streams.delete(id);
    if (stream !== undefined) this.#turns.delete(stream);
  }

  #closeStreams(): void {
    for (const stream of this.#streams.values()) stream.close();
    this.#streams.clear();
    this.#turns.clear();
  }

  /** Gives each stream its turn, as long as there is room. */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    for (const stream of this.#turns) {
      if (this.#socket.bufferedAmount >= ROOM) break;
      // To the end of the row, where the loop finds it again.
      this.#turns.delete(stream);
      if (stream.turn()) this.#turns.add(stream);
    }
    this.#pumping = false;
  }

  #say(message: Exclude<ServerMessage, { type: 'data' }>): void {
    this.#send(encodeServerMessage(message), false);
  }

  #send(data: string | Uint8Array, compress: boolean): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(data, { compress }, this.#sent);
  }
}

function forbidden(headers: Readonly<Record<string, string>>, allowed: ReadonlySet<string>): string | undefined {
  const name = Object.keys(headers).find((header) => !allowed.has(header));
  if (name === undefined) return undefined;
  return `the header ${name} is not among those that requests may bring over this WebSocket: ${[...allowed].join(', ')}`;
}
