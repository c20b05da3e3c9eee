import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ApiResponse, BodySink, ResponseBody } from './exchange.js';
import type { Handler } from './handler.js';
import { type Listening, type ListenOptions, listenWith } from './listening.js';
import { BODY_LIMIT, tooLarge } from './request-body.js';
import { errorResponse } from './status-response.js';

/** Bytes of what is written but not yet sent on one connection, from which its reader counts as slow. */
const BUFFER = 256 * 1024;

const MAX_CONNECTIONS = 1024;

/** All HTTP servers of one API server. */
export class HttpBinding {
  private readonly sockets = new Set<Socket>();

  constructor(private readonly handler: Handler) {}

  /** @throws RangeError for a port that there is not; rejects when the port cannot be had */
  async listen(options: ListenOptions): Promise<Listening> {
    const server = createServer({ highWaterMark: BUFFER }, (request, response) => void this.serve(request, response));
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket) => this.track(socket));
    return listenWith(server, 'the API server', options);
  }

  /** Resets every connection, as when a network fails. */
  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  private track(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A connection that breaks is seen by 'close'; without a listener its error would end the process.
    response.on('error', () => {});
    const body = await bodyOf(request);
    if (response.destroyed) return;
    const answer = body === undefined ? errorResponse(tooLarge()) : await this.answer(request, body);
    // Who was gone before the answer was known gets none.
    if (!response.destroyed) send(request, response, answer);
  }

  private answer(
    { method = 'GET', url = '/', headers }: IncomingMessage,
    body: string,
  ): ApiResponse | Promise<ApiResponse> {
    const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]);
    return this.handler({ method, target: url, headers: Object.fromEntries(texts), body });
  }
}

/** Undefined: too large; what still comes is thrown away, so that the client can read why. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size <= BODY_LIMIT) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return undefined;
  }
  return size > BODY_LIMIT ? undefined : Buffer.concat(chunks).toString();
}

function send(request: IncomingMessage, response: ServerResponse, answer: ApiResponse): void {
  const { status, headers, body, compressible } = answer;
  const gzip = compressible === true && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  response.writeHead(status, { ...headers, ...(gzip && { 'content-encoding': 'gzip', vary: 'accept-encoding' }) });
  if (typeof body === 'string') response.end(body);
  else stream(response, gzip ? compressed(response) : response, body);
}

function compressed(response: ServerResponse): Writable {
  const gzip = createGzip({ level: 1 });
  gzip.pipe(response);
  response.on('close', () => gzip.destroy());
  return gzip;
}

function stream(response: ServerResponse, out: Writable, body: Exclude<ResponseBody, string>): void {
  response.flushHeaders();
  const sink: BodySink = {
    write: (chunk) => out.write(chunk),
    end: () => out.end(),
    abort: () => response.destroy(),
  };
  const source = body(sink);
  out.on('drain', () => source.resume());
  response.on('close', () => source.stop());
}
