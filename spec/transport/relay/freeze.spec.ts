import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Subscription } from 'rxjs';
import { createInformer } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import type { InformerStatus } from '../../../lib/reflector/index.js';
import { createApiServer } from '../../../lib/server/index.js';
import { relayTransport, type ServerMessage } from '../../../lib/transport/index.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import { hear } from '../support/heard.js';
import { type FakeWebSocket, FakeWebSockets } from './support/fake-web-socket.js';

const SECOND = 1000;
const namespace = 'default';

let clock: TestClock;
let stops: (() => void)[];

beforeEach(() => {
  clock = new TestClock();
  stops = [];
});
/** L9: nothing is left behind. */
afterEach(async () => {
  for (const stop of stops) stop();
  await settled();
  clock.advance(20 * SECOND);
  expect(clock.pending).toBe(0);
});

async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(SECOND);
    await settled();
  }
}

/** A server behind a network that can be frozen: connections stay open, and nothing comes through. HTTP may be kept from it alone. */
function frozenAtWill() {
  const server = createApiServer({ scheduler: clock });
  const web = new FakeWebSockets();
  const net = { frozen: false, webSockets: true };
  const asked: string[] = [];
  const lost = new Set<FakeWebSocket>();
  const beat = (socket: FakeWebSocket, dead: () => boolean): Subscription =>
    clock.schedule(function () {
      if (!dead()) socket.say({ type: 'ping' });
      this.schedule(undefined, 15 * SECOND);
    }, 15 * SECOND);
  web.opened$.subscribe((socket) => {
    // What met the freeze stays dead after it: its packets are lost.
    if (net.frozen || !net.webSockets) lost.add(socket);
    const dead = () => lost.has(socket);
    const beats = beat(socket, dead);
    socket.ended$.subscribe(() => beats.unsubscribe());
    queueMicrotask(() => dead() || socket.open());
    const answers = new Map<number, Subscription>();
    socket.said$.subscribe((message) => {
      if (message.type === 'cancel') answers.get(message.id)?.unsubscribe();
      if (message.type !== 'request' || dead()) return;
      const { id, path, headers } = message;
      const say = (said: ServerMessage) => dead() || socket.say(said);
      const answer = server
        .transport()
        .request({ path, headers })
        .subscribe({
          next: ({ status, headers: sent, body$ }) => {
            say({ type: 'head', id, status, headers: sent });
            body$.subscribe({
              next: (bytes) => say({ type: 'data', id, bytes }),
              complete: () => say({ type: 'end', id }),
            });
          },
        });
      answers.set(id, answer);
    });
    socket.ended$.subscribe(() => {
      for (const answer of answers.values()) answer.unsubscribe();
    });
  });
  const transport = relayTransport('https://relay.example', {
    ...{ webSocket: web.constructor$, scheduler: clock, random: () => 0.5 },
    fetch: (url, init) => {
      asked.push(url);
      if (!net.frozen) return Promise.resolve(new Response('{}', { status: 200 }));
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  });
  const freeze = () => {
    net.frozen = true;
    for (const socket of web.sockets) lost.add(socket);
  };
  return { server, web, net, freeze, asked, transport };
}

async function live() {
  const world = frozenAtWill();
  const informer = createInformer({ transport: world.transport, resource: core.configMaps, scheduler: clock });
  const phases: InformerStatus['phase'][] = [];
  informer.status$.subscribe(({ phase }) => phases.push(phase));
  informer.start();
  stops.push(() => informer.stop());
  await pass(20);
  expect(informer.status.phase).toBe('live');
  phases.length = 0;
  return { ...world, informer, phases };
}

describe('a network that keeps everything back', () => {
  it.each([0, 1, 5, 9, 14])('L7: is told within 55 s, %d s after a heartbeat, and mended', async (later) => {
    const { net, freeze, informer, phases, server } = await live();
    await pass(later);
    freeze();
    const frozenAt = clock.now();
    let told: number | undefined;
    for (let i = 0; i < 55; i++) {
      await pass(1);
      if (informer.status.phase === 'retrying') told ??= clock.now() - frozenAt;
    }
    expect(told).toBeLessThanOrEqual(51 * SECOND);
    expect(informer.status).toMatchObject({
      phase: 'retrying',
      failure: { message: expect.stringMatching(/relay.example:443 is silent: an open WebSocket was found dead, and/) },
    });
    await pass(200);
    expect(informer.status.phase).toBe('retrying');
    server.store.create(core.configMaps, { metadata: { name: 'a', namespace } });
    net.frozen = false;
    phases.length = 0;
    await pass(90);
    expect([informer.status.phase, informer.snapshot.size]).toEqual(['live', 1]);
  });

  it('is no alarm where only the WebSocket died, and the next one opens', async () => {
    const { net, freeze, phases, web, informer } = await live();
    freeze();
    await pass(1);
    net.frozen = false;
    await pass(60);
    expect([web.sockets.length, phases, informer.status.phase]).toEqual([2, [], 'live']);
  });

  it('goes over HTTP, once it was told, where only WebSockets are kept back', async () => {
    const { net, freeze, transport, asked, informer } = await live();
    freeze();
    await pass(1);
    Object.assign(net, { frozen: false, webSockets: false });
    await pass(80);
    informer.stop();
    expect([asked.length > 0, transport.way.via]).toEqual([true, 'http']);
  });

  it('lets headers over HTTP be late from the start, and ever later where it was in doubt', async () => {
    const { net, freeze, transport } = frozenAtWill();
    freeze();
    const first = hear(transport.request({ path: '/a' }));
    await pass(80);
    expect(first.over).toBe(false);
    first.subscription.unsubscribe();
    net.frozen = false;
    const second = hear(transport.request({ path: '/api/v1/configmaps?watch=true' }));
    await settled();
    freeze();
    await second.first();
    hear((await second.first()).body$);
    await pass(41);
    for (const seconds of [10, 20, 30, 50, 50]) {
      const exchange = hear(transport.request({ path: '/a' }));
      await settled();
      await pass(seconds - 1);
      expect(exchange.over).toBe(false);
      await pass(1);
      expect(exchange.error).toMatchObject({
        kind: 'timeout',
        message: expect.stringMatching(/is the network cut\?$/),
      });
    }
  });
});
