import { expect, it } from '@jest/globals';
import { InformerBench } from '../support/informer-bench.js';
import { bookmark, event, pod, podList } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

/** Collects each published snapshot as `resourceVersion: key@version…`. */
function snapshots(bench: InformerBench): string[] {
  const seen: string[] = [];
  bench.informer.snapshot$.subscribe((snapshot) => {
    const objects = [...snapshot.values()].map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`);
    seen.push(`${snapshot.resourceVersion}: ${objects.join(' ')}`);
  });
  return seen;
}

it('L2: no snapshot is half a list: nothing is published before the last page', async () => {
  const bench = new InformerBench({ pageSize: 1 });
  const seen = snapshots(bench);
  bench.server.last.json(podList(10, [pod('a', 1)], { continue: 'next' }));
  await settled();
  expect(seen).toEqual([]);
  expect(bench.informer.snapshot).toMatchObject({ size: 0, resourceVersion: '' });
  bench.server.last.json(podList(10, [pod('b', 2)]));
  await settled();
  expect(seen).toEqual(['10: a@1 b@2']);
});

it('L2: every published snapshot equals the state of the server at its resourceVersion', async () => {
  const bench = new InformerBench();
  const seen = snapshots(bench);
  await bench.goLive(10, pod('a', 1), pod('b', 2));
  await bench.send(event('MODIFIED', pod('a', 11)));
  await bench.send(event('DELETED', pod('b', 12)), event('ADDED', pod('c', 13)), event('MODIFIED', pod('a', 14)));
  await bench.send(bookmark(20));
  await bench.relist(30, pod('c', 13), pod('d', 25));
  expect(seen).toEqual(['10: a@1 b@2', '11: a@11 b@2', '14: a@14 c@13', '20: a@14 c@13', '30: c@13 d@25']);
});

it('L2: half a frame changes nothing until its other half is there', async () => {
  const bench = new InformerBench();
  const seen = snapshots(bench);
  await bench.goLive(10);
  const text = `${JSON.stringify(event('ADDED', pod('a', 11)))}\n`;
  await bench.send(text.slice(0, 50));
  expect(seen).toEqual(['10: ']);
  await bench.send(text.slice(50));
  expect(seen).toEqual(['10: ', '11: a@11']);
});
