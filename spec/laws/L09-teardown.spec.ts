import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Subscription } from 'rxjs';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { createApiServer } from '../../lib/server/index.js';
import { coalesce } from '../../lib/views/index.js';
import { InformerBench, listen } from '../support/informer-bench.js';
import { runs } from '../support/runs.js';
import { event, pod } from '../support/scripted-server.js';
import { settled, TestClock } from '../support/virtual-time.js';

function expectNothingLeft({ server, clock }: InformerBench): void {
  expect(server.open).toEqual([]);
  expect(clock.actions).toEqual([]);
}

it('L9: when the last subscriber leaves, sockets and timers are gone, and nothing is emitted later', async () => {
  const bench = new InformerBench();
  const heard: unknown[] = [];
  const subscription = bench.informer.events$.subscribe((change) => heard.push(change));
  await bench.goLive(10, pod('a', 1));
  bench.server.last.send(event('MODIFIED', pod('a', 11))); // not committed yet
  subscription.unsubscribe();
  expectNothingLeft(bench);
  await settled();
  expect(heard).toHaveLength(1);
});

it('L9: the connection is kept while somebody is there, and for keepAliveMs after that', async () => {
  const bench = new InformerBench({ keepAliveMs: 5000 });
  const first = bench.informer.snapshot$.subscribe();
  const second = bench.informer.status$.subscribe();
  await bench.goLive(10);
  first.unsubscribe();
  bench.clock.advance(60_000);
  expect(bench.server.open).toHaveLength(1);
  second.unsubscribe();
  bench.clock.advance(4999);
  expect(bench.server.open).toHaveLength(1);
  bench.clock.advance(1);
  expectNothingLeft(bench);
});

it('L9: stop() is silent but for the end of the streams, and final', async () => {
  const bench = new InformerBench();
  const { informer } = bench;
  const ended: string[] = [];
  informer.snapshot$.subscribe({ complete: () => ended.push('snapshot$') });
  informer.changes$.subscribe({ complete: () => ended.push('changes$') });
  informer.events$.subscribe({ complete: () => ended.push('events$') });
  informer.status$.subscribe({ complete: () => ended.push('status$') });
  await bench.goLive(10, pod('a', 1));
  informer.stop();
  informer.stop();
  expectNothingLeft(bench);
  expect(ended.sort()).toEqual(['changes$', 'events$', 'snapshot$', 'status$']);
  expect(informer.snapshot.size).toBe(1);
  expect(informer.status.phase).toBe('stopped');
  informer.events$.subscribe({ next: () => ended.push('told after stop'), complete: () => ended.push('late') });
  expect(ended.at(-1)).toBe('late');
  expect(() => informer.start()).toThrow('final');
  await expect(informer.ready()).rejects.toThrow('stopped');
  expectNothingLeft(bench);
});

it('L9: stop() while the first list is on its way: no watch, no word', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  const { server } = bench;
  bench.informer.stop();
  server.last.json({ kind: 'PodList', metadata: { resourceVersion: '1' }, items: [pod('a', 1)] });
  await settled();
  expect(heard).toEqual([]);
  expect(server.exchanges).toHaveLength(1);
});

it('L9: a handler that is removed in the middle of a notification hears no more', async () => {
  const bench = new InformerBench();
  const heard: string[] = [];
  const registration = bench.informer.addEventHandler({
    onAdd: ({ metadata }) => {
      heard.push(metadata.name);
      registration.unsubscribe();
    },
  });
  bench.informer.start();
  await bench.goLive(10, pod('a', 1), pod('b', 2));
  expect(heard).toEqual(['a']);
});

it('L9: whatever is subscribed, unsubscribed, started, sent and cut in any order, stop() leaves nothing behind', async () => {
  type Command =
    | 'subscribe'
    | 'consume'
    | 'coalesce'
    | 'wait'
    | 'unsubscribe'
    | 'start'
    | 'answer'
    | 'send'
    | 'cut'
    | 'refuse'
    | 'time'
    | 'settle';
  const anyCommand = fc.constantFrom<Command>(
    'subscribe',
    'consume',
    'coalesce',
    'wait',
    'unsubscribe',
    'start',
    'answer',
    'send',
    'cut',
    'refuse',
    'time',
    'settle',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { maxLength: 30 }), fc.nat({ max: 1 }), async (commands, keepAlive) => {
      const bench = new InformerBench({ keepAliveMs: keepAlive * 1000, resyncPeriod: keepAlive * 700 });
      const { server, clock, informer } = bench;
      const subscriptions: Subscription[] = [];
      let version = 100;
      for (const command of commands) {
        const waiting = server.open.at(-1);
        switch (command) {
          case 'subscribe':
            subscriptions.push(informer.events$.subscribe(), informer.status$.subscribe());
            break;
          case 'consume':
            subscriptions.push(informer.consume(async () => {}, { keep: 'latest', resyncPeriod: 900 }));
            break;
          case 'coalesce':
            subscriptions.push(informer.changes$.pipe(coalesce(400, clock)).subscribe());
            break;
          case 'wait': {
            const controller = new AbortController();
            const options = { timeout: 5000, signal: controller.signal };
            subscriptions.push(new Subscription(() => controller.abort()));
            informer.waitFor('shop/never', (object) => object !== undefined, options).catch(() => {});
            break;
          }
          case 'unsubscribe':
            subscriptions.pop()?.unsubscribe();
            break;
          case 'start':
            informer.start();
            break;
          case 'answer':
            if (waiting?.query.watch !== undefined) waiting.open();
            else
              waiting?.json({
                kind: 'PodList',
                metadata: { resourceVersion: String(version++) },
                items: [pod('a', 1)],
              });
            break;
          case 'send':
            waiting?.send(event('MODIFIED', pod('a', version++)));
            break;
          case 'cut':
            waiting?.reset();
            break;
          case 'refuse':
            waiting?.refuse(500, 'InternalError');
            break;
          case 'time':
            clock.advance(1500);
            break;
          case 'settle':
            await settled();
            break;
        }
        if (!subscriptions.some(({ closed }) => !closed) && keepAlive === 0 && !commands.includes('start'))
          expectNothingLeft(bench);
      }
      informer.stop();
      await settled();
      expectNothingLeft(bench);
    }),
    runs,
  );
});

it('L9: stop() from within the transform, while a transport answers at once, is final', async () => {
  const server = createApiServer();
  server.store.create(core.configMaps, { metadata: { name: 'a', namespace: 'default' } });
  const informer = createInformer({
    transport: server.transport(),
    resource: core.configMaps,
    scheduler: new TestClock(),
    transform: () => informer.stop(),
  });
  informer.start();
  await settled();
  expect(informer.status).toMatchObject({ phase: 'stopped', synced: false });
  expect(informer.snapshot.size).toBe(0);
});
