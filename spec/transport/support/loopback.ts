import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { WebSocketBinding } from '../../../lib/server/http/web-socket/index.js';
import { forward } from './forward.js';

const fixtures = new URL('../fixtures/', import.meta.url);

/** A certificate or a key of `fixtures/`. */
export function fixture(name: string): string {
  return readFileSync(new URL(`${name}.pem`, fixtures), 'utf8');
}

/** A certificate of `fixtures/` with its key. */
export function pair(name: string): { readonly cert: string; readonly key: string } {
  return { cert: fixture(name), key: fixture(`${name}.key`) };
}

/** An HTTP server on loopback that counts its connections and requests, and whose changes can be waited for. */
export class Loopback {
  readonly requests: IncomingMessage[] = [];
  /** Connections that were ever made. */
  opened = 0;
  /** Connections that are open now. */
  readonly sockets = new Set<Socket>();
  readonly #changes = new EventEmitter();
  readonly #server: Server;
  readonly #scheme: string;

  private constructor(server: Server, scheme: string) {
    this.#server = server;
    this.#scheme = scheme;
    server.on('connection', (socket: Socket) => {
      this.opened += 1;
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.sockets.delete(socket);
        this.#changes.emit('change');
      });
      this.#changes.emit('change');
    });
    server.on('request', (request: IncomingMessage) => {
      this.requests.push(request);
      this.#changes.emit('change');
    });
    server.on('secureConnection', (socket: Socket) => socket.on('close', () => this.#changes.emit('change')));
    server.on('tlsClientError', () => {});
  }

  static http(handler: RequestListener): Promise<Loopback> {
    return new Loopback(createHttpServer(handler), 'http').#listen();
  }

  /** Also over WebSockets: each request on one becomes one over HTTP to the same server. */
  static webSocket(handler: RequestListener): Promise<Loopback> {
    const server = createHttpServer(handler);
    const loopback = new Loopback(server, 'http');
    const webSockets = new WebSocketBinding(forward(() => loopback.port));
    const { signal } = new AbortController();
    server.on('upgrade', (request, socket, head) => webSockets.upgrade(request, socket, head, signal));
    return loopback.#listen();
  }

  /** With `server.pem`, unless told otherwise. */
  static https(handler: RequestListener, options: TlsOptions = {}): Promise<Loopback> {
    const server = createHttpsServer({ ...pair('server'), ...options }, handler);
    return new Loopback(server, 'https').#listen();
  }

  /** Takes connections, and never says a word; it claims to be an HTTPS server. */
  static deaf(): Promise<Loopback> {
    return new Loopback(
      createTcpServer((socket) => socket.resume()),
      'https',
    ).#listen();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.#scheme}://${this.place}`;
  }

  get place(): string {
    return `127.0.0.1:${this.port}`;
  }

  /**
   * Resolves when it holds, which is looked at now and whenever a connection or a request comes or a connection goes.
   */
  async until(holds: (server: Loopback) => boolean): Promise<void> {
    while (!holds(this)) await once(this.#changes, 'change');
  }

  /** Resolves when every connection that was begun before has arrived. */
  async settled(): Promise<void> {
    const probe = connect(this.port, '127.0.0.1');
    await once(probe, 'connect');
    await this.until(({ sockets }) => [...sockets].some(({ remotePort }) => remotePort === probe.localPort));
    probe.destroy();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async #listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }
}
