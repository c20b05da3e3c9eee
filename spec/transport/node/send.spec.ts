import { Agent, type RequestListener } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createGzip, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseBaseUrl } from '../../../lib/transport/base-url.js';
import { type Transport, TransportError, type TransportRequest } from '../../../lib/transport/index.js';
import { send } from '../../../lib/transport/node/send.js';
import { failureOf, fetched, hear } from '../support/heard.js';
import { Loopback } from '../support/loopback.js';

const MIB = 1024 * 1024;

/** `send` as a transport, with an agent of its own. */
function sender(url: string): Transport {
  const base = parseBaseUrl(url, 'url');
  const agent = base.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  return {
    url,
    request: ({ method = 'GET', path, headers = {}, body }: TransportRequest) =>
      send({ base, method, path, headers, body, agent, connectTimeoutMs: 30_000 }),
  };
}

describe('send', () => {
  let server: Loopback;
  afterEach(() => server.close());

  async function start(handler: RequestListener): Promise<Transport> {
    server = await Loopback.http(handler);
    return sender(server.url);
  }

  it('gives everything else its turn after 256 KiB of a body that is there at once', async () => {
    const total = 8 * MIB;
    const transport = await start((request, response) => {
      if (request.url === '/ping') response.end();
      else response.end(Buffer.alloc(total));
    });
    const exchange = hear(transport.request({ path: '/' }));
    const response = await exchange.first();
    let received = 0;
    let turn = 0;
    let longest = 0;
    const body = hear(response.body$, (chunk) => {
      received += chunk.length;
      turn += chunk.length;
      longest = Math.max(longest, turn);
    });
    // Paused until the connection holds as much as it can.
    response.pause();
    for (let i = 0; i < 100; i++) await fetched(transport, { path: '/ping' });
    response.resume();
    const nextTurn = () => {
      turn = 0;
      if (!body.over) setImmediate(nextTurn);
    };
    nextTurn();
    await body.until(({ over }) => over);
    expect(received).toBe(total);
    expect(longest).toBeLessThan(MIB / 2);
  });

  it('does not go on after such a turn when the subscriber has paused it in the meantime', async () => {
    const transport = await start((request, response) => {
      if (request.url === '/ping') response.end();
      else response.end(Buffer.alloc(8 * MIB));
    });
    const exchange = hear(transport.request({ path: '/' }));
    const response = await exchange.first();
    let received = 0;
    const body = hear(response.body$, (chunk) => {
      received += chunk.length;
      if (received >= MIB) response.pause();
    });
    await body.until(() => received >= MIB);
    const receivedThen = received;
    for (let i = 0; i < 20; i++) await fetched(transport, { path: '/ping' });
    expect(received).toBe(receivedThen);
    exchange.subscription.unsubscribe();
  });

  describe('gzip', () => {
    it('is unpacked as it comes', async () => {
      const zip = createGzip();
      const transport = await start((_, response) => zip.pipe(response.writeHead(200, { 'content-encoding': 'gzip' })));
      zip.write('one');
      zip.flush();
      const exchange = hear(transport.request({ path: '/' }));
      const body = hear((await exchange.first()).body$);
      await body.until(({ values }) => values.length === 1);
      expect(Buffer.concat(body.values).toString()).toBe('one');
      zip.end('two');
      await exchange.until(({ completed }) => completed);
      expect(Buffer.concat(body.values).toString()).toBe('onetwo');
    });

    it('is read no faster than its subscriber wants, packed or not', async () => {
      const total = 64 * MIB;
      const packed = gzipSync(Buffer.alloc(total));
      const transport = await start((request, response) =>
        request.url === '/ping' ? response.end() : response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
      );
      const exchange = hear(transport.request({ path: '/' }));
      const response = await exchange.first();
      let received = 0;
      const body = hear(response.body$, (chunk) => {
        received += chunk.length;
      });
      await body.until(() => received > 0);
      response.pause();
      for (let i = 0; i < 100; i++) await fetched(transport, { path: '/ping' });
      expect(received).toBeLessThan(MIB);
      response.resume();
      await exchange.until(({ completed }) => completed);
      expect(received).toBe(total);
    });

    it.each([
      ['is cut short', gzipSync('hello').subarray(0, 12), 'Z_BUF_ERROR', /closed the connection/],
      [
        'is damaged',
        Buffer.concat([gzipSync('hello').subarray(0, 10), Buffer.from('nonsense')]),
        'Z_DATA_ERROR',
        /damaged/,
      ],
    ])('errors the body when it %s', async (_, packed, code, message) => {
      const transport = await start((_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
      );
      const error = await failureOf(transport, { path: '/' });
      expect(error).toMatchObject({ kind: 'network', code, message: expect.stringMatching(message) });
    });

    it('errors the body when the connection breaks, and frees both streams', async () => {
      const transport = await start((_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.write(gzipSync('hello').subarray(0, 12), () => response.socket?.destroy());
      });
      expect(await failureOf(transport, { path: '/' })).toMatchObject({ kind: 'network', code: 'ECONNRESET' });
    });
  });

  describe('an idle connection that the server closes just when it is taken', () => {
    const closingOnSecondUse: RequestListener = (request, response) => {
      const seen = uses.get(request.socket) ?? 0;
      uses.set(request.socket, seen + 1);
      if (seen === 0) response.end('hello');
      else request.socket.destroy();
    };
    const uses = new WeakMap<object, number>();

    it('is replaced, where the request changes nothing', async () => {
      const transport = await start(closingOnSecondUse);
      await fetched(transport, { path: '/' });
      expect(await fetched(transport, { path: '/' })).toMatchObject({ text: 'hello' });
      expect(server.opened).toBe(2);
    });

    it('is an error for a write, which may have been carried out', async () => {
      const transport = await start(closingOnSecondUse);
      await fetched(transport, { path: '/' });
      expect(await failureOf(transport, { method: 'POST', path: '/' })).toMatchObject({ kind: 'network' });
    });

    it('is not replaced for ever: a fresh connection that breaks is an error', async () => {
      const transport = await start((request, response) => {
        if (server.requests.length === 0) response.end('hello');
        else request.socket.destroy();
      });
      await fetched(transport, { path: '/' });
      expect(await failureOf(transport, { path: '/' })).toMatchObject({ kind: 'network', code: 'ECONNRESET' });
      expect(server.requests).toHaveLength(3);
    });
  });

  describe('in time', () => {
    const real = [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
    ] as const;
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: [...real] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('gives up a connection that does not stand, and closes it: here to a server that never shakes hands', async () => {
      server = await Loopback.deaf();
      const failure = failureOf(sender(server.url), { path: '/' });
      await server.until(({ opened }) => opened === 1);
      jest.advanceTimersByTime(29_999);
      expect(server.sockets.size).toBe(1);
      jest.advanceTimersByTime(1);
      const error = await failure;
      expect(error).toBeInstanceOf(TransportError);
      expect(error).toMatchObject({ kind: 'timeout', message: `no connection to ${server.place} within 30 s` });
      await server.until(({ sockets }) => sockets.size === 0);
    });

    it('lets an answer take as long as it likes, once the connection stands', async () => {
      let answer = () => {};
      const transport = await start((_, response) => {
        answer = () => response.end('at last');
      });
      const response = fetched(transport, { path: '/' });
      await server.until(({ requests }) => requests.length === 1);
      jest.advanceTimersByTime(600_000);
      answer();
      expect(await response).toMatchObject({ text: 'at last' });
    });
  });
});
