import { expect, it } from '@jest/globals';
import { InformerBench } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';

const onNode = (nodeName: string, more: object = {}) => ({
  spec: { nodeName, containers: [{ name: 'c', image: 'i' }] },
  ...more,
});

it('L12: what an event did not change keeps its reference: objects, buckets, lists, and subtrees of the changed object', async () => {
  const bench = new InformerBench();
  bench.informer.start();
  await bench.goLive(10, pod('a', 1, onNode('n1')), pod('b', 2, onNode('n2')), {
    ...pod('c', 3),
    metadata: { ...pod('c', 3).metadata, namespace: 'other' },
  });
  const before = bench.informer.snapshot;
  const held = {
    b: before.get('shop/b'),
    spec: before.get('shop/a')?.spec,
    bucket: before.byIndex('node', 'n2'),
    other: before.list({ namespace: 'other' }),
  };
  await bench.send(event('MODIFIED', pod('a', 11, onNode('n1', { status: { phase: 'Running' } }))));
  const after = bench.informer.snapshot;
  expect(after.get('shop/a')?.status?.phase).toBe('Running');
  expect(after.get('shop/b')).toBe(held.b);
  expect(after.get('shop/a')?.spec).toBe(held.spec);
  expect(after.byIndex('node', 'n2')).toBe(held.bucket);
  expect(after.list({ namespace: 'other' })).toBe(held.other);
  expect(after.list()).not.toBe(before.list());
});

it('L12: that holds from change to change within one chunk, too', async () => {
  const bench = new InformerBench();
  const specs: unknown[] = [];
  bench.informer.updated$.subscribe(({ object }) => specs.push(object.spec));
  await bench.goLive(10, pod('a', 1, onNode('n1')));
  await bench.send(
    event('MODIFIED', pod('a', 11, onNode('n2'))),
    event('MODIFIED', pod('a', 12, onNode('n2', { status: {} }))),
  );
  expect(specs).toHaveLength(2);
  expect(specs[1]).toBe(specs[0]);
});

it('L12: a relist that changes nothing keeps every object and list', async () => {
  const bench = new InformerBench();
  bench.informer.start();
  await bench.goLive(10, pod('a', 1, onNode('n1')), pod('b', 2, onNode('n2')));
  const before = bench.informer.snapshot;
  const [list, bucket] = [before.list(), before.byIndex('node', 'n1')];
  await bench.relist(50, pod('a', 1, onNode('n1')), pod('b', 2, onNode('n2')));
  expect(bench.informer.snapshot.resourceVersion).toBe('50');
  expect(bench.informer.snapshot.list()).toBe(list);
  expect(bench.informer.snapshot.byIndex('node', 'n1')).toBe(bucket);
});
