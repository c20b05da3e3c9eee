import { connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { filter, firstValueFrom } from 'rxjs';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { createHostileServer, type HostileServer } from '../../lib/testing/index.js';
import { fetchTransport } from '../../lib/transport/index.js';

let server: HostileServer;
afterEach(() => server.stop());

/** A server on a socket, with two config maps. */
async function listen(): Promise<string> {
  server = createHostileServer({ plan: [] });
  for (const name of ['a', 'b']) server.store.create(core.configMaps, { metadata: { name, namespace: 'default' } });
  const { url } = await server.listen();
  return url;
}

/** What comes over a bare socket until it is over, or until enough came. */
function talk(url: string, request: string, enough: RegExp): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${request}\r\nhost: x\r\nconnection: close\r\n\r\n`),
    );
    socket.on('data', (data) => {
      heard += data;
      if (enough.test(heard)) socket.destroy();
    });
    socket.on('error', (error) => {
      heard += `[${'code' in error ? error.code : error.message}]`;
    });
    socket.on('close', () => resolve(heard));
  });
}

/** Without the last chunk that says that the body is whole; whether a reset or an end of the stream says so is the system's. */
const CUT_SHORT = /200 OK[\s\S]*\{"kind":"ConfigMapLi\r\n(\[ECONNRESET\])?$/;

const LIST = 'GET /api/v1/configmaps HTTP/1.1';
const WATCH = 'GET /api/v1/configmaps?watch=true&resourceVersion=3 HTTP/1.1';

it('is an API server over HTTP', async () => {
  const url = await listen();
  expect(await talk(url, LIST, /never/)).toMatch(/200 OK[\s\S]*"ConfigMapList"/);
  expect(await talk(url, WATCH, /ADDED/)).toMatch(/"name":"b"/);
  const created = await fetch(`${url}/api/v1/namespaces/default/configmaps`, {
    method: 'POST',
    body: JSON.stringify({ metadata: { name: 'c' } }),
    headers: { 'content-type': 'application/json' },
  });
  expect([created.status, server.store.list(core.configMaps).items.length]).toEqual([201, 3]);
  expect(server.requests.map(({ client, kind }) => `${client} ${kind}`)).toEqual([
    `${url} list`,
    `${url} watch`,
    `${url} write`,
  ]);
});

it('faults reach the socket: statuses, headers, resets before and within an answer, ends that are none', async () => {
  const url = await listen();
  server.inflict({ type: 'refuse', code: 429, retryAfterSeconds: 3 });
  server.inflict({ type: 'refuseConnection' });
  server.inflict({ type: 'reset', afterBytes: 20 });
  server.inflict({ type: 'truncate', afterBytes: 20 });
  expect(await talk(url, LIST, /never/)).toMatch(/429 Too Many Requests[\s\S]*retry-after: 3/);
  expect(await talk(url, LIST, /never/)).toBe('[ECONNRESET]');
  expect(await talk(url, LIST, /never/)).toMatch(CUT_SHORT);
  expect(await talk(url, LIST, /never/)).toMatch(/\{"kind":"ConfigMapLi\r\n0\r\n\r\n$/);
});

it('hang and blackHole keep the socket open, and nothing comes', async () => {
  const url = await listen();
  server.inflict({ type: 'hang' });
  server.inflict({ type: 'blackHole', afterBytes: 5 });
  const both = [talk(url, LIST, /never/), talk(url, LIST, /never/)];
  while (server.open < 2) await new Promise((resolve) => setImmediate(resolve));
  server.heal();
  expect(await Promise.all(both)).toEqual([
    '[ECONNRESET]',
    expect.stringMatching(/\r\n5\r\n\{"kin\r\n(\[ECONNRESET\])?$/),
  ]);
});

it('restart: connections are cut, and new ones too until it is over', async () => {
  const url = await listen();
  const watching = talk(url, WATCH, /never/);
  while (server.open < 1) await new Promise((resolve) => setImmediate(resolve));
  server.inflict({ type: 'restart', downMs: 3_600_000, forgets: false });
  expect(await watching).toMatch(/\}\n\r\n(\[ECONNRESET\])?$/);
  expect(await talk(url, LIST, /never/)).toBe('[ECONNRESET]');
  server.calm();
  expect(await talk(url, LIST, /never/)).toContain('200 OK');
});

it('an informer over a socket outlives it all, and leaves nothing open', async () => {
  const url = await listen();
  const informer = createInformer({ transport: fetchTransport({ baseUrl: url }), resource: core.configMaps });
  await informer.ready();
  server.inflict({ type: 'cut' });
  server.store.create(core.configMaps, { metadata: { name: 'c', namespace: 'default' } });
  await firstValueFrom(informer.snapshot$.pipe(filter(({ size }) => size === 3)));
  server.oracle(core.configMaps).checkNewest(informer.snapshot);
  informer.stop();
  while (server.open > 0) await new Promise((resolve) => setImmediate(resolve));
});

it('says which port cannot be had', async () => {
  const url = await listen();
  await expect(server.listen({ port: Number(new URL(url).port) })).rejects.toThrow(
    'the hostile server cannot listen on 127.0.0.1',
  );
});
