import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import type { AccessDecision, Listening, Relay } from '../../../lib/server/index.js';
import { relayTransport } from '../../../lib/transport/index.js';
import { ask, WatchReader } from '../support/ask.js';
import { PATH, setUp } from './support.js';

const open: Listening[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

async function listening(relay: Relay) {
  const one = await relay.listen();
  open.push(one);
  return new URL(one.url);
}

async function statusOf(url: URL, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> {
  const [response] = await once(request(new URL(PATH, url), { method, headers }).end(), 'response');
  response.resume();
  return response.statusCode;
}

/** `open`, or the status by which it was refused. */
function webSocket({ host }: URL, headers: Record<string, string>): Promise<'open' | number | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${host}/rxinformer/ws`, 'rxinformer.v1', { headers });
    socket.on('error', () => {});
    socket.on('open', () => {
      resolve('open');
      socket.close();
    });
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
  });
}

describe('a relay', () => {
  it('lets in no page of another site, and nobody who asks for another name, by HTTP or WebSocket', async () => {
    const url = await listening((await setUp()).relay);
    const foreign = [{ origin: 'https://evil.example' }, { origin: 'null' }, { host: `evil.example:${url.port}` }];
    for (const headers of foreign) {
      expect([headers, await statusOf(url, headers)]).toEqual([headers, 403]);
      expect([headers, await webSocket(url, headers)]).toEqual([headers, 403]);
    }
    for (const headers of [{}, { origin: url.origin }]) {
      expect(await statusOf(url, headers)).toBe(200);
      expect(await webSocket(url, headers)).toBe('open');
    }
  });

  it('decides about each request on a WebSocket by itself, by the token that it brings', async () => {
    const asked: (string | undefined)[] = [];
    const { relay } = await setUp({
      relay: {
        authorize: async ({ token, verb }) => {
          asked.push(`${token} ${verb}`);
          return token === 'ana' ? { access: 'granted' } : { access: 'unauthenticated' };
        },
      },
    });
    const url = await listening(relay);
    let token = 'ana';
    const headers = () => ({ authorization: `Bearer ${token}` });
    const transport = relayTransport(url.origin, { headers, webSocket: WebSocket });
    expect((await ask(transport, PATH)).status).toBe(200);
    token = 'bob';
    expect((await ask(transport, PATH)).status).toBe(401);
    expect(transport.way).toEqual({ via: 'webSocket' });
    expect(asked).toEqual(['ana list', 'bob list']);
  });

  it('takes no method that writes', async () => {
    const url = await listening((await setUp()).relay);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(await statusOf(url, {}, method)).toBe(405);
  });

  it('listens beyond loopback only with an authorize', async () => {
    await expect((await setUp()).relay.listen({ host: '0.0.0.0' })).rejects.toThrow(
      /^host is "0\.0\.0\.0", and there is no authorize/,
    );
  });

  it('asks again about an open watch, ends it when it may not go on, and lets nobody back in', async () => {
    let decision: AccessDecision = { access: 'granted' };
    const { relay, scheduler, create } = await setUp({
      relay: { authorize: async () => decision, recheckMs: 10_000, random: () => 0 },
    });
    const transport = relay.transport({ token: 'ana' });
    const watch = new WatchReader(transport, `${PATH}?watch=1`);
    await scheduler.advanceAsync(25_000);
    create('a');
    await scheduler.advanceAsync(1000);
    expect(watch.frames.map(({ type }) => type)).toEqual(['ADDED']);
    decision = { access: 'denied', user: 'ana' };
    await scheduler.advanceAsync(10_000);
    expect(watch.frames.at(-1)).toMatchObject({
      type: 'ERROR',
      object: { code: 403, message: expect.stringContaining('User "ana" cannot watch') },
    });
    expect(watch.ended).toBe(true);
    expect((await ask(transport, PATH)).status).toBe(403);
  });
});
