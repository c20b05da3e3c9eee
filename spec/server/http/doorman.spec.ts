import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ApiResponse, BodySink } from '../../../lib/server/http/exchange.js';
import type { HttpOptions } from '../../../lib/server/http/http-options.js';
import type { Listening } from '../../../lib/server/http/listening.js';
import { type BindingOptions, HttpBinding } from '../../../lib/server/http/node-binding.js';
import { createApiServer } from '../../../lib/server/index.js';
import { operator } from '../support/operator.js';

const RELAY: BindingOptions = { name: 'the relay', readOnly: true, strict: true, authorizes: false };
const open: (Listening | Socket)[] = [];
const reports = operator();

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await ('close' in one ? one.close() : one.destroy());
});

/** A binding whose handler answers `/big` with what no socket holds, `/watch` never, and everything else with `ok`. */
async function setUp(options: HttpOptions = {}, binding: Partial<BindingOptions> = {}) {
  const handled: string[] = [];
  const cut: string[] = [];
  const handler = ({ target }: { readonly target: string }): ApiResponse => {
    handled.push(target);
    if (target === '/odd') return { status: 200, headers: { odd: '\n' }, body: '' };
    if (target === '/broken')
      return {
        status: 200,
        headers: {},
        body: () => {
          throw new Error('a bug');
        },
      };
    if (target !== '/watch' && target !== '/big') return { status: 200, headers: { vary: 'accept' }, body: 'ok' };
    const body = (sink: BodySink) => {
      if (target === '/big') sink.write(Buffer.alloc(50_000_000));
      return { resume() {}, stop: () => cut.push(target) };
    };
    return { status: 200, headers: {}, body };
  };
  const listening = await new HttpBinding(handler, { ...RELAY, ...binding }).listen(options);
  open.push(listening);
  const port = Number(new URL(listening.url).port);
  return { handled, cut, port, host: `127.0.0.1:${port}` };
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** All that a socket brings before it is closed. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  if (!socket.closed) await once(socket, 'close');
  return text;
}

/** What a connection of its own answers. */
async function answer(port: number, lines: readonly string[], path = '/'): Promise<string> {
  const socket = await connected(port);
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  return heard(socket);
}

function statusOf(text: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

describe('the door of a server', () => {
  it('lets through what the guard lets through, with the headers of security and its own', async () => {
    const { port, host, handled } = await setUp({ allowedOrigins: ['https://a.example'] });
    const text = await answer(port, [`Host: ${host}`, 'Origin: https://a.example', 'Connection: close']);
    expect(statusOf(text)).toBe(200);
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/m);
    expect(text).toMatch(/^access-control-allow-origin: https:\/\/a\.example\r$/m);
    expect(text).toMatch(/^vary: origin, accept\r$/m);
    expect(handled).toEqual(['/']);
  });

  it.each([
    ['a rebound name', ['Host: evil.example'], 403],
    ['a foreign page', ['Host: HOST', 'Origin: https://evil.example'], 403],
    ['two hosts', ['Host: HOST', 'Host: evil.example'], 400],
    ['no host', [], 400],
    ['many headers', ['Host: HOST', ...Array.from({ length: 150 }, (_, i) => `x-${i}: 1`)], 431],
    ['long headers', ['Host: HOST', `x: ${'y'.repeat(20_000)}`], 431],
    ['a body', ['Host: HOST', 'Content-Length: 5', '', 'hello'], 413],
    ['a body without end', ['Host: HOST', 'Transfer-Encoding: chunked', '', '5'], 413],
  ])('answers %s itself, and closes', async (_, lines, status) => {
    const { port, host, handled } = await setUp();
    const text = await answer(
      port,
      lines.map((line) => line.replace('HOST', host)),
    );
    expect(statusOf(text)).toBe(status);
    expect(handled).toEqual([]);
  });

  it('refuses what a guard refuses for WebSockets too, and what nobody takes over is an ordinary request', async () => {
    const upgrades: string[] = [];
    const { port, host } = await setUp(
      {},
      {
        upgrade: (request, socket) => {
          upgrades.push(String(request.url));
          socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
        },
      },
    );
    const asks = ['Connection: Upgrade', 'Upgrade: websocket'];
    expect(statusOf(await answer(port, [`Host: ${host}`, ...asks, 'Origin: https://evil.example'], '/a'))).toBe(403);
    expect(statusOf(await answer(port, ['Host: evil.example', ...asks], '/b'))).toBe(403);
    expect(upgrades).toEqual([]);
    expect(statusOf(await answer(port, [`Host: ${host}`, ...asks, `Origin: http://${host}`], '/c'))).toBe(101);
    expect(upgrades).toEqual(['/c']);
    const without = await setUp();
    const text = await answer(without.port, [
      `Host: ${without.host}`,
      'Connection: Upgrade, close',
      'Upgrade: websocket',
    ]);
    expect(statusOf(text)).toBe(200);
  });

  it('closes connections above the limits, says why, and has room again when others leave', async () => {
    const { port, host } = await setUp({ maxConnections: 3, maxConnectionsPerClient: 2 });
    const [first] = [await connected(port), await connected(port)];
    expect(await heard(await connected(port))).toMatch(
      /^HTTP\/1\.1 429 .*^retry-after: 5\r$.*maxConnectionsPerClient/ms,
    );
    first.destroy();
    await untilAnswered(port, host);
    const few = await setUp({ maxConnections: 1, maxConnectionsPerClient: 2 });
    await connected(few.port);
    expect(await heard(await connected(few.port))).toMatch(/^HTTP\/1\.1 503 .*\(maxConnections\)/s);
  });

  it('closes a connection whose request does not come, or comes too slowly', async () => {
    const { port, host } = await setUp({ headersTimeoutMs: 100 });
    const [silent, slow] = [await connected(port), await connected(port)];
    slow.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nX: `);
    const [nothing, told] = await Promise.all([heard(silent), heard(slow)]);
    expect(statusOf(told)).toBe(408);
    expect(nothing).not.toMatch(/ 200 /);
  });

  it('cuts off who does not read what is sent, and not who waits for what is to come', async () => {
    const { port, host, cut } = await setUp({ stalledMs: 100 });
    const [lazy, waiting] = [await connected(port), await connected(port)];
    lazy.pause();
    waiting.write(`GET /watch HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await once(waiting, 'data');
    lazy.write(`GET /big HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    while (cut.length === 0) await new Promise(setImmediate);
    expect(cut).toEqual(['/big']);
    expect(waiting.closed).toBe(false);
  });

  it('outlives its own mistakes: the request that met one is answered with 500, or cut', async () => {
    const { port, host } = await setUp();
    expect(statusOf(await answer(port, [`Host: ${host}`, 'Connection: close'], '/odd'))).toBe(500);
    expect(await answer(port, [`Host: ${host}`], '/broken')).not.toMatch(/\r\n0\r\n/);
    expect(statusOf(await answer(port, [`Host: ${host}`, 'Connection: close']))).toBe(200);
    expect(await reports()).toEqual([expect.objectContaining({ code: 'ERR_INVALID_CHAR' }), new Error('a bug')]);
  });

  it('cuts off who piles up requests on one connection', async () => {
    const { port, host, handled } = await setUp();
    const socket = await connected(port);
    socket.write(`GET /watch HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50));
    await heard(socket);
    expect(handled.length).toBeLessThan(20);
  });
});

/** Asks until there is room; the server hears only a moment later that a client has left. */
async function untilAnswered(port: number, host: string): Promise<void> {
  for (;;) {
    const [response] = await once(httpRequest({ port, host: '127.0.0.1', headers: { host } }).end(), 'response');
    response.resume();
    if (response.statusCode === 200) return;
  }
}

describe('listening', () => {
  it('beyond loopback needs an authorize, and is refused without, naming what to do', async () => {
    await expect(setUp({ host: '0.0.0.0' })).rejects.toThrow(
      'host is "0.0.0.0", and there is no authorize: whoever reaches this computer could read everything',
    );
    const { port } = await setUp({ host: '0.0.0.0' }, { authorizes: true });
    expect(statusOf(await answer(port, ['Host: evil.example']))).toBe(403);
    expect(statusOf(await answer(port, ['Host: 10.0.0.1', 'Connection: close']))).toBe(200);
  });

  it('of a server for tests is up to its user beyond loopback; on loopback no page of another site writes to it', async () => {
    const everywhere = await createApiServer().listen({ host: '0.0.0.0' });
    const here = await createApiServer().listen();
    open.push(everywhere, here);
    const [out, own] = [everywhere, here].map(({ url }) => Number(new URL(url).port));
    expect(statusOf(await answer(out ?? 0, ['Host: my-machine', 'Connection: close'], '/healthz'))).toBe(200);
    expect(statusOf(await answer(own ?? 0, ['Host: my-machine'], '/healthz'))).toBe(403);
    const post = (origin: object) =>
      fetch(`${here.url}/api/v1/namespaces/default/configmaps`, {
        method: 'POST',
        headers: { ...origin },
        body: new Blob(['{"metadata":{"name":"a"}}']),
      });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({})).status).toBe(201);
  });

  it.each([
    [{ maxConnections: 0 }, 'maxConnections: 0 is no positive whole number'],
    [{ maxConnectionsPerClient: 1.5 }, 'maxConnectionsPerClient: 1.5 is no positive whole number'],
    [{ headersTimeoutMs: 0 }, 'headersTimeoutMs: 0 is no number of milliseconds'],
    [{ stalledMs: 3e9 }, 'stalledMs: 3000000000 is no number of milliseconds'],
    [{ host: '' }, 'host: "" is no name or address'],
    [{ allowedHosts: 'a' }, 'allowedHosts: "a" is no list'],
    [{ allowedOrigins: ['*'] }, 'allowedOrigins has "*"'],
    [{ allowedHost: ['a'] }, 'allowedHost: listen has no such option; is allowedHosts meant?'],
  ])('refuses options that cannot be: %j', async (options, message) => {
    // @ts-expect-error: of wrong types and names
    await expect(setUp(options)).rejects.toThrow(message);
  });
});
