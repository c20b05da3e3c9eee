import { Subject } from 'rxjs';
import {
  type ClientMessage,
  decodeClientMessage,
  encodeServerMessage,
  type ServerMessage,
  SUBPROTOCOL,
  type WebSocketConstructor,
  type WebSocketLike,
} from '../../../../lib/transport/index.js';

/** WebSockets whose server is the test itself. */
export class FakeWebSockets {
  readonly sockets: FakeWebSocket[] = [];
  readonly opened$ = new Subject<FakeWebSocket>();
  /** To be given as `webSocket`. */
  readonly constructor$: WebSocketConstructor;
  /** Throws instead of opening the next. */
  refusal: Error | undefined;

  constructor() {
    const opened = (url: string, protocols: string[]) => {
      if (this.refusal !== undefined) throw this.refusal;
      const socket = new FakeWebSocket(url, protocols);
      this.sockets.push(socket);
      this.opened$.next(socket);
      return socket;
    };
    this.constructor$ = class {
      constructor(url: string, protocols: string[]) {
        // biome-ignore lint/correctness/noConstructorReturn: the test needs to have it
        return opened(url, protocols);
      }
    } as unknown as WebSocketConstructor; // what it returns is one
  }

  get last(): FakeWebSocket {
    const last = this.sockets.at(-1);
    if (last === undefined) throw new Error('no WebSocket was opened');
    return last;
  }
}

export class FakeWebSocket implements WebSocketLike {
  binaryType = 'blob';
  protocol = '';
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  onerror: ((event: never) => void) | null = null;
  /** What the client said, save `pong`. */
  readonly said: ClientMessage[] = [];
  readonly said$ = new Subject<ClientMessage>();
  readonly ended$ = new Subject<void>();
  pongs = 0;
  /** With what the client closed it. */
  closed: { readonly code: number | undefined; readonly reason: string | undefined } | undefined;

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {}

  send(data: string): void {
    if (this.closed !== undefined) throw new Error('it is closed');
    const message = decodeClientMessage(data);
    if (message.type === 'malformed') throw new Error(message.reason);
    if (message.type === 'pong') this.pongs += 1;
    else {
      this.said.push(message);
      this.said$.next(message);
    }
  }

  close(code?: number, reason?: string): void {
    this.closed ??= { code, reason };
    this.ended$.next();
  }

  /** The server is there. */
  open(protocol = SUBPROTOCOL): this {
    this.protocol = protocol;
    return this.say({ type: 'ping' });
  }

  say(...messages: readonly ServerMessage[]): this {
    for (const message of messages) {
      const data = encodeServerMessage(message);
      this.send$(typeof data === 'string' ? data : data.buffer);
    }
    return this;
  }

  /** A whole answer, or its beginning. */
  answer(id: number, ...texts: readonly string[]): this {
    this.say({ type: 'head', id, status: 200, headers: {} });
    return this.say(...texts.map((text) => ({ type: 'data', id, bytes: new TextEncoder().encode(text) }) as const));
  }

  /** Whatever comes. */
  send$(data: unknown): this {
    call(this.onmessage, { data });
    return this;
  }

  /** The connection is over: as a browser tells it. */
  end(code: number, reason = '', message?: string): void {
    this.ended$.next();
    call(this.onerror, { message });
    call(this.onclose, { code, reason });
  }

  get requests() {
    return this.said.filter((message) => message.type === 'request');
  }
}

function call(listener: ((event: never) => void) | null, event: unknown): void {
  listener?.(event as never); // each knows its own event
}
