import { expect, it } from '@jest/globals';
import { InformerBench } from '../support/informer-bench.js';
import { pod, podList } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

it('L15: synced turns true exactly when the first complete list is published', async () => {
  const bench = new InformerBench({ pageSize: 1 });
  const { informer, server } = bench;
  const seen: boolean[] = [];
  informer.status$.subscribe(({ synced }) => seen.push(synced));
  informer.snapshot$.subscribe(() => expect(seen).not.toContain(true));
  server.last.json(podList(10, [pod('a', 1)], { continue: 'next' }));
  await settled();
  expect(informer.status.synced).toBe(false);
  server.last.json(podList(10, [pod('b', 2)]));
  expect(informer.status.synced).toBe(false); // received, but not published yet
  await settled();
  expect(informer.status.synced).toBe(true);
  expect(seen.indexOf(true)).toBe(seen.lastIndexOf(false) + 1);
});

it('L15: an empty list is a complete one', async () => {
  const bench = new InformerBench();
  const ready = bench.informer.ready();
  await bench.goLive(10);
  expect(await ready).toMatchObject({ size: 0, resourceVersion: '10' });
  expect(bench.informer.status.synced).toBe(true);
});

it('L15: a list that is cut short syncs nothing and deletes nothing', async () => {
  const bench = new InformerBench();
  const { informer, server, clock } = bench;
  const text = JSON.stringify(podList(50, [pod('a', 1), pod('b', 2)]));
  informer.start();
  server.last.open().send(text.slice(0, -20)).end();
  await settled();
  expect(informer.status).toMatchObject({ synced: false, phase: 'retrying' });
  clock.advance(60_000);
  await bench.goLive(10, pod('a', 1), pod('b', 2));
  expect(informer.status.synced).toBe(true);
  await bench.send({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } });
  clock.advance(60_000);
  server.last
    .open()
    .send(text.slice(0, text.indexOf('b') - 30))
    .reset();
  await settled();
  expect([...informer.snapshot.keys()]).toEqual(['shop/a', 'shop/b']);
  expect(informer.status).toMatchObject({ synced: true, phase: 'retrying' });
});
