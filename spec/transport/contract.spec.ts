import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mergeMap, take } from 'rxjs';
import { type Transport, TransportError } from '../../lib/transport/index.js';
import { failureOf, fetched, hear } from './support/heard.js';
import { httpKinds, kinds } from './support/kinds.js';
import type { Loopback } from './support/loopback.js';

const MIB = 1024 * 1024;

describe.each(kinds)('$name keeps the contract of a transport', ({ serve, transportTo }) => {
  let server: Loopback;
  afterEach(() => server.close());

  async function start(handler: RequestListener): Promise<Transport> {
    server = await serve(handler);
    return transportTo(server);
  }

  it('asks nothing before it is subscribed, and asks anew for each subscriber', async () => {
    const transport = await start((_, response) => response.end('hello'));
    const request$ = transport.request({ path: '/api' });
    expect(server.requests).toHaveLength(0);
    await hear(request$.pipe(mergeMap(({ body$ }) => body$))).until(({ over }) => over);
    await hear(request$.pipe(mergeMap(({ body$ }) => body$))).until(({ over }) => over);
    expect(server.requests).toHaveLength(2);
  });

  it('emits the response when its headers have come, the body chunk by chunk, and completes both at its end', async () => {
    let answer: ServerResponse | undefined;
    const transport = await start((_, response) => {
      answer = response;
      response.writeHead(201, { 'content-type': 'text/plain', 'x-two': ['a', 'b'] });
      response.flushHeaders();
    });
    const exchange = hear(transport.request({ path: '/api/v1/pods?limit=1' }));
    const { status, headers, body$ } = await exchange.first();
    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'content-type': 'text/plain', 'x-two': 'a, b' });
    const body = hear(body$);
    answer?.write('one');
    await body.until(({ values }) => values.length === 1);
    answer?.write('two');
    await body.until(({ values }) => values.length === 2);
    expect(body.values.map((chunk) => Buffer.from(chunk).toString())).toEqual(['one', 'two']);
    expect([body.over, exchange.over]).toEqual([false, false]);
    answer?.end();
    await exchange.until(({ completed }) => completed);
    expect(body.completed).toBe(true);
    expect(exchange.values).toHaveLength(1);
    expect(server.requests[0]?.url).toBe('/api/v1/pods?limit=1');
  });

  it('passes an answer of any status up as a response', async () => {
    const transport = await start((_, response) => response.writeHead(401).end('who are you?'));
    expect(await fetched(transport, { path: '/' })).toMatchObject({ status: 401, text: 'who are you?' });
  });

  it('sends method, body and headers, and says that a body is JSON unless told otherwise', async () => {
    const transport = await start((request, response) => request.pipe(response));
    const merge = { 'content-type': 'application/merge-patch+json', accept: 'application/json' };
    expect(await fetched(transport, { method: 'PATCH', path: '/x', headers: merge, body: '{"é":1}' })).toMatchObject({
      text: '{"é":1}',
    });
    await fetched(transport, { method: 'POST', path: '/x', body: '{}' });
    expect(await fetched(transport, { method: 'DELETE', path: '/x', body: '{}' })).toMatchObject({ text: '{}' });
    expect(server.requests.map(({ method }) => method)).toEqual(['PATCH', 'POST', 'DELETE']);
    expect(server.requests[0]?.headers).toMatchObject(merge);
    expect(server.requests[1]?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(server.requests[2]?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '2' });
  });

  it('completes at once where there is no body', async () => {
    const transport = await start((_, response) => response.writeHead(204).end());
    expect(await fetched(transport, { path: '/' })).toMatchObject({ status: 204, text: '' });
  });

  it('refuses a second subscriber of a body', async () => {
    const transport = await start((_, response) => response.write('endless'));
    const exchange = hear(transport.request({ path: '/' }));
    const { body$ } = await exchange.first();
    hear(body$);
    expect(hear(body$).error).toMatchObject({ message: expect.stringMatching(/one subscriber/) });
    exchange.subscription.unsubscribe();
  });

  it('stops reading while it is paused, so that TCP slows the server, and goes on where it was', async () => {
    const total = 64 * MIB;
    let sent = 0;
    const transport = await start(async (request, response) => {
      if (request.url === '/ping') return void response.end();
      for (const chunk = Buffer.alloc(MIB); sent < total; sent += chunk.length) {
        if (!response.write(chunk)) await once(response, 'drain');
      }
      response.end();
    });
    const exchange = hear(transport.request({ path: '/big' }));
    const response = await exchange.first();
    let received = 0;
    const body = hear(response.body$, (chunk) => {
      received += chunk.length;
    });
    await body.until(() => received > MIB);
    response.pause();
    // Enough turns of the loop on both sides to send everything many times over.
    for (let i = 0; i < 100; i++) await fetched(transport, { path: '/ping' });
    const [receivedThen, sentThen] = [received, sent];
    for (let i = 0; i < 100; i++) await fetched(transport, { path: '/ping' });
    expect([received, sent]).toEqual([receivedThen, sentThen]);
    expect(sent).toBeLessThan(total / 2);
    response.resume();
    await body.until(({ over }) => over);
    expect([body.completed, received]).toEqual([true, total]);
  });

  it('honours a pause that came before the body was subscribed, and one within a chunk', async () => {
    const transport = await start((request, response) => {
      if (request.url === '/ping') response.end();
      else response.write('one');
    });
    const exchange = hear(transport.request({ path: '/' }));
    const response = await exchange.first();
    response.pause();
    const body = hear(response.body$, () => response.pause());
    for (let i = 0; i < 10; i++) await fetched(transport, { path: '/ping' });
    expect(body.values).toHaveLength(0);
    response.resume();
    await body.until(({ values }) => values.length === 1);
    exchange.subscription.unsubscribe();
  });

  it('errors when the connection breaks before the answer', async () => {
    const transport = await start((request) => request.socket.destroy());
    const error = await failureOf(transport, { method: 'POST', path: '/' });
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ kind: 'network', message: expect.stringContaining(server.place) });
  });

  it.each([
    ['its content-length', { 'content-length': '100' }],
    ['its last chunk', {}],
  ])('errors the body, and not the request, when it ends before %s', async (_, headers) => {
    const transport = await start((_request, response) => {
      response.writeHead(200, headers);
      response.write('half', () => response.socket?.end());
    });
    const exchange = hear(transport.request({ path: '/' }));
    const { body$ } = await exchange.first();
    const body = await hear(body$).until(({ over }) => over);
    expect(body.error).toBeInstanceOf(TransportError);
    expect(body.error).toMatchObject({ kind: 'network', message: expect.stringMatching(/closed the connection/) });
    await exchange.until(({ completed }) => completed);
  });

  it('says that nothing listens, and where', async () => {
    const transport = await start(() => {});
    const { place } = server;
    await server.close();
    const error = await failureOf(transport, { path: '/' });
    expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED', message: expect.stringContaining(place) });
    await start(() => {});
  });

  it('errors a body whose request was unsubscribed before', async () => {
    const transport = await start((_, response) => response.write('endless'));
    const exchange = await hear(transport.request({ path: '/' }).pipe(take(1))).until(({ over }) => over);
    const [response] = exchange.values;
    expect(response && hear(response.body$).error).toBeInstanceOf(TransportError);
  });

  it.each(['/a b', '/ä', '/a#b', '/a\r\nhost: evil', 'api', '@evil.example/', ''])(
    'throws for the path %j',
    async (path) => {
      const transport = await start(() => {});
      expect(() => transport.request({ path })).toThrow(TypeError);
      expect(() => transport.request({ path })).toThrow(/^path: /);
    },
  );

  it('throws for a header that HTTP does not allow, and does not show its value', async () => {
    const transport = await start(() => {});
    expect(() => transport.request({ path: '/', headers: { 'x-a': 'secret\r\nhost: evil' } })).toThrow(
      /^headers: .*x-a/,
    );
    expect(() => transport.request({ path: '/', headers: { 'x-a': 'secret\r\nhost: evil' } })).not.toThrow(/secret/);
  });
});

describe.each(httpKinds)('$name', ({ serve, transportTo }) => {
  let server: Loopback;
  afterEach(() => server.close());

  async function start(handler: RequestListener): Promise<Transport> {
    server = await serve(handler);
    return transportTo(server);
  }

  it('does not ask for compression unless told to', async () => {
    const transport = await start((_, response) => response.end());
    await fetched(transport, { path: '/' });
    await fetched(transport, { path: '/', compress: true });
    expect(server.requests[0]?.headers['accept-encoding'] ?? 'identity').toBe('identity');
    expect(server.requests[1]?.headers['accept-encoding']).toMatch(/gzip/);
  });

  it('takes no notice of the fields that the reader keeps', async () => {
    const transport = await start((_, response) => response.end());
    await fetched(transport, { path: '/api/v1/pods?watch=true', fields: ['spec.nodeName'] });
    expect(server.requests[0]?.url).toBe('/api/v1/pods?watch=true');
  });
});
