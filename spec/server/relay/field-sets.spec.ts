import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import type { Authorize, Listening, Relay } from '../../../lib/server/index.js';
import { relayTransport } from '../../../lib/transport/index.js';
import { settled } from '../../support/virtual-time.js';
import { ask, WatchReader } from '../support/ask.js';
import { PATH, setUp } from './support.js';

const open: Listening[] = [];
const responses: IncomingMessage[] = [];

afterEach(async () => {
  for (const response of responses.splice(0)) response.destroy();
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

async function listening(relay: Relay): Promise<string> {
  const one = await relay.listen();
  open.push(one);
  return one.url;
}

/** A watch that stays open, and what it was answered with. */
async function watchOver(url: string, field: string, token?: string): Promise<IncomingMessage> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const [response]: IncomingMessage[] = await once(
    request(`${url}${PATH}?watch=1&fields=data.${field}`, { headers, agent: false }).end(),
    'response',
  );
  if (response === undefined) throw new Error('no response');
  responses.push(response);
  return response;
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

const byToken: Authorize = async ({ token = '' }) => ({ access: 'granted', user: token });

const set = (field: string) => `${PATH}?fields=data.${field}`;

describe('sets of fields at a relay', () => {
  it('are so many for one address, and the rest is for others', async () => {
    const { relay, transport } = await setUp({ relay: { maxFieldSets: 6, maxFieldSetsPerClient: 4 } });
    const url = await listening(relay);
    for (const field of ['a', 'b', 'c', 'd', 'd']) expect((await watchOver(url, field)).statusCode).toBe(200);
    const refused = await watchOver(url, 'e');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('10');
    expect(await textOf(refused)).toMatch(/shows configmaps to one client by at most 4 sets of fields at a time/);
    const socket = relayTransport(url, { webSocket: WebSocket });
    expect((await ask(socket, set('e'))).status).toBe(429);
    expect((await ask(socket, set('a'))).status).toBe(200);
    expect(socket.way).toEqual({ via: 'webSocket' });
    expect((await ask(transport, set('e'))).status).toBe(200);
  });

  it('are counted by the user where authorize names one', async () => {
    const { relay } = await setUp({ relay: { authorize: byToken, maxFieldSetsPerClient: 2 } });
    const url = await listening(relay);
    for (const token of ['ana', 'bob']) {
      for (const field of [`${token}1`, `${token}2`]) expect((await watchOver(url, field, token)).statusCode).toBe(200);
      expect((await watchOver(url, `${token}3`, token)).statusCode).toBe(429);
    }
  });

  it('are for who asks next when their watches have ended', async () => {
    const { relay } = await setUp({ relay: { authorize: byToken, maxFieldSetsPerClient: 1, maxFieldSets: 1 } });
    const ana = relay.transport({ token: 'ana' });
    const watches = ['a', 'a'].map((field) => new WatchReader(ana, `${set(field)}&watch=1`));
    await settled();
    const bob = relay.transport({ token: 'bob' });
    for (const watch of watches) {
      expect((await ask(bob, set('b'))).status).toBe(429);
      expect((await ask(ana, set('b'))).status).toBe(429);
      watch.stop();
    }
    expect((await ask(bob, set('b'))).status).toBe(200);
  });

  it('are no more for a client whose requests waited together', async () => {
    const { relay, scheduler } = await setUp({
      started: false,
      relay: { authorize: byToken, maxFieldSetsPerClient: 2 },
    });
    const transport = relay.transport({ token: 'ana' });
    const watches = ['a', 'b', 'c', 'd'].map((field) => new WatchReader(transport, `${set(field)}&watch=1`));
    await scheduler.advanceAsync(20_000);
    expect(watches.map(({ seen, ended }) => [seen, ended])).toEqual([
      [[], false],
      [[], false],
      [['ERROR 429'], true],
      [['ERROR 429'], true],
    ]);
  });

  it('are refused where a path can match nothing', async () => {
    const { transport } = await setUp();
    expect(await ask(transport, `${PATH}?fields=metadata.labels.app.kubernetes.io/name`)).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^fields: "metadata.labels.app.* would match nothing/) },
    });
    for (const path of ['metadata.labels', 'metadata.labels.app', 'data.labels', 'spec.limits.max.cpu'])
      expect((await ask(transport, `${PATH}?fields=${path}`)).status).toBe(200);
  });

  it('are given back with the texts that they made, a while after the last watch ended', async () => {
    const { relay, informer, create, scheduler, transport } = await setUp({ relay: { keepAliveMs: 60_000 } });
    create('a');
    await scheduler.advanceAsync(100);
    const made = countTexts();
    try {
      const watch = new WatchReader(transport, `${set('x')}&watch=1`);
      await scheduler.advanceAsync(300_000);
      expect(made()).toBe(1);
      await ask(transport, set('x'));
      expect(made()).toBe(0);
      watch.stop();
      await scheduler.advanceAsync(59_000);
      await ask(transport, set('x'));
      expect(made()).toBe(0);
      await scheduler.advanceAsync(120_000);
      await ask(transport, set('x'));
      expect(made()).toBe(1);
    } finally {
      made.restore();
    }
    expect(informer.status.phase).toBe('live');
    informer.stop();
    await relay.stop();
    expect(scheduler.pending).toBe(0);
  });
});

/** How many texts of objects were made since the last look. */
function countTexts() {
  const { stringify } = JSON;
  let count = 0;
  JSON.stringify = (value: unknown) => {
    if (Object(Object(value).metadata).name === 'a') count += 1;
    return stringify(value);
  };
  return Object.assign(
    () => {
      const now = count;
      count = 0;
      return now;
    },
    {
      restore() {
        JSON.stringify = stringify;
      },
    },
  );
}
