import type { SchedulerLike, Subscriber, Subscription } from 'rxjs';
import type { HeaderFields } from '../headers.js';
import { TransportError, type TransportResponse } from '../transport.js';
import { decodeServerMessage } from './decode.js';
import type { Ending } from './doubt.js';
import { encodeClientMessage } from './encode.js';
import {
  CLOSE,
  type ClientMessage,
  HEARTBEAT_DEADLINE_MS,
  type Malformed,
  type ServerMessage,
  SUBPROTOCOL,
  WINDOW,
} from './protocol.js';
import { RelayStream } from './stream.js';
import type { WebSocketConstructor, WebSocketLike } from './web-socket-like.js';

/** A request that a WebSocket can carry. */
export interface StreamRequest {
  readonly path: string;
  readonly headers: HeaderFields;
  readonly compress: boolean;
}

export interface ConnectionOptions {
  readonly url: string;
  /** Host and port, for messages. */
  readonly place: string;
  readonly webSocket: WebSocketConstructor;
  readonly scheduler: SchedulerLike;
}

export interface ConnectionListener {
  /** The server has said its first word: it is there, and nothing on the way keeps its words back. */
  opened(): void;
  /** The end. @param refusal why it never opened; undefined where it had been open */
  closed(refusal: string | undefined, ending: Ending): void;
}

/** A server, and all on the way to it, has so long to let the first word through. */
const OPEN_DEADLINE_MS = 10_000;
/** Nobody has used it for so long: a page that turns from one view to the next keeps its connection, a process that is done may exit. */
const LINGER_MS = 1000;
/** A timer that is later than this belongs to a process that did not run: what came meanwhile is still to be read. */
const LATE_MS = 1000;
const SECOND_LOOK_MS = 2000;

/** Browsers keep a page for "back" that has no connections; Node has no pages. */
const page: Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> = globalThis;

/** One WebSocket, and the requests on it. It is closed when nobody has used it for a moment. */
export class RelayConnection {
  readonly #options: ConnectionOptions;
  readonly #listener: ConnectionListener;
  readonly #streams = new Map<number, RelayStream>();
  #socket: WebSocketLike | undefined;
  #state: 'connecting' | 'open' | 'closed' = 'connecting';
  #lastId = 0;
  #users = 0;
  #heardAt: number;
  #lookTimer: Subscription | undefined;
  #lingerTimer: Subscription | undefined;
  /** What the socket says of its failure, where it says something. */
  #complaint: string | undefined;

  /** Informers have let go of it by then: they heard of it first. */
  readonly #leave = () => {
    if (this.#users === 0) this.#give(CLOSE.done, 'the page is left');
  };

  constructor(options: ConnectionOptions, listener: ConnectionListener) {
    this.#options = options;
    this.#listener = listener;
    this.#heardAt = options.scheduler.now();
    this.#look(OPEN_DEADLINE_MS, OPEN_DEADLINE_MS);
    page.addEventListener?.('pagehide', this.#leave);
    this.#socket = this.#dial();
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Keeps it from being closed for want of use. @returns to be called once, when it is not needed any more */
  use(): () => void {
    this.#users += 1;
    this.#lingerTimer?.unsubscribe();
    return () => {
      this.#users -= 1;
      if (this.#users > 0 || this.#state === 'closed') return;
      this.#lingerTimer = this.#options.scheduler.schedule(() => this.#give(CLOSE.done, 'not needed'), LINGER_MS);
    };
  }

  /** Sends a request. It has to be open. */
  send({ path, headers, compress }: StreamRequest, subscriber: Subscriber<TransportResponse>): void {
    this.#lastId += 1;
    const id = this.#lastId;
    const giveCredit = (bytes: number) => this.#say({ type: 'credit', id, bytes });
    const stream = new RelayStream(this.#options.place, subscriber, giveCredit);
    this.#streams.set(id, stream);
    const release = this.use();
    subscriber.add(() => {
      this.#streams.delete(id);
      if (!stream.over) this.#say({ type: 'cancel', id });
      release();
    });
    this.#say({ type: 'request', id, method: 'GET', path, headers, credit: WINDOW, compress });
  }

  #dial(): WebSocketLike | undefined {
    const { webSocket: WebSocket, url } = this.#options;
    try {
      const socket = new WebSocket(url, [SUBPROTOCOL]);
      socket.binaryType = 'arraybuffer';
      socket.onmessage = ({ data }: { readonly data: unknown }) => this.#hear(data);
      socket.onerror = ({ message }: { readonly message?: unknown }) => {
        if (typeof message === 'string' && message !== '') this.#complaint = message;
      };
      socket.onclose = (event: CloseWords) => this.#end(closedWords(event));
      return socket;
    } catch (error) {
      // A page of https: may not open ws:, for one.
      this.#complaint = error instanceof Error ? error.message : String(error);
      queueMicrotask(() => this.#end('could not be opened'));
      return undefined;
    }
  }

  #say(message: ClientMessage): void {
    if (this.#state === 'open') this.#socket?.send(encodeClientMessage(message));
  }

  #hear(data: unknown): void {
    if (this.#state === 'closed') return;
    this.#heardAt = this.#options.scheduler.now();
    const message = readable(data);
    const wrong = message.type === 'malformed' ? message.reason : (this.#open() ?? this.#take(message));
    if (wrong !== undefined) this.#give(CLOSE.garbled, `what came is not ${SUBPROTOCOL}: ${wrong}`);
  }

  /** @returns why it could not be said, if so */
  #take(message: ServerMessage): string | undefined {
    if (message.type === 'ping') {
      this.#say({ type: 'pong' });
      return undefined;
    }
    const stream = this.#streams.get(message.id);
    // What was on its way when the request was cancelled is nobody's any more.
    if (stream === undefined) return message.id > this.#lastId ? 'a stream that was not asked for' : undefined;
    switch (message.type) {
      case 'head':
        return stream.head(message.status, message.headers);
      case 'data':
        return stream.data(message.bytes);
      case 'end':
        return stream.end();
      case 'error':
        stream.fail(new TransportError('network', `${this.#options.place}: ${message.message}`));
        return undefined;
    }
  }

  /** The first word opens it. @returns why it could not be said, if so */
  #open(): string | undefined {
    if (this.#state === 'open') return undefined;
    if (this.#socket?.protocol !== SUBPROTOCOL) return 'the server chose another protocol';
    this.#state = 'open';
    this.#lookTimer?.unsubscribe();
    this.#look(HEARTBEAT_DEADLINE_MS, HEARTBEAT_DEADLINE_MS);
    this.#listener.opened();
    return undefined;
  }

  /** One timer, set again only when it fires: nothing is done for each message. */
  #look(ms: number, deadline: number): void {
    const { scheduler } = this.#options;
    const due = scheduler.now() + ms;
    this.#lookTimer = scheduler.schedule(() => {
      const now = scheduler.now();
      const quiet = now - this.#heardAt;
      if (now - due > LATE_MS) this.#look(SECOND_LOOK_MS, deadline);
      else if (quiet >= deadline) this.#give(CLOSE.silent, `nothing came for ${Math.round(quiet / 1000)} s`);
      else this.#look(Math.min(deadline, deadline - quiet), deadline);
    }, ms);
  }

  /** Ends it from this side. */
  #give(code: number, reason: string): void {
    const socket = this.#socket;
    this.#end(`was given up: ${reason}`, code === CLOSE.done ? 'done' : code === CLOSE.silent ? 'silent' : 'broken');
    socket?.close(code, reason);
    if (code === CLOSE.silent) socket?.terminate?.();
  }

  #end(how: string, ending: Ending = 'broken'): void {
    if (this.#state === 'closed') return;
    const wasOpen = this.#state === 'open';
    this.#state = 'closed';
    this.#lookTimer?.unsubscribe();
    this.#lingerTimer?.unsubscribe();
    page.removeEventListener?.('pagehide', this.#leave);
    const words = `the WebSocket to ${this.#options.place} ${how}`;
    this.#listener.closed(
      wasOpen ? undefined : `${words}${this.#complaint === undefined ? '' : `: ${this.#complaint}`}`,
      ending,
    );
    const error = new TransportError('network', words);
    for (const stream of [...this.#streams.values()]) stream.fail(error);
    this.#streams.clear();
  }
}

interface CloseWords {
  readonly code?: unknown;
  readonly reason?: unknown;
}

function closedWords({ code, reason }: CloseWords): string {
  const why = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '';
  return `was closed before the answer was complete (code ${code}${why})`;
}

function readable(data: unknown): ServerMessage | Malformed {
  if (typeof data === 'string') return decodeServerMessage(data);
  // Of whichever realm: the buffers of a test runner's sandbox are no instanceof ArrayBuffer.
  if (Object.prototype.toString.call(data) === '[object ArrayBuffer]')
    return decodeServerMessage(new Uint8Array(data as ArrayBuffer)); // as its tag says
  return { type: 'malformed', reason: 'a message is neither text nor bytes' };
}
