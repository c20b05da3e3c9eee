import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Subscription } from 'rxjs';
import { type Listening, type ListenOptions, listenWith } from '../../server/index.js';
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
  options: ListenOptions,
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
  const listening = await listenWith(server, 'the hostile server', options);
  transport = wayOf(listening.url);
  return listening;
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
