import { expect, it } from '@jest/globals';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { createHostileServer, TestClock } from '../../lib/testing/index.js';
import { InformerBench, listen } from '../support/informer-bench.js';
import { bookmark, event, pod } from '../support/scripted-server.js';

it('L17: an event without a version, or with an older one, takes neither the snapshot nor the next watch back', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(10);
  await bench.send(event('ADDED', pod('a', 15)), event('MODIFIED', pod('a', 12)), event('MODIFIED', pod('a', '')));
  await bench.send({ type: 'BOOKMARK', object: { kind: 'Pod', apiVersion: 'v1', metadata: {} } });
  expect(heard).toEqual(['add a@15', 'update a@15→12', 'update a@12→']);
  expect(bench.informer.snapshot.resourceVersion).toBe('15');
  bench.server.last.end();
  expect(bench.server.last.query).toMatchObject({ resourceVersion: '15' });
});

it('L17, L2: a transform that takes the version from objects does not stop the snapshot and the next watch', async () => {
  const bench = new InformerBench({
    transform: ({ metadata }) => {
      metadata.resourceVersion = '';
    },
  });
  listen(bench.informer);
  await bench.goLive(10);
  await bench.send(event('ADDED', pod('a', 15)));
  expect(bench.informer.snapshot.get('shop/a')?.metadata.resourceVersion).toBe('');
  expect(bench.informer.snapshot.resourceVersion).toBe('15');
  bench.server.last.end();
  expect(bench.server.last.query).toMatchObject({ resourceVersion: '15' });
});

it('L2, L17: a watch from nowhere tells objects in no order, so that no version stands for what is there', async () => {
  const bench = new InformerBench();
  listen(bench.informer);
  bench.server.last.json({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] });
  bench.server.last.open();
  await bench.send(event('ADDED', pod('a', 15)));
  expect(bench.informer.snapshot.size).toBe(1);
  expect(bench.informer.snapshot.resourceVersion).toBe('');
  await bench.send(event('MODIFIED', pod('a', 16)));
  expect(bench.informer.snapshot.resourceVersion).toBe('16');
});

it('L17: a server that was restored to an older state is followed, by a list', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(100, pod('a', 90), pod('b', 95));
  heard.length = 0;
  await bench.relist(50, pod('a', 40));
  expect(heard).toEqual(['delete b@95 (unknown)', 'update a@90→40']);
  expect(bench.informer.snapshot.resourceVersion).toBe('50');
});

it.each([
  ['four minutes, on a server that sends bookmarks', 5, 4, {}],
  ['five minutes, where a shorter deadline is asked for', 5, 5, { silenceDeadlineMs: 90_000 }],
  ['five minutes, where a longer deadline is asked for', 5, 5, { silenceDeadlineMs: 120_000 }],
  ['40 minutes, where it was restored before a second bookmark came', 0, 40, {}],
  ['40 minutes, where the deadline is too short for bookmarks', 5, 40, { silenceDeadlineMs: 30_000 }],
])(
  'L17, L7: a restored server whose watch from the future is silent is followed within %s',
  async (_, before, minutes, options) => {
    const clock = new TestClock();
    const server = createHostileServer({ scheduler: clock, plan: [] });
    const create = (name: string) => server.store.create(core.configMaps, { metadata: { name, namespace: 'default' } });
    create('a');
    create('b');
    const [transport, resource, random] = [server.transport(), core.configMaps, () => 0.5] as const;
    const informer = createInformer({ transport, resource, scheduler: clock, random, ...options });
    informer.start();
    await clock.advanceAsync(1000 + before * 60_000);
    server.inflict({ type: 'restore', versions: 1 });
    await clock.advanceAsync(minutes * 60_000);
    server.oracle(core.configMaps).checkNewest(informer.snapshot);
    informer.stop();
  },
);

it('L17, L7: a bookmark of before the watch shows that the server was restored, and the status says so', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(1000, pod('a', 900));
  await bench.send(bookmark(1001), bookmark(500));
  expect(bench.informer.status).toMatchObject({
    phase: 'retrying',
    failure: { kind: 'expired', message: expect.stringContaining('went back to resourceVersion 500') },
  });
  expect(bench.informer.snapshot.resourceVersion).toBe('1001');
  bench.clock.advance(1200);
  expect(bench.server.last.query).toEqual({ limit: '500' });
  await bench.goLive(500, pod('a', 400));
  expect(heard).toEqual(['add a@900 initially', 'update a@900→400']);
  expect(bench.informer.status).toMatchObject({ phase: 'live' });
});
