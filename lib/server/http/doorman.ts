import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { clientOf, type Guard, type RequestHead, refusal, Tally, type Verdict, withHeaders } from '../guard/index.js';
import type { ApiResponse } from './exchange.js';
import { headOf } from './request-head.js';

/** Requests that may wait on one connection for the answer to an earlier one. Only programs that mean harm send more. */
const MAX_PIPELINED = 16;

/** Connections above the limit that are told why they are closed; more are closed without a word. */
const TOLD = 64;

/** How many connections there may be. */
export interface DoorLimits {
  readonly maxConnections?: number;
  readonly maxConnectionsPerClient?: number;
}

/** Keeps the door of one listening server: counts connections, and asks the guard about each request. */
export class Doorman {
  /** Connections from which Node closes further ones at once. */
  readonly hardLimit: number;
  private readonly tally: Tally;
  private readonly admitted = new WeakMap<Duplex, { waiting: number }>();

  constructor(
    private readonly guard: Guard,
    { maxConnections = 4096, maxConnectionsPerClient = 1024 }: DoorLimits,
  ) {
    this.tally = new Tally({ total: maxConnections, each: maxConnectionsPerClient });
    this.hardLimit = maxConnections + TOLD;
  }

  /** Whether a connection may stay; else it is told why, and closed. */
  admits(socket: Socket): boolean {
    const admission = this.tally.admit(clientOf(socket.remoteAddress));
    if (!admission.admitted) {
      hangUp(socket, tooMany(admission.limit));
      return false;
    }
    this.admitted.set(socket, { waiting: 0 });
    socket.once('close', () => admission.leave());
    return true;
  }

  /** Whether a request is taken from its connection; else that is cut. */
  takes({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const state = this.admitted.get(socket);
    if (state === undefined) return false;
    state.waiting += 1;
    response.once('close', () => {
      state.waiting -= 1;
    });
    if (state.waiting > MAX_PIPELINED) socket.destroy();
    return state.waiting <= MAX_PIPELINED;
  }

  /**
   * Whether a connection on which nothing went in or out for long is not worth its place: who is owed something does
   * not read, and who asked for nothing is done. Who just waits for the next event stays.
   */
  isWaste(socket: Socket): boolean {
    return socket.writableLength > 0 || (this.admitted.get(socket)?.waiting ?? 0) === 0;
  }

  judge(head: RequestHead): Verdict {
    return this.guard.judge(head);
  }

  /** Whether a connection may go on in another protocol; else it is told why not, and closed. */
  letsUpgrade(request: IncomingMessage, socket: Duplex): boolean {
    const { answer, headers } = this.guard.judge(headOf(request));
    if (!this.admitted.has(request.socket)) return false;
    if (answer !== undefined) hangUp(socket, withHeaders(answer, headers));
    return answer === undefined;
  }
}

function tooMany(limit: 'total' | 'each'): ApiResponse {
  const wait = { 'retry-after': '5' };
  return withHeaders(
    limit === 'total'
      ? refusal(503, 'ServiceUnavailable', 'there are too many connections (maxConnections)')
      : refusal(429, 'TooManyRequests', 'there are too many connections of this client (maxConnectionsPerClient)'),
    wait,
  );
}

/** Answers on a bare connection, and closes it. */
export function hangUp(socket: Duplex, { status, headers, body }: ApiResponse): void {
  const text = typeof body === 'string' ? body : '';
  const all = { ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => {});
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
}
