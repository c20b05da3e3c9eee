import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { config, type Subscription } from 'rxjs';
import { InformerBench, listen } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';

const reported: unknown[] = [];

beforeEach(() => {
  config.onUnhandledError = (error) => reported.push(error);
});

afterEach(async () => {
  // RxJS reports in a task of its own.
  await new Promise<void>((resolve) => setTimeout(resolve));
  config.onUnhandledError = null;
  expect(reported.splice(0)).toEqual([]);
});

/** A handler that writes down what it is told, and may do something then. */
function handler(heard: string[], then: (word: string) => void = () => {}) {
  const hear = (word: string) => {
    heard.push(word);
    then(word);
  };
  return {
    onAdd: ({ metadata }: { metadata: { name: string } }, initially: boolean) =>
      hear(`add ${metadata.name}${initially ? ' initially' : ''}`),
    onUpdate: (previous: unknown, object: { metadata: { name: string } }) =>
      hear(`${previous === object ? 'sync' : 'update'} ${object.metadata.name}`),
  };
}

describe('handlers: removal', () => {
  it('L9: one that another subscriber removes in the middle of a commit hears no more of it', async () => {
    const bench = new InformerBench();
    const heard: string[] = [];
    const handlers: Subscription[] = [];
    bench.informer.events$.subscribe(({ type }) => {
      if (type === 'update') for (const each of handlers) each.unsubscribe();
    });
    handlers.push(bench.informer.addEventHandler(handler(heard)));
    await bench.goLive(10, pod('a', 1));
    await bench.send(event('MODIFIED', pod('a', 11)), event('ADDED', pod('b', 12)));
    expect(heard).toEqual(['add a initially']);
  });

  it('L9: one that removes itself between two events of a commit hears no more of it', async () => {
    const bench = new InformerBench();
    const heard: string[] = [];
    const registration = bench.informer.addEventHandler(
      handler(heard, (word) => {
        if (word === 'update a') registration.unsubscribe();
      }),
    );
    await bench.goLive(10, pod('a', 1));
    await bench.send(event('MODIFIED', pod('a', 11)), event('ADDED', pod('b', 12)));
    expect(heard).toEqual(['add a initially', 'update a']);
    expect(bench.server.open).toEqual([]);
  });

  it('L5, L9: one may be added and another removed from within a callback: each event is heard once by one of them', async () => {
    const bench = new InformerBench();
    const first: string[] = [];
    const second: string[] = [];
    const registration = bench.informer.addEventHandler(
      handler(first, (word) => {
        if (word !== 'update a') return;
        bench.informer.addEventHandler(handler(second));
        registration.unsubscribe();
      }),
    );
    await bench.goLive(10, pod('a', 1));
    await bench.send(event('MODIFIED', pod('a', 11)), event('ADDED', pod('b', 12)));
    await bench.send(event('MODIFIED', pod('b', 13)));
    expect(first).toEqual(['add a initially', 'update a']);
    expect(second).toEqual(['add a initially', 'add b initially', 'update b']);
    // The connection is handed over: nothing was asked for again.
    expect(bench.server.log).toHaveLength(2);
  });

  it('synced rejects when somebody else stops the informer within the first commit, before the handler is told it', async () => {
    const bench = new InformerBench();
    const heard: string[] = [];
    const { synced } = bench.informer.addEventHandler(handler(heard));
    bench.informer.snapshot$.subscribe(() => bench.informer.stop());
    await bench.goLive(10, pod('a', 1));
    await expect(synced).rejects.toThrow('removed before its first list was complete');
    expect(heard).toEqual([]);
  });
});

describe('handlers: resync', () => {
  it('each has its own period, from when it came; no one else hears it, and nothing is asked of the server', async () => {
    const bench = new InformerBench();
    const [often, seldom, never]: [string[], string[], string[]] = [[], [], []];
    bench.informer.addEventHandler(handler(often), { resyncPeriod: 1000 });
    bench.informer.addEventHandler(handler(never));
    const events = listen(bench.informer);
    await bench.goLive(10, pod('a', 1));
    bench.clock.advance(500);
    bench.informer.addEventHandler(handler(seldom), { resyncPeriod: 1500 });
    bench.clock.advance(1400);
    expect([often, seldom]).toEqual([['add a initially', 'sync a'], ['add a initially']]);
    bench.clock.advance(100);
    expect([often, seldom]).toEqual([
      ['add a initially', 'sync a', 'sync a'],
      ['add a initially', 'sync a'],
    ]);
    expect([never, events]).toEqual([['add a initially'], ['add a@1 initially']]);
    expect(bench.server.log).toHaveLength(2);
  });

  it('a handler may refuse the informer’s period', async () => {
    const bench = new InformerBench({ resyncPeriod: 1000 });
    const heard: string[] = [];
    bench.informer.addEventHandler(handler(heard), { resyncPeriod: 0 });
    await bench.goLive(10, pod('a', 1));
    bench.clock.advance(5000);
    expect(heard).toEqual(['add a initially']);
  });

  it('L9: one that is removed in the middle of its resync hears no more, and has no timer', async () => {
    const bench = new InformerBench();
    const heard: string[] = [];
    const registration = bench.informer.addEventHandler(
      handler(heard, (word) => {
        if (word === 'sync a') registration.unsubscribe();
      }),
      { resyncPeriod: 1000 },
    );
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    bench.clock.advance(5000);
    expect(heard).toEqual(['add a initially', 'add b initially', 'sync a']);
    expect(bench.clock.pending).toBe(0);
  });

  it('tells of what is cached while the connection is down', async () => {
    const bench = new InformerBench();
    const heard: string[] = [];
    bench.informer.addEventHandler(handler(heard), { resyncPeriod: 1000 });
    await bench.goLive(10, pod('a', 1));
    bench.server.last.reset();
    bench.clock.advance(1000);
    expect(heard).toEqual(['add a initially', 'sync a']);
  });
});

describe('handlers: options', () => {
  it.each<[string, unknown, object]>([
    ['addEventHandler: undefined is no handler', undefined, {}],
    ['addEventHandler: onDelete: 1 is not a function', { onDelete: 1 }, {}],
    ['resyncPeriod', {}, { resyncPeriod: -1 }],
    ['resyncPeriod: 2147483648 is not', {}, { resyncPeriod: 2 ** 31 }],
  ])('throws at the call, naming what is wrong: %s', (message, malformed, options) => {
    const { informer, server } = new InformerBench();
    expect(() => informer.addEventHandler(malformed as object, options)).toThrow(message);
    expect(server.exchanges).toEqual([]);
  });
});
