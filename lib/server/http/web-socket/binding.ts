import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { constants } from 'node:zlib';
import { asyncScheduler, type SchedulerLike, type Subscription } from 'rxjs';
import { type WebSocket, WebSocketServer } from 'ws';
import { CLOSE, HEARTBEAT_MS, MAX_CLIENT_MESSAGE, REQUEST_HEADERS, SUBPROTOCOL } from '../../../transport/index.js';
import { clientOf } from '../../guard/index.js';
import { hangUp } from '../doorman.js';
import type { Handler } from '../handler.js';
import { WebSocketConnection } from './connection.js';
import type { WebSocketOptions } from './options.js';
import { SpokenSocket } from './spoken-socket.js';
import { headersOfUpgrade, misaddressed } from './upgrade.js';

const MAX_STREAMS = 512;

/**
 * Compressed are bodies only that ask for it. Nothing is remembered from one message to the next, which would cost each connection some
 * hundred KiB.
 */
const COMPRESSION = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  zlibDeflateOptions: { level: constants.Z_BEST_SPEED },
  threshold: 1024,
};

/** Serves a handler over WebSockets, each of which carries many requests; it knows nothing of what they ask for. */
export class WebSocketBinding {
  readonly #handler: Handler;
  readonly #maxStreams: number;
  readonly #requestHeaders: ReadonlySet<string>;
  readonly #compress: boolean;
  readonly #scheduler: SchedulerLike;
  readonly #upgrades: WebSocketServer;
  /** Each with what ends it. */
  readonly #connections = new Map<WebSocketConnection, AbortSignal>();
  /** What is listened to: once, however many connections it ends. */
  readonly #heeded = new WeakSet<AbortSignal>();
  /** Runs while there are connections. */
  #heartbeat: Subscription | undefined;

  /** @throws RangeError or TypeError that names an option which cannot be */
  constructor(handler: Handler, options: WebSocketOptions = {}) {
    const { maxStreams = MAX_STREAMS, requestHeaders = [], compress = true, scheduler = asyncScheduler } = options;
    this.#handler = handler;
    this.#maxStreams = atLeastOne('maxStreams', maxStreams);
    this.#requestHeaders = new Set([...REQUEST_HEADERS, ...requestHeaders.map((name) => name.toLowerCase())]);
    this.#compress = compress;
    this.#scheduler = scheduler;
    this.#upgrades = new WebSocketServer({
      noServer: true,
      WebSocket: SpokenSocket,
      maxPayload: MAX_CLIENT_MESSAGE,
      handleProtocols: () => SUBPROTOCOL,
      perMessageDeflate: compress && COMPRESSION,
    });
  }

  /**
   * Takes over a connection that asks for a WebSocket, and has been let in.
   *
   * @param stopping ends the WebSocket
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, stopping: AbortSignal): void {
    const refusal = misaddressed(request);
    if (refusal !== undefined) hangUp(socket, refusal);
    else this.#upgrades.handleUpgrade(request, socket, head, (taken) => this.#take(taken, request, stopping));
  }

  #take(webSocket: WebSocket, request: IncomingMessage, stopping: AbortSignal): void {
    const connection = new WebSocketConnection(webSocket, {
      handler: this.#handler,
      client: clientOf(request.socket.remoteAddress),
      headers: headersOfUpgrade(request),
      requestHeaders: this.#requestHeaders,
      maxStreams: this.#maxStreams,
      compress: this.#compress,
      now: () => this.#scheduler.now(),
    });
    this.#heed(stopping);
    this.#connections.set(connection, stopping);
    this.#heartbeat ??= this.#beat();
    webSocket.on('close', () => {
      this.#connections.delete(connection);
      if (this.#connections.size > 0) return;
      this.#heartbeat?.unsubscribe();
      this.#heartbeat = undefined;
    });
  }

  #heed(stopping: AbortSignal): void {
    if (this.#heeded.has(stopping)) return;
    this.#heeded.add(stopping);
    stopping.addEventListener('abort', () => {
      for (const [connection, end] of this.#connections)
        if (end === stopping) connection.close(CLOSE.goingAway, 'the server stops');
    });
  }

  /** One timer for all. */
  #beat(): Subscription {
    const connections = this.#connections;
    return this.#scheduler.schedule(function () {
      for (const connection of connections.keys()) connection.beat();
      this.schedule(undefined, HEARTBEAT_MS);
    }, HEARTBEAT_MS);
  }
}

function atLeastOne(option: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${option} is ${value}: expected an integer, at least 1`);
}
