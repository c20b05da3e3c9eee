import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { core } from '../../../lib/kubernetes/index.js';
import { type ApiServerOptions, createApiServer, type Listening } from '../../../lib/server/index.js';
import { TestClock } from '../../support/virtual-time.js';
import { testServer } from '../support/server.js';

const PATH = '/api/v1/namespaces/default/configmaps';
const open: Listening[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

async function setUp(options: ApiServerOptions = {}) {
  const server = testServer(options);
  const listening = await server.listen();
  open.push(listening);
  const { url } = listening;
  const send = (method: string, path: string, body?: string, type = 'application/json') =>
    fetch(url + path, { method, headers: { 'content-type': type }, ...(body !== undefined && { body }) });
  const create = (name: string, data: Record<string, string> = {}) =>
    server.store.create(core.configMaps, { metadata: { name, namespace: 'default' }, data });
  return { server, url, send, create };
}

/** A request whose body nobody reads yet. */
async function started(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const request = get(url, { headers });
  const [response] = await once(request, 'response');
  // The response tells it too.
  request.on('error', () => {});
  return response;
}

async function textOf(response: IncomingMessage): Promise<string> {
  return Buffer.concat(await response.toArray()).toString();
}

/** What a socket answers to raw bytes. */
async function raw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(bytes);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

describe('over HTTP', () => {
  it('creates, reads, updates, patches and deletes', async () => {
    const { send } = await setUp();
    const created = await send('POST', PATH, '{"metadata":{"name":"a"},"data":{"k":"v"}}');
    expect([created.status, created.headers.get('content-type')]).toEqual([201, 'application/json']);
    const object = await created.json();
    expect(object).toMatchObject({
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'default', resourceVersion: '3' },
    });
    expect(await (await send('GET', `${PATH}/a`)).json()).toEqual(object);
    expect(
      await (await send('PUT', `${PATH}/a`, JSON.stringify({ ...object, data: { k: '2' } }))).json(),
    ).toMatchObject({ data: { k: '2' } });
    const merged = await send('PATCH', `${PATH}/a`, '{"data":{"l":"w"}}', 'application/merge-patch+json');
    expect(await merged.json()).toMatchObject({ data: { k: '2', l: 'w' } });
    const patched = await send(
      'PATCH',
      `${PATH}/a`,
      '[{"op":"remove","path":"/data/k"}]',
      'application/json-patch+json',
    );
    expect(await patched.json()).toMatchObject({ data: { l: 'w' }, metadata: { resourceVersion: '6' } });
    const deleted = await send('DELETE', `${PATH}/a`, '{"preconditions":{"resourceVersion":"6"}}');
    expect(await deleted.json()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: object.metadata.uid },
    });
    expect((await send('GET', `${PATH}/a`)).status).toBe(404);
  });

  it('deletes a collection and answers it, and a pod, whose object it answers', async () => {
    const { send, create, server } = await setUp();
    create('a');
    expect(await (await send('DELETE', `${PATH}?labelSelector=!x`)).json()).toMatchObject({
      kind: 'ConfigMapList',
      items: [{ metadata: { name: 'a' } }],
    });
    server.store.create(core.pods, { metadata: { name: 'p', namespace: 'default' } });
    const pod = await send(
      'DELETE',
      '/api/v1/namespaces/default/pods/p?gracePeriodSeconds=0&propagationPolicy=Background',
    );
    expect(await pod.json()).toMatchObject({ kind: 'Pod', metadata: { deletionTimestamp: '2026-01-06T08:00:00Z' } });
  });

  it('answers each wrong request with a Status, as kube-apiserver does', async () => {
    const { send, create } = await setUp();
    create('a');
    const cases: [
      method: string,
      path: string,
      body: string | undefined,
      type: string,
      code: number,
      reason: string | undefined,
    ][] = [
      ['POST', PATH, 'hello', 'application/json', 400, 'BadRequest'],
      ['POST', PATH, '{"metadata":', 'application/json', 400, 'BadRequest'],
      ['POST', PATH, '[]', 'application/json', 400, 'BadRequest'],
      ['POST', PATH, '"x"', 'application/json', 400, 'BadRequest'],
      ['POST', PATH, '', 'application/json', 400, 'BadRequest'],
      ['POST', PATH, 'null', 'application/json', 422, 'Invalid'],
      ['POST', PATH, `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'application/json', 400, 'BadRequest'],
      ['POST', PATH, '{}', 'text/plain', 415, 'UnsupportedMediaType'],
      ['POST', PATH, 'a: b', 'application/yaml', 415, 'UnsupportedMediaType'],
      ['POST', `${PATH}?dryRun=x`, '{"metadata":{"name":"b"}}', 'application/json', 422, 'Invalid'],
      ['POST', `${PATH}/a`, '{}', 'application/json', 405, 'MethodNotAllowed'],
      ['POST', '/api/v1/configmaps', '{}', 'application/json', 405, 'MethodNotAllowed'],
      ['PUT', PATH, '{}', 'application/json', 405, 'MethodNotAllowed'],
      ['DELETE', '/api/v1/namespaces', undefined, 'application/json', 405, 'MethodNotAllowed'],
      ['DELETE', `${PATH}/a`, '{"gracePeriodSeconds":"x"}', 'application/json', 400, 'BadRequest'],
      ['DELETE', `${PATH}/a`, '{"kind":"Pod"}', 'application/json', 400, 'BadRequest'],
      ['PUT', `${PATH}/a`, '{"metadata":{"name":"b"}}', 'application/json', 400, 'BadRequest'],
      ['PATCH', `${PATH}/a`, '{}', 'application/json', 415, 'UnsupportedMediaType'],
      ['PATCH', `${PATH}/a`, '{}', 'application/strategic-merge-patch+json', 415, 'UnsupportedMediaType'],
      ['PATCH', `${PATH}/a`, 'x', 'application/merge-patch+json', 400, 'BadRequest'],
      ['PATCH', `${PATH}/a/status`, '{}', 'application/merge-patch+json', 404, 'NotFound'],
      ['GET', '/api/v1/nopes', undefined, 'application/json', 404, 'NotFound'],
      ['GET', '/api/v1/namespaces/default/nodes', undefined, 'application/json', 404, 'NotFound'],
      ['GET', '/api/v1/namespaces/default/pods/a%2', undefined, 'application/json', 400, 'BadRequest'],
      ['GET', `${PATH}?limit=abc`, undefined, 'application/json', 400, 'BadRequest'],
      ['GET', `${PATH}?sendInitialEvents=true`, undefined, 'application/json', 422, 'Invalid'],
      ['GET', `${PATH}?watch=1&sendInitialEvents=true`, undefined, 'application/json', 422, 'Invalid'],
      ['GET', `${PATH}?watch=1&fieldSelector=foo%3Dbar`, undefined, 'application/json', 400, 'BadRequest'],
      ['GET', `${PATH}?watch=1&resourceVersion=abc`, undefined, 'application/json', 500, undefined],
      ['PUT', '/version', '{}', 'application/json', 405, 'MethodNotAllowed'],
    ];
    for (const [method, path, body, type, code, reason] of cases) {
      const response = await send(method, path, body, type);
      const status = await response.json();
      expect([method, path, response.status, status.kind, status.code, status.reason]).toEqual([
        method,
        path,
        code,
        'Status',
        code,
        reason,
      ]);
    }
    expect((await send('HEAD', PATH)).status).toBe(405);
    expect(await (await send('GET', '/nope')).text()).toBe('404 page not found\n');
  });

  it('says when to come back', async () => {
    const { send } = await setUp();
    const response = await send('GET', `${PATH}?resourceVersion=99`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([504, '1']);
  });

  it('reads no body beyond 3 MiB, and says so', async () => {
    const { send } = await setUp();
    const body = (size: number) =>
      JSON.stringify({ metadata: { generateName: 'a-' }, data: { text: 'x'.repeat(size) } });
    expect((await send('POST', PATH, body(3_000_000))).status).toBe(201);
    const response = await send('POST', PATH, body(4_000_000));
    expect([response.status, await response.json()]).toEqual([
      413,
      expect.objectContaining({
        reason: 'RequestEntityTooLarge',
        message: 'Request entity too large: limit is 3145728',
      }),
    ]);
  });

  it('compresses lists for who accepts it, never watches', async () => {
    const { url, create } = await setUp();
    create('a', { text: 'x'.repeat(10_000) });
    const list = await started(url + PATH, { 'accept-encoding': 'gzip' });
    expect(list.headers['content-encoding']).toBe('gzip');
    const bytes = Buffer.concat(await list.toArray());
    expect(bytes.length).toBeLessThan(1000);
    expect(JSON.parse(gunzipSync(bytes).toString()).items).toHaveLength(1);
    expect(JSON.parse(await textOf(await started(url + PATH))).items).toHaveLength(1);
    const watch = await started(`${url + PATH}?watch=1`, { 'accept-encoding': 'gzip' });
    expect(watch.headers['content-encoding']).toBeUndefined();
    watch.destroy();
  });

  it('sends the head of a watch at once, and each event as it is written', async () => {
    const { url, create } = await setUp();
    const watch = await started(`${url + PATH}?watch=1&resourceVersion=2`);
    const lines = watch[Symbol.asyncIterator]();
    create('a');
    expect(JSON.parse(String((await lines.next()).value))).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 'a' } },
    });
    create('b');
    expect(JSON.parse(String((await lines.next()).value))).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 'b' } },
    });
    watch.destroy();
  });

  it('L18: holds no more than a bounded buffer for a reader that does not read, and cuts it off', async () => {
    const { url, create } = await setUp({ historyLimit: 50 });
    const watch = await started(`${url + PATH}?watch=1&resourceVersion=2`);
    watch.pause();
    const text = 'x'.repeat(100_000);
    // Far more than the sockets of both sides and the history hold.
    for (let i = 0; i < 300; i += 1) {
      create(`a-${i}`, { text });
      await new Promise(setImmediate);
    }
    const broken = once(watch, 'error');
    watch.resume();
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
  });

  it('sends a list bit by bit to a reader that is slow, as it was when it was asked for', async () => {
    const { url, create, server } = await setUp();
    const text = 'x'.repeat(100_000);
    for (let i = 0; i < 100; i += 1) create(`a-${i}`, { text });
    const list = await started(url + PATH);
    server.store.deleteCollection(core.configMaps);
    expect(JSON.parse(await textOf(list)).items).toHaveLength(100);
  });

  it('L9: forgets a watch whose client has left', async () => {
    const scheduler = new TestClock();
    const { url, create } = await setUp({ scheduler });
    const watch = await started(`${url + PATH}?watch=1&resourceVersion=2`);
    const timers = () => scheduler.actions.filter(({ closed }) => !closed).length;
    expect(timers()).toBe(1);
    watch.on('error', () => {});
    watch.destroy();
    while (timers() > 0) await new Promise(setImmediate);
    expect(() => create('a')).not.toThrow();
  });

  it('resets connections when told to, and takes new ones', async () => {
    const { url, server, send } = await setUp();
    const watch = await started(`${url + PATH}?watch=1`);
    const broken = once(watch, 'error');
    server.cutConnections();
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect((await send('GET', PATH)).status).toBe(200);
  });

  it('ends open watches when it closes, and frees the port for the next', async () => {
    const server = testServer();
    const first = await server.listen();
    const watch = await started(`${first.url + PATH}?watch=1`);
    const ended = once(watch, 'error');
    await first.close();
    await ended;
    const second = await server.listen({ port: Number(new URL(first.url).port) });
    expect(second.url).toBe(first.url);
    await second.close();
  });

  it('says which port it cannot have', async () => {
    const { url, server } = await setUp();
    const port = Number(new URL(url).port);
    await expect(server.listen({ port })).rejects.toThrow(`the API server cannot listen on 127.0.0.1:${port}`);
    await expect(server.listen({ port: 70_000 })).rejects.toThrow(RangeError);
  });

  it('survives what is no HTTP, half requests and clients that leave', async () => {
    const { url, send } = await setUp();
    expect(await raw(url, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400/);
    expect(await raw(url, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 4(31|14)/);
    expect(await raw(url, 'GET no-path HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400/);
    await raw(url, `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half"`);
    const watch = await started(`${url + PATH}?watch=1`);
    watch.on('error', () => {});
    watch.destroy();
    expect((await send('GET', '/healthz')).status).toBe(200);
  });

  it('listens on loopback unless told otherwise', async () => {
    expect((await setUp()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe('options', () => {
  it.each([
    [5, 'createApiServer: 5 is no set of options; give { resources,'],
    [{ historylimit: 1 }, 'createApiServer has no such option; is historyLimit meant?'],
    [{ authorize: true }, 'authorize: true is not a function that decides for a request'],
    [{ historyLimit: -1 }, 'historyLimit is -1: expected an integer, at least 0'],
    [{ bookmarkIntervalMs: 0 }, 'bookmarkIntervalMs is 0: expected an integer, at least 1'],
    [{ startResourceVersion: '01' }, 'startResourceVersion is "01": expected a decimal number of at most 19 digits'],
    [
      { resources: [{ group: 'a.b', version: 'v1', plural: 'xs', kind: '', namespaced: true }] },
      'resources: xs of a.b has no kind: give customResource() the kind of its objects',
    ],
  ])('that cannot be are refused: %j', (options, message) => {
    const create: (given: never) => unknown = createApiServer;
    expect(() => create(options as never)).toThrow(message);
  });
});
