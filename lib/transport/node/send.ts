import { type Agent, type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { Observable, type Subscriber } from 'rxjs';
import type { BaseUrl } from '../base-url.js';
import { codeOf } from '../error-chain.js';
import { faultOf } from '../fault.js';
import type { HeaderLines } from '../headers.js';
import { TransportError, type TransportResponse } from '../transport.js';
import { HttpBody } from './http-body.js';

/** Finds a peer that vanished without a word, and keeps the entries of firewalls alive; as client-go does. */
const KEEPALIVE_MS = 30_000;

/** A request with all that goes on the wire, and the agent that has its connection. */
export interface Outgoing {
  readonly base: BaseUrl;
  readonly method: string;
  /** The base URL's path included. */
  readonly path: string;
  readonly headers: HeaderLines;
  readonly body: string | undefined;
  readonly agent: Agent;
  /** For name, TCP, proxy and TLS together. */
  readonly connectTimeoutMs: number;
}

/**
 * One exchange over node:http or node:https, from looking for a connection to the end of the body. Unsubscribing
 * destroys it, with its connection unless the answer was complete.
 */
export function send(outgoing: Outgoing): Observable<TransportResponse> {
  return new Observable((subscriber) => {
    const exchange = new Exchange(outgoing, subscriber);
    subscriber.add(() => exchange.abandon());
    exchange.start();
  });
}

class Exchange {
  readonly #outgoing: Outgoing;
  readonly #subscriber: Subscriber<TransportResponse>;
  #request: ClientRequest | undefined;
  #connectTimer: NodeJS.Timeout | undefined;

  constructor(outgoing: Outgoing, subscriber: Subscriber<TransportResponse>) {
    this.#outgoing = outgoing;
    this.#subscriber = subscriber;
  }

  start(): void {
    const { connectTimeoutMs } = this.#outgoing;
    this.#connectTimer = setTimeout(() => this.#timeOut(), connectTimeoutMs);
    try {
      this.#request = open(this.#outgoing);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#listen(this.#request);
  }

  abandon(): void {
    clearTimeout(this.#connectTimer);
    const request = this.#request;
    // Destroyed before it has a socket, a request gives the one that it gets to the agent: idle, and open (Node 24).
    if (request?.socket === null) request.once('socket', () => request.destroy());
    else request?.destroy();
  }

  #listen(request: ClientRequest): void {
    let answered = false;
    request.once('socket', (socket: Socket) => this.#watchConnection(socket, request.reusedSocket));
    request.once('response', (message) => {
      answered = true;
      const body = new HttpBody(message, this.#outgoing.base.place, this.#subscriber);
      this.#subscriber.next(body.responseOf(message));
    });
    request.on('error', (error) => {
      // After the response, they come through the message too, and are the body's.
      if (answered || this.#subscriber.closed) return;
      clearTimeout(this.#connectTimer);
      if (isStale(request, error)) this.start();
      else this.#fail(error);
    });
  }

  #watchConnection(socket: Socket, reused: boolean): void {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEPALIVE_MS);
    const connected = () => clearTimeout(this.#connectTimer);
    if (reused) connected();
    else if (this.#outgoing.base.protocol === 'https:') socket.once('secureConnect', connected);
    else if (socket.connecting) socket.once('connect', connected);
    else connected();
  }

  #timeOut(): void {
    const { base, connectTimeoutMs } = this.#outgoing;
    this.#fail(new TransportError('timeout', `no connection to ${base.place} within ${connectTimeoutMs / 1000} s`));
  }

  #fail(error: unknown): void {
    this.#subscriber.error(faultOf(error, this.#outgoing.base.place));
  }
}

function open({ base, method, path, headers, body, agent }: Outgoing): ClientRequest {
  const { protocol, hostname, port } = base;
  const start = protocol === 'https:' ? httpsRequest : httpRequest;
  // Node itself would send the body of a DELETE without saying how long it is.
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return start({ protocol, hostname, port, method, path, headers: { ...headers, ...length }, agent }).end(body);
}

/**
 * Whether the server closed an idle connection just as it was taken. What changes nothing may then be asked again, on
 * another one.
 */
function isStale({ method, reusedSocket }: ClientRequest, error: unknown): boolean {
  return method === 'GET' && reusedSocket && /^(ECONNRESET|EPIPE)$/.test(codeOf(error) ?? '');
}
