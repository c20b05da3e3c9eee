import type { RequestListener } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Transport } from '../../lib/transport/index.js';
import { kubeConfigTransport } from '../../lib/transport/node/index.js';
import { fetched, hear } from './support/heard.js';
import { httpKinds, nodeKinds } from './support/kinds.js';
import { kubeConfigFor } from './support/kube-configs.js';
import type { Loopback } from './support/loopback.js';

/**
 * Node's fetch opens another connection of its own accord when one was aborted, so that this is what can be asked of
 * it.
 */
const nobodyAsking = ({ requests }: Loopback) => requests.every(({ socket }) => socket.destroyed);
const nobodyConnected = ({ sockets }: Loopback) => sockets.size === 0;

/** Sockets that keep the process alive. */
const liveSockets = () => process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;

const endless: RequestListener = (_, response) => response.write('endless');
const silent: RequestListener = () => {};

describe.each(httpKinds)('L9: unsubscribing from $name is silent and final', ({ serve, transportTo }) => {
  let server: Loopback;
  afterEach(() => server.close());

  async function start(handler: RequestListener): Promise<Transport> {
    server = await serve(handler);
    return transportTo(server);
  }

  it('while credentials are awaited: nothing is sent', async () => {
    server = await serve(endless);
    let have = () => {};
    const credentials = new Promise<void>((resolve) => {
      have = resolve;
    });
    const exchange = hear(transportTo(server, () => credentials).request({ path: '/' }));
    await setImmediate();
    exchange.subscription.unsubscribe();
    have();
    await credentials;
    await pass(5);
    expect([server.opened, exchange.values, exchange.over]).toEqual([0, [], false]);
  });

  it('before the headers: the connection is closed', async () => {
    const transport = await start(silent);
    const exchange = hear(transport.request({ path: '/' }));
    await server.until(({ requests }) => requests.length === 1);
    exchange.subscription.unsubscribe();
    await server.until(nobodyAsking);
    expect([exchange.values, exchange.over]).toEqual([[], false]);
  });

  it('before the body is subscribed: the connection is closed', async () => {
    const transport = await start(endless);
    const exchange = hear(transport.request({ path: '/' }));
    await exchange.first();
    exchange.subscription.unsubscribe();
    await server.until(nobodyAsking);
    expect(exchange.over).toBe(false);
  });

  it('within the response callback: the connection is closed', async () => {
    const transport = await start(endless);
    const exchange = hear(transport.request({ path: '/' }), (_, { subscription }) => subscription.unsubscribe());
    await exchange.first();
    await server.until(nobodyAsking);
    expect(exchange.over).toBe(false);
  });

  it('within the body: the connection is closed, and the body says no more', async () => {
    const transport = await start((_, response) => response.write(Buffer.alloc(1024 * 1024)));
    const exchange = hear(transport.request({ path: '/' }));
    const { body$ } = await exchange.first();
    const body = hear(body$, () => exchange.subscription.unsubscribe());
    await body.until(({ values }) => values.length > 0);
    await server.until(nobodyAsking);
    expect([body.values.length, body.over, exchange.over]).toEqual([1, false, false]);
  });

  it('from a body that is paused: the connection is closed', async () => {
    const transport = await start((_, response) => response.write(Buffer.alloc(1024 * 1024)));
    const exchange = hear(transport.request({ path: '/' }));
    const response = await exchange.first();
    const body = hear(response.body$, () => response.pause());
    await body.until(({ values }) => values.length > 0);
    exchange.subscription.unsubscribe();
    await server.until(nobodyAsking);
    expect(body.over).toBe(false);
    response.resume();
    await setImmediate();
    expect(body.over).toBe(false);
  });

  it('from the body alone: the connection is closed, and the request completes', async () => {
    const transport = await start(endless);
    const exchange = hear(transport.request({ path: '/' }));
    const { body$ } = await exchange.first();
    hear(body$, (_, { subscription }) => subscription.unsubscribe());
    await exchange.until(({ over }) => over);
    await server.until(nobodyAsking);
    expect(exchange.completed).toBe(true);
  });

  it('at any turn of the event loop: nothing is heard later', async () => {
    const transport = await start((_, response) => response.end('hello'));
    for (let turns = 0; turns < 20; turns++) {
      const exchange = hear(transport.request({ path: '/' }));
      await pass(turns);
      exchange.subscription.unsubscribe();
      const heard = exchange.values.length;
      await pass(20);
      expect(exchange.values).toHaveLength(heard);
    }
  });
});

describe.each(nodeKinds)('L9: unsubscribing from $name leaves no connection', ({ serve, transportTo }) => {
  let server: Loopback;
  afterEach(() => server.close());

  it('nor a timer, at any turn of the event loop', async () => {
    jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
    try {
      server = await serve(silent);
      const transport = transportTo(server);
      for (let turns = 0; turns < 20; turns++) {
        const exchange = hear(transport.request({ path: '/' }));
        await pass(turns);
        exchange.subscription.unsubscribe();
      }
      await server.settled();
      await server.until(nobodyConnected);
      expect(server.opened).toBeGreaterThan(1);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('in the very tick in which the request is made', async () => {
    server = await serve(silent);
    const kubeConfig = kubeConfigFor(server);
    const exchange = hear(kubeConfigTransport(kubeConfig).request({ path: '/' }));
    // Credentials come within microtasks, the socket with the next tick: all of these lie before it.
    for (let turn = 0; turn < 30; turn++) await Promise.resolve();
    exchange.subscription.unsubscribe();
    await server.settled();
    await server.until(nobodyConnected);
    expect(server.requests).toHaveLength(0);
  });

  it('while it waits for its turn: it is never sent', async () => {
    server = await serve(endless);
    const transport = kubeConfigTransport(kubeConfigFor(server), { maxSockets: 1 });
    const first = hear(transport.request({ path: '/first' }));
    const second = hear(transport.request({ path: '/second' }));
    await first.first();
    second.subscription.unsubscribe();
    first.subscription.unsubscribe();
    await server.until(nobodyConnected);
    const third = hear(transport.request({ path: '/third' }));
    await third.first();
    expect(server.requests.map(({ url }) => url)).toEqual(['/first', '/third']);
    third.subscription.unsubscribe();
  });

  it('when the answer was complete: its idle connection does not keep the process alive, and serves the next request', async () => {
    const others = liveSockets(); // fetch, in the tests before, may have kept some
    server = await serve((_, response) => response.end('hello'));
    const transport = transportTo(server);
    await fetched(transport, { path: '/' });
    const [socket] = server.sockets;
    await fetched(transport, { path: '/' });
    await pass(5);
    expect([server.opened, server.sockets.size]).toEqual([1, 1]);
    socket?.unref();
    expect(liveSockets()).toBeLessThanOrEqual(others);
  });
});

async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate();
}
