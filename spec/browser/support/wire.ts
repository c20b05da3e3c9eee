import { connect, createServer, type Server, type Socket } from 'node:net';

/** The network between a browser and a server on loopback, which the test may cut and mend. It knows nothing of HTTP. */
export class Wire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut = false;
  /** Connections that were ever made. */
  connections = 0;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      this.connections++;
      if (this.#cut) {
        near.destroy();
        return;
      }
      const far = connect(port, '127.0.0.1');
      this.#join(near, far);
      this.#join(far, near);
    });
  }

  static async to(port: number): Promise<Wire> {
    const wire = new Wire(port);
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the wire has no port');
    return address.port;
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }

  /** Everything breaks, and nothing gets through until it is mended. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  mend(): void {
    this.#cut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
