import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex, Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { clientOf, Guard, isLoopback, requireAuthorizeBeyondLoopback, withHeaders } from '../guard/index.js';
import { Doorman } from './doorman.js';
import type { ApiResponse, BodySink, ResponseBody } from './exchange.js';
import type { Handler } from './handler.js';
import { checkHttpOptions, type HttpOptions } from './http-options.js';
import { type Listening, listenWith } from './listening.js';
import { BODY_LIMIT, tooLarge } from './request-body.js';
import { headersOf, headOf } from './request-head.js';
import { errorResponse } from './status-response.js';

/** Bytes of what is written but not yet sent on one connection, from which its reader counts as slow. */
const BUFFER = 256 * 1024;

/** Bytes of the head of a request: room for long tokens and selectors. */
const MAX_HEAD = 16 * 1024;

/** What a binding is for. */
export interface BindingOptions {
  /** For messages, such as `the API server`. */
  readonly name: string;
  /** Whether the server only reads: then nothing else gets as far as the handler. */
  readonly readOnly: boolean;
  /**
   * Whether to stay on this computer, and to answer to known names only, whatever it listens on: for servers that
   * people put beside a cluster. False: for tests and demos, whose user may let anybody in.
   */
  readonly strict: boolean;
  /** Whether somebody decides who may do what. */
  readonly authorizes: boolean;
  /**
   * Takes over connections that ask for another protocol, after the guard has let them through, and ends them when the server stops, which
   * waits for them. Default: there is no other.
   */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer, stopping: AbortSignal) => void;
}

/** All HTTP servers of one API server or relay. */
export class HttpBinding {
  private readonly sockets = new Set<Socket>();

  constructor(
    private readonly handler: Handler,
    private readonly options: BindingOptions,
  ) {}

  /**
   * @throws TypeError or RangeError for an option that cannot be, and for a host beyond loopback where nobody decides
   *   who may do what; rejects when the port cannot be had
   */
  async listen(options: HttpOptions): Promise<Listening> {
    checkHttpOptions(options);
    const { host = '127.0.0.1', headersTimeoutMs = 10_000, stalledMs = 60_000 } = options;
    const { name, strict, authorizes } = this.options;
    if (strict) requireAuthorizeBeyondLoopback(name, host, authorizes ? true : undefined);
    const doorman = new Doorman(this.guardOf(host, options), options);
    const server = createServer({
      highWaterMark: BUFFER,
      maxHeaderSize: MAX_HEAD,
      headersTimeout: headersTimeoutMs,
      requestTimeout: 3 * headersTimeoutMs,
      connectionsCheckingInterval: Math.ceil(headersTimeoutMs / 4),
    });
    // Their number is judged by the doorman, who sees all of them, instead of leaving out those above a limit.
    server.maxHeadersCount = 0;
    server.maxConnections = doorman.hardLimit;
    server.on('connection', (socket) => doorman.admits(socket) && this.track(socket));
    server.on('request', (request, response) => {
      this.serve(doorman, request, response).catch((error: unknown) => fail(request, response, error));
    });
    const stopping = new AbortController();
    this.upgradesOf(server, doorman, stopping.signal);
    server.setTimeout(stalledMs, (socket) => doorman.isWaste(socket) && socket.destroy());
    const { url, close } = await listenWith(server, name, options);
    const stop = () => {
      stopping.abort();
      return close();
    };
    return { url, close: stop };
  }

  /** Resets every connection, as when a network fails. */
  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  private guardOf(host: string, options: HttpOptions): Guard {
    const { name, readOnly, strict } = this.options;
    const anyHost = !strict && !isLoopback(host) && options.allowedHosts === undefined;
    return new Guard({ name, readOnly, listening: host, anyHost }, options);
  }

  private track(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }

  private upgradesOf(server: Server, doorman: Doorman, stopping: AbortSignal): void {
    const { upgrade } = this.options;
    if (upgrade === undefined) return;
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (doorman.letsUpgrade(request, socket)) upgrade(request, socket, head, stopping);
    });
  }

  private async serve(doorman: Doorman, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A connection that breaks is seen by 'close'; without a listener its error would end the process.
    response.on('error', () => {});
    if (!doorman.takes(request, response)) return;
    const over = new AbortController();
    response.once('close', () => over.abort());
    const { answer: early, headers } = doorman.judge(headOf(request));
    if (early !== undefined) return refuse(request, response, withHeaders(early, headers));
    const body = await bodyOf(request);
    if (response.destroyed) return;
    const answer = body === undefined ? errorResponse(tooLarge()) : await this.answer(request, body, over.signal);
    // Who was gone before the answer was known gets none.
    if (!response.destroyed) send(request, response, withHeaders(answer, headers));
  }

  private answer(request: IncomingMessage, body: string, signal: AbortSignal): ApiResponse | Promise<ApiResponse> {
    const { method = 'GET', url = '/', socket } = request;
    const client = clientOf(socket.remoteAddress);
    return this.handler({ method, target: url, headers: headersOf(request), body, client, signal });
  }
}

/** A mistake of this server costs the request that met it, and no other. */
function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const answer = errorResponse(error);
  if (response.headersSent) response.destroy();
  else send(request, response, answer);
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

/** The connection of who is refused is not kept: nobody reads a body that is not wanted. */
function refuse(request: IncomingMessage, response: ServerResponse, answer: ApiResponse): void {
  send(request, response, answer.status < 400 ? answer : withHeaders(answer, { connection: 'close' }));
}

function send(request: IncomingMessage, response: ServerResponse, answer: ApiResponse): void {
  const { status, body, compressible } = answer;
  const gzip = compressible === true && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const { headers } = gzip ? withHeaders(answer, { 'content-encoding': 'gzip', vary: 'accept-encoding' }) : answer;
  response.writeHead(status, headers);
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
