import { describe, expect, it } from '@jest/globals';
import { collectGarbage } from '../support/garbage.js';
import { InformerBench, told } from '../support/informer-bench.js';
import { event, pod, podList } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

/** More than are staged at once, in an order that is not that of their keys. */
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => pod(`p${(i * 7) % count}`, i + 1, { spec: { nodeName: `n${i % 3}` } }));

describe('the first list, while it arrives', () => {
  it('L2: is not seen before it is whole', async () => {
    const bench = new InformerBench({ pageSize: 600 });
    bench.informer.start();
    bench.server.last.json(podList(10, many(600), { continue: 'next' }));
    await settled();
    expect(bench.informer.snapshot).toMatchObject({ size: 0, resourceVersion: '' });
    bench.server.last.json(podList(10, [pod('last', 5)]));
    await settled();
    expect(bench.informer.snapshot).toMatchObject({ size: 601, resourceVersion: '10' });
  });

  it('L4, L5: comes as initial adds in the order of the list, from nothing, with its indexes', async () => {
    const bench = new InformerBench();
    const commits: unknown[] = [];
    bench.informer.changes$.subscribe(({ previous, changes, cause }) =>
      commits.push([previous.size, changes.map(told), cause]),
    );
    const pods = many(600);
    await bench.goLive(10, ...pods);
    const adds = pods.map(({ metadata }) => `add ${metadata.name}@${metadata.resourceVersion} initially`);
    expect(commits).toEqual([[0, adds, 'replace']]);
    expect(bench.informer.snapshot.byIndex('node', 'n1')).toHaveLength(200);
    await bench.send(event('DELETED', pod('p0', 11)));
    expect(bench.informer.snapshot.size).toBe(599);
  });

  it('L2, L15: leaves nothing behind when it is given up for another', async () => {
    const bench = new InformerBench({ pageSize: 600 });
    bench.informer.start();
    bench.server.last.json(podList(10, many(600), { continue: 'next' }));
    bench.server.last.refuse(410, 'Expired');
    await bench.goLive(20, pod('p1', 15), pod('p2', 16));
    expect([...bench.informer.snapshot.keys()]).toEqual(['shop/p1', 'shop/p2']);
    expect(bench.informer.snapshot.indexValues('node')).toEqual([]);
  });

  it('L3: may name an object twice: the last counts', async () => {
    const bench = new InformerBench();
    const heard: string[] = [];
    bench.informer.events$.subscribe((change) => heard.push(told(change)));
    await bench.goLive(10, pod('a', 1), pod('b', 2), pod('a', 3));
    expect(heard).toEqual(['add a@1 initially', 'add b@2 initially', 'update a@1→3']);
    expect(bench.informer.snapshot.get('shop/a')?.metadata.resourceVersion).toBe('3');
  });

  it('makes one commit with what the watch brings before it is published', async () => {
    const bench = new InformerBench();
    const seen: string[] = [];
    bench.informer.snapshot$.subscribe(({ size, resourceVersion }) => seen.push(`${size} at ${resourceVersion}`));
    bench.server.last.json(podList(10, many(300)));
    bench.server.last.open().send(event('ADDED', pod('new', 11)));
    await settled();
    expect(seen).toEqual(['301 at 11']);
  });

  it('L2: is dropped when everybody leaves in the turn in which it became whole, and the next connection brings it again', async () => {
    const bench = new InformerBench();
    const leaving = bench.informer.snapshot$.subscribe();
    bench.server.last.json(podList(10, [pod('a', 1), pod('gone', 2)]));
    leaving.unsubscribe();
    await settled();
    expect(bench.informer.snapshot).toMatchObject({ size: 0, resourceVersion: '' });
    const heard: string[] = [];
    bench.informer.events$.subscribe((change) => heard.push(told(change)));
    await bench.goLive(20, pod('a', 1));
    expect(heard).toEqual(['add a@1 initially']);
    expect([...bench.informer.snapshot.keys()]).toEqual(['shop/a']);
  });

  it('L4: is followed, in the same commit, by what the watch says of its objects', async () => {
    const bench = new InformerBench();
    const heard: string[] = [];
    bench.informer.events$.subscribe((change) => heard.push(told(change)));
    bench.server.last.json(podList(10, [pod('a', 1), pod('b', 2)]));
    bench.server.last.open().send(event('MODIFIED', pod('a', 11)), event('DELETED', pod('b', 12)));
    await settled();
    expect(heard).toEqual(['add a@1 initially', 'add b@2 initially', 'update a@1→11', 'delete b@12']);
    expect([...bench.informer.snapshot.keys()]).toEqual(['shop/a']);
  });
});

it.each([
  ['is published as it is', [pod('a', 1), pod('b', 2)]],
  ['names an object twice, so that it is not', [pod('a', 1), pod('b', 2), pod('a', 3)]],
])('L18: keeps nothing of a list that %s, once its objects have changed', async (_what, pods) => {
  const bench = new InformerBench();
  bench.informer.start();
  await bench.goLive(10, ...pods);
  const old = new WeakRef(bench.informer.snapshot.get('shop/b') ?? {});
  await bench.send(event('MODIFIED', pod('b', 11)), event('MODIFIED', pod('c', 12)));
  await collectGarbage();
  expect(bench.informer.snapshot.get('shop/b')?.metadata.resourceVersion).toBe('11');
  expect(old.deref()).toBeUndefined();
});
