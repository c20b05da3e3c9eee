import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Subscription } from 'rxjs';
import type { Listening, ListenOptions } from '../../server/index.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/index.js';

/** Bodies of requests are for tests; what is larger is cut off. */
const BODY_LIMIT = 3 * 1024 * 1024;

/**
 * Serves a way to a server over HTTP. What fails on that way fails on the socket: without an answer it is reset, and a body that breaks
 * is cut short.
 *
 * @param wayOf the way for whoever comes through this URL
 * @param isDown whether connections are to be refused, as far as somebody can who listens: they are reset
 */
export async function listenOn(
  { port = 0, host = '127.0.0.1' }: ListenOptions,
  wayOf: (url: string) => Transport,
  isDown: () => boolean,
): Promise<Listening> {
  let transport: Transport | undefined;
  const server = createServer((request, response) => {
    if (transport !== undefined) void serve(request, response, transport);
  });
  server.on('connection', (socket) => {
    if (isDown()) socket.resetAndDestroy();
  });
  await listening(server, port, host);
  const url = urlOf(server, host);
  transport = wayOf(url);
  return { url, close: () => closed(server) };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`the hostile server cannot listen on ${host}:${port}: ${cause.message}`, { cause })),
    );
    server.listen(port, host, resolve);
  });
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

async function serve(request: IncomingMessage, response: ServerResponse, transport: Transport): Promise<void> {
  // A connection that breaks is seen by 'close'; without a listener its error would end the process.
  response.on('error', () => {});
  // What was written goes out first.
  const breakOff = () => void setImmediate(() => request.socket.resetAndDestroy());
  const body = await bodyOf(request);
  if (body === undefined) return breakOff();
  if (response.destroyed) return;
  const exchange = new Subscription();
  response.on('close', () => exchange.unsubscribe());
  exchange.add(
    transport.request(requestOf(request, body)).subscribe({
      next: (answer) => exchange.add(send(response, answer, breakOff)),
      error: breakOff,
    }),
  );
}

function requestOf({ method, url = '/', headers }: IncomingMessage, body: string): TransportRequest {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { method: methodOf(method), path: url, headers: Object.fromEntries(texts), body };
}

function methodOf(method = 'GET'): NonNullable<TransportRequest['method']> {
  switch (method) {
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method;
    default:
      return 'GET';
  }
}

/** Undefined: too large, or cut off. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > BODY_LIMIT) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString();
}

/** Whoever reads slowly slows the server down. */
function send(response: ServerResponse, answer: TransportResponse, breakOff: () => void): Subscription {
  response.writeHead(answer.status, { ...answer.headers });
  response.flushHeaders();
  response.on('drain', () => answer.resume());
  return answer.body$.subscribe({
    next: (chunk) => {
      if (!response.write(chunk)) answer.pause();
    },
    error: breakOff,
    complete: () => response.end(),
  });
}
