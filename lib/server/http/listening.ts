import type { Server } from 'node:http';

/** Where to listen. */
export interface ListenOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /**
   * Default: `127.0.0.1`. The server has no TLS, and unless `authorize` says otherwise everybody may do everything:
   * think before another host.
   */
  readonly host?: string;
}

/** A server that listens. */
export interface Listening {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

/**
 * Connections that may wait to be accepted: all of a relay's clients come back at once when the network does. With Node's 511, the others would find no door,
 * and each would try again after one second, three, seven.
 */
const BACKLOG = 4096;

/**
 * Lets a server listen.
 *
 * @param name for messages, such as `the API server`
 * @throws RangeError for a port that there is not; rejects when the port cannot be had
 */
export async function listenWith(
  server: Server,
  name: string,
  { port = 0, host = '127.0.0.1' }: ListenOptions,
): Promise<Listening> {
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new RangeError(`port is ${port}: expected an integer from 0 (any free port) to 65535`);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`${name} cannot listen on ${host}:${port}: ${cause.message}`, { cause })),
    );
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  return { url: urlOf(server, host), close: () => closed(server) };
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
