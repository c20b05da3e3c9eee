import { expect, it } from '@jest/globals';
import { InformerBench, listen } from '../support/informer-bench.js';
import { pod } from '../support/scripted-server.js';

it('L13: a relist that brings objects at the resourceVersion that is cached is no event', async () => {
  const bench = new InformerBench();
  const heard = listen(bench.informer);
  await bench.goLive(10, pod('a', 1), pod('b', 2));
  heard.length = 0;
  await bench.relist(50, pod('a', 1), pod('b', 40));
  expect(heard).toEqual(['update b@2→40']);
});

it('L13: a resync is marked as such, told only to who asked, and makes no request', async () => {
  const bench = new InformerBench({ resyncPeriod: 1000 });
  const heard = listen(bench.informer);
  const updates: string[] = [];
  bench.informer.addEventHandler(
    { onUpdate: (previous, object) => updates.push(`${object.metadata.name} ${previous === object}`) },
    { resyncPeriod: 3000 },
  );
  const quiet: unknown[] = [];
  bench.informer.changes$.subscribe((commit) => quiet.push(commit));
  await bench.goLive(10, pod('a', 1));
  bench.clock.advance(3000);
  expect(heard).toEqual(['add a@1 initially', 'sync a@1', 'sync a@1', 'sync a@1']);
  expect(updates).toEqual(['a true']);
  expect(quiet).toHaveLength(1);
  expect(bench.server.exchanges).toHaveLength(2);
});
