import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import {
  type ClientMessage,
  decodeServerMessage,
  encodeClientMessage,
  type Malformed,
  type ServerMessage,
  SUBPROTOCOL,
  WEB_SOCKET_PATH,
} from '../../../../../lib/transport/index.js';

/** A WebSocket on which a test says what it likes, and which answers no ping by itself. */
export class RawClient {
  readonly heard: (ServerMessage | Malformed)[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  readonly #socket: WebSocket;
  readonly #changes = new EventEmitter();
  #network: Socket | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.binaryType = 'nodebuffer';
    socket.on('message', (data: Buffer, isBinary) => {
      this.heard.push(decodeServerMessage(isBinary ? new Uint8Array(data) : data.toString()));
      this.#changes.emit('change');
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      this.#changes.emit('change');
    });
    socket.on('error', () => {});
  }

  /** @param url of the server, over HTTP */
  static async to(url: string, options: object = {}): Promise<RawClient> {
    const address = url.replace('http', 'ws') + WEB_SOCKET_PATH;
    const socket = new WebSocket(address, [SUBPROTOCOL], options);
    const client = new RawClient(socket);
    let network: Socket | undefined;
    socket.on('upgrade', (response) => {
      network = response.socket;
    });
    await once(socket, 'open');
    client.#network = network;
    return client;
  }

  say(...messages: readonly ClientMessage[]): void {
    for (const message of messages) this.#socket.send(encodeClientMessage(message));
  }

  /** Whatever it is. */
  send(data: string | Uint8Array): void {
    this.#socket.send(data);
  }

  ask(id: number, path: string, more: Partial<Extract<ClientMessage, { type: 'request' }>> = {}): void {
    this.say({ type: 'request', id, method: 'GET', path, headers: {}, credit: 1_000_000, compress: false, ...more });
  }

  /** Bytes that came over the network. */
  get received(): number {
    return this.#network?.bytesRead ?? 0;
  }

  /** Stops reading from the network. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await once(this.#changes, 'change');
  }

  /** Everything that was heard of a stream, but its data. */
  of(id: number): readonly ServerMessage[] {
    return this.heard.filter(
      (message): message is ServerMessage => 'id' in message && message.id === id && message.type !== 'data',
    );
  }

  bytesOf(id: number): Buffer {
    return Buffer.concat(
      this.heard.map((message) => (message.type === 'data' && message.id === id ? message.bytes : new Uint8Array())),
    );
  }

  /** The first word, and all after it up to the next answer to a request that is at once complete. */
  async settled(id: number): Promise<void> {
    this.ask(id, '/now');
    await this.until(() => this.of(id).some(({ type }) => type === 'end'));
  }

  get pings(): number {
    return this.heard.filter(({ type }) => type === 'ping').length;
  }

  /** Drops the connection without a word. */
  drop(): void {
    this.#socket.terminate();
  }

  close(): void {
    this.#socket.close();
  }
}
