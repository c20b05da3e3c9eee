import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { filter, firstValueFrom, Observable, timeout } from 'rxjs';
import { WebSocket } from 'ws';
import { createInformer, type Informer } from '../../../lib/informer/index.js';
import { core, type Plain } from '../../../lib/kubernetes/index.js';
import type { InformerStatus } from '../../../lib/reflector/index.js';
import { createApiServer, createRelay, type Relay, type RelayOptions } from '../../../lib/server/index.js';
import { Chronicle, Story } from '../../../lib/testing/index.js';
import { relayTransport, type Transport, TransportError } from '../../../lib/transport/index.js';
import { TestClock } from '../../support/virtual-time.js';

type Anything = Informer<unknown, string>;

const namespace = 'default';
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Keeps the WebSockets that were made, and counts what came over them. */
function counted() {
  const sockets: WebSocket[] = [];
  let bytes = 0;
  class Counted extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      sockets.push(this);
      this.on('message', (data) => {
        bytes += String(data).length;
      });
    }
  }
  return { sockets, webSocket: Counted, received: () => bytes };
}

/** A cluster that can be cut off, a relay of its config maps, and a way to that over WebSockets. */
async function chain(options: Partial<RelayOptions> = {}) {
  const server = createApiServer();
  const cluster = server.transport();
  let isCut = false;
  const transport: Transport = {
    url: cluster.url,
    request: (request) => (isCut ? failing() : cluster.request(request)),
  };
  const upstream = createInformer({ transport, resource: core.configMaps });
  upstream.start();
  const relay = createRelay({ informers: [upstream], flushMs: 0, ...options });
  const { url } = await relay.listen();
  const web = counted();
  const way = relayTransport(url, { webSocket: web.webSocket });
  stops.push(
    () => relay.stop(),
    () => upstream.stop(),
  );
  return {
    ...{ server, relay, upstream, web, transport: way },
    create: (name: string, more: object = {}) =>
      server.store.create(core.configMaps, { metadata: { name, namespace }, ...more }),
    cutCluster() {
      isCut = true;
      server.cutConnections();
    },
    mendCluster() {
      isCut = false;
      upstream.retryNow();
    },
  };
}

function failing(): Observable<never> {
  return new Observable((subscriber) => {
    queueMicrotask(() => subscriber.error(new TransportError('network', 'the cluster is out of reach')));
  });
}

function informerOver(transport: Transport) {
  const informer = createInformer({ transport, resource: core.configMaps });
  stops.push(() => informer.stop());
  return informer;
}

/** What is waited for comes, or the test fails by its own time. */
function reached({ status$ }: Anything, holds: (status: InformerStatus) => boolean): Promise<InformerStatus> {
  return firstValueFrom(status$.pipe(filter(holds), timeout(20_000)));
}

const isLive = ({ phase }: InformerStatus) => phase === 'live';

describe('an informer of a relay of a cluster', () => {
  it('L1, L2, L3, L4, L5: is told the truth in order, whatever is cut in the middle', async () => {
    const { server, relay, web, transport, create } = await chain();
    const informer = informerOver(transport);
    const [story, chronicle] = [new Story<Plain<object>>(), new Chronicle<Plain<object>>()];
    informer.events$.subscribe(story);
    informer.changes$.subscribe(chronicle);
    await informer.ready();
    const cuts = [
      () => relay.cutConnections(),
      () => server.cutConnections(),
      () => web.sockets.at(-1)?.terminate(),
      () => web.sockets.at(-1)?.close(),
      () => {
        relay.cutConnections();
        server.cutConnections();
      },
    ];
    for (const [round, cut] of cuts.entries()) {
      for (let i = 0; i < 5; i++) create(`cm-${round}-${i}`);
      cut();
      create(`cm-${round}-after`);
      server.store.patch(
        core.configMaps,
        { namespace, name: `cm-${round}-1` },
        { data: { a: 'b' } },
        { type: 'merge' },
      );
      server.store.delete(core.configMaps, { namespace, name: `cm-${round}-0` });
      await informer.waitFor(`${namespace}/cm-${round}-after`, (object) => object !== undefined);
      await informer.waitFor(`${namespace}/cm-${round}-0`, (object) => object === undefined);
    }
    await informer.waitFor(`${namespace}/cm-4-1`, (object) => object?.data?.a === 'b');
    const { items } = server.store.list(core.configMaps);
    expect([...informer.snapshot.values()].map(({ metadata }) => [metadata.name, metadata.resourceVersion])).toEqual(
      items.map(({ metadata }) => [metadata?.name, metadata?.resourceVersion]),
    );
    story.check(informer.snapshot);
    chronicle.check();
    expect(web.sockets.length).toBeGreaterThanOrEqual(4);
  });

  it('L7: knows when the relay is cut off, since when, and why; and when it is well again', async () => {
    const { upstream, web, transport, create, cutCluster, mendCluster } = await chain();
    const informer = informerOver(transport);
    create('a');
    await informer.waitFor(`${namespace}/a`, (object) => object !== undefined);
    await reached(informer, isLive);
    cutCluster();
    const told = await reached(informer, ({ phase }) => phase === 'retrying');
    expect(told).toMatchObject({ failure: { kind: 'network' }, staleSince: upstream.status.staleSince });
    expect(told.failure?.message).toMatch(
      /^watch http:.*: the relay is not well connected itself: watch http:.*the cluster is out of reach$/,
    );
    // One who comes now gets what there is, and is told the same.
    const late = informerOver(transport);
    expect([...(await late.ready()).keys()]).toEqual([`${namespace}/a`]);
    expect(await reached(late, ({ phase }) => phase === 'retrying')).toMatchObject({ staleSince: told.staleSince });
    create('b');
    mendCluster();
    await Promise.all([reached(informer, isLive), reached(late, isLive)]);
    await informer.waitFor(`${namespace}/b`, (object) => object !== undefined);
    expect(web.sockets).toHaveLength(1);
  });

  it('gets only the fields that it keeps', async () => {
    const { transport, create, web } = await chain();
    create('a', { data: { large: 'x'.repeat(100_000), small: 'y' } });
    const informer = createInformer({ transport, resource: core.configMaps, fields: ['immutable', 'metadata.labels'] });
    stops.push(() => informer.stop());
    await informer.ready();
    const [object] = informer.snapshot.values();
    expect(Object.keys(object ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(web.received()).toBeLessThan(10_000);
  });

  it('shares one WebSocket with a hundred others', async () => {
    const { transport, web, create } = await chain();
    for (let i = 0; i < 10; i++) create(`cm-${i}`);
    const informers = Array.from({ length: 100 }, () => informerOver(transport));
    await Promise.all(informers.map((informer) => informer.ready()));
    await Promise.all(informers.map((informer) => reached(informer, isLive)));
    create('late');
    await Promise.all(
      informers.map((informer) => informer.waitFor(`${namespace}/late`, (object) => object !== undefined)),
    );
    expect(web.sockets).toHaveLength(1);
  });

  it('L9: closes the WebSocket a second after the last of them has left', async () => {
    const { transport, web } = await chain();
    const informers = Array.from({ length: 3 }, () => informerOver(transport));
    await Promise.all(informers.map((informer) => informer.ready()));
    const closed = new Promise((resolve) => web.sockets[0]?.once('close', resolve));
    for (const informer of informers) informer.stop();
    expect(await closed).toBe(1000);
  });
});

describe('a connection that dies without a word', () => {
  /** A way to a server that can be cut as a network is: nothing arrives any more, and nobody is told. */
  async function brokenBetween(target: string) {
    const port = Number(new URL(target).port);
    const pairs: [Socket, Socket][] = [];
    const proxy = createServer((client) => {
      const server = connect(port, '127.0.0.1');
      pairs.push([client, server]);
      client.pipe(server);
      server.pipe(client);
      for (const socket of [client, server]) socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    stops.push(() => {
      for (const socket of pairs.flat()) socket.destroy();
      return new Promise((resolve) => proxy.close(resolve));
    });
    const address = proxy.address();
    return {
      url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
      pairs,
      cut() {
        for (const [client, server] of pairs) {
          client.unpipe(server);
          server.unpipe(client);
          client.pause();
          server.pause();
        }
      },
    };
  }

  it('L7: is noticed by the client after 40 s, and by the server, and the informer goes on over another', async () => {
    const { create, url } = await served();
    const way = await brokenBetween(url);
    const clock = new TestClock();
    const web = counted();
    const transport = relayTransport(way.url, { webSocket: web.webSocket, scheduler: clock });
    const informer = informerOver(transport);
    await informer.ready();
    await reached(informer, isLive);
    way.cut();
    create('unseen');
    clock.advance(39_000);
    expect([web.sockets.length, informer.status.phase]).toEqual([1, 'live']);
    clock.advance(1000);
    await informer.waitFor(`${namespace}/unseen`, (object) => object !== undefined);
    expect(web.sockets).toHaveLength(2);
    informer.stop();
    clock.advance(1000);
  });
});

async function served(): Promise<{ readonly url: string; create(name: string): unknown }> {
  const { relay, create }: { relay: Relay; create(name: string): unknown } = await chain();
  return { url: (await relay.listen()).url, create };
}
