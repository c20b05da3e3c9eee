import { expect, it } from '@jest/globals';
import { InformerBench } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';

it('L1: once the server answers again, the snapshot equals its state, after at most one backoff delay', async () => {
  const bench = new InformerBench();
  const { server, clock, informer } = bench;
  informer.start();
  await bench.goLive(10, pod('a', 1), pod('gone', 2));

  // The server goes away for ten minutes; meanwhile `gone` is deleted, `a` changes, and history is compacted.
  clock.advance(20_000);
  server.last.reset();
  for (let second = 0; second < 600; second++) {
    if (!server.last.aborted) server.last.reset('ECONNREFUSED');
    clock.advance(1000);
  }
  clock.advance(60_000);
  server.last.refuse(410, 'Expired');
  clock.advance(60_000);
  await bench.goLive(90, pod('a', 80));

  expect([...informer.snapshot.values()].map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)).toEqual(
    ['a@80'],
  );
  expect(informer.snapshot.resourceVersion).toBe('90');
  expect(informer.status).toMatchObject({ phase: 'live' });
});

it('L1: a watch that only broke goes on where it was, and misses nothing', async () => {
  const bench = new InformerBench();
  bench.informer.start();
  await bench.goLive(10, pod('a', 1));
  bench.clock.advance(20_000);
  bench.server.last.reset();
  bench.server.last.open();
  await bench.send(event('MODIFIED', pod('a', 11)), event('ADDED', pod('b', 12)));
  expect(bench.server.log).toEqual([
    'list?limit=500&resourceVersion=0',
    'watch?resourceVersion=10',
    'watch?resourceVersion=10',
  ]);
  expect([...bench.informer.snapshot.keys()]).toEqual(['shop/a', 'shop/b']);
});
