import { expect, it } from '@jest/globals';
import { InformerBench } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';

it('L11: a held snapshot, list and object stay as they are while the informer goes on', async () => {
  const bench = new InformerBench();
  bench.informer.start();
  await bench.goLive(10, pod('a', 1), pod('b', 2, { spec: { nodeName: 'n1' } }));
  const { snapshot } = bench.informer;
  const held = [snapshot, snapshot.list(), snapshot.byIndex('node', 'n1'), snapshot.get('shop/a')];
  const before = JSON.stringify([[...snapshot.entries()], ...held]);
  await bench.send(event('MODIFIED', pod('a', 11)), event('DELETED', pod('b', 12)), event('ADDED', pod('c', 13)));
  expect(JSON.stringify([[...snapshot.entries()], ...held])).toBe(before);
  expect(snapshot.size).toBe(2);
});

it('L11: writing to a cached object, list or index bucket throws in strict mode', async () => {
  const bench = new InformerBench();
  bench.informer.start();
  await bench.goLive(10, pod('a', 1, { spec: { nodeName: 'n1', containers: [{ name: 'c' }] } }));
  await bench.send(event('MODIFIED', pod('a', 11, { spec: { nodeName: 'n1', containers: [{ name: 'd' }] } })));
  const { snapshot } = bench.informer;
  const a = snapshot.get('shop/a');
  for (const target of [
    a,
    a?.metadata,
    a?.spec?.containers,
    a?.spec?.containers[0],
    snapshot.list(),
    snapshot.byIndex('node', 'n1'),
  ]) {
    expect(() => Object.defineProperty(target ?? {}, 'x', { value: 1 })).toThrow(TypeError);
  }
});

it('L11: without strict, objects can be written to', async () => {
  const bench = new InformerBench({ strict: false });
  bench.informer.start();
  await bench.goLive(10, pod('a', 1));
  expect(Object.isFrozen(bench.informer.snapshot.get('shop/a'))).toBe(false);
});

it('L11: nobody can write to what the status was, is, or will be, nor to its failure', async () => {
  const bench = new InformerBench({ strict: false });
  const told = [bench.informer.status];
  bench.informer.status$.subscribe((status) => told.push(status));
  bench.server.last.refuse(503, 'ServiceUnavailable');
  bench.informer.stop();
  expect(told.map(({ phase }) => phase)).toEqual(['idle', 'idle', 'listing', 'retrying', 'stopped']);
  expect(told.every((status) => Object.isFrozen(status) && Object.isFrozen(status.failure))).toBe(true);
  expect(bench.informer.status.failure?.kind).toBe('server');
});
