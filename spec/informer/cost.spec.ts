import { afterEach, expect, it, jest } from '@jest/globals';
import { type Observable, Subject, skip } from 'rxjs';
import { type DeltaBatch, deltaFIFO } from '../../lib/delta/index.js';
import type { ReflectorEvent } from '../../lib/reflector/index.js';
import { InformerBench } from '../support/informer-bench.js';
import { bookmark, event, pod, podList } from '../support/scripted-server.js';
import { type Thing, thing } from '../support/things.js';
import { countTreeWork, depthOf, measure, stopCounting } from '../support/tree-work.js';
import { settled } from '../support/virtual-time.js';

afterEach(stopCounting);

const SIZE = 2000;
const pods = Array.from({ length: SIZE }, (_, i) => pod(`web-${i}`, i + 1, { spec: { nodeName: `node-${i % 100}` } }));

/** An informer of many pods, with somebody at each stream. */
async function live(): Promise<InformerBench> {
  const bench = new InformerBench();
  const { informer } = bench;
  const streams: Observable<unknown>[] = [informer.snapshot$, informer.changes$, informer.events$, informer.status$];
  for (const stream$ of streams) stream$.subscribe();
  informer.addEventHandler({ onUpdate: () => {} });
  await bench.goLive(SIZE, ...pods);
  return bench;
}

it.each<[string, number, () => object[]]>([
  ['an update', 1, () => [event('MODIFIED', pod('web-7', SIZE + 1))]],
  ['an add', 1, () => [event('ADDED', pod('new', SIZE + 1))]],
  ['a deletion', 1, () => [event('DELETED', pod('web-7', SIZE + 1))]],
  ['ten of them in one chunk', 10, () => pods.slice(0, 10).map((each) => event('DELETED', each))],
  ['a bookmark', 0, () => [bookmark(SIZE + 1)]],
])(
  'a chunk of the watch costs O(log n) nodes a change, from the bytes to every subscriber: %s',
  async (_what, changes, frames) => {
    const bench = await live();
    const work = countTreeWork();
    await bench.send(...frames());
    stopCounting();
    // The objects, the values of the index, the bucket of one value.
    expect(work.copied).toBeLessThanOrEqual(3 * 2 * depthOf(SIZE) * changes);
    expect(work.searched).toBeLessThanOrEqual(2 * 3 * 2 * depthOf(SIZE) * changes);
    expect(work.walked).toBeLessThanOrEqual(3 * 2 * depthOf(SIZE) * changes);
    expect(work.walks).toBe(0);
  },
);

it('a list that is whole is published in a step that does not grow with it: its objects are in the cache already', async () => {
  const bench = new InformerBench();
  bench.informer.snapshot$.subscribe();
  const list = JSON.stringify(podList(SIZE, pods));
  bench.server.last.open().send(list.slice(0, -2));
  const steps = [jest.spyOn(Map.prototype, 'set'), jest.spyOn(Object, 'freeze')];
  const work = countTreeWork();
  bench.server.last.send(list.slice(-2)).end();
  await settled();
  stopCounting();
  expect(bench.informer.snapshot.size).toBe(SIZE);
  expect(work).toMatchObject({ walks: 0, walked: 0 });
  for (const step of steps) expect(step.mock.calls.length).toBeLessThan(100);
  jest.restoreAllMocks();
});

it('a relist that brings nothing new copies nothing', async () => {
  const bench = await live();
  const work = countTreeWork();
  await bench.relist(SIZE + 50, ...pods);
  stopCounting();
  expect(bench.informer.snapshot.resourceVersion).toBe(String(SIZE + 50));
  expect(work).toMatchObject({ copied: 0 });
});

it('L13: a relist in the order of keys that brings nothing new is known for that while it arrives, and costs no step at its end that grows with it', async () => {
  const bench = await live();
  const commits: unknown[] = [];
  bench.informer.changes$.pipe(skip(1)).subscribe(({ cause, changes, resourceVersion }) => {
    commits.push([cause, changes.length, resourceVersion]);
  });
  const inOrder = pods.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  const list = JSON.stringify(podList(SIZE + 50, inOrder));
  await bench.expire();
  bench.server.last.open().send(list.slice(0, -2));
  const work = countTreeWork();
  const sets = jest.spyOn(Map.prototype, 'set');
  bench.server.last.send(list.slice(-2)).end();
  await settled();
  stopCounting();
  expect(sets.mock.calls.length).toBeLessThan(100);
  jest.restoreAllMocks();
  expect(work).toMatchObject({ copied: 0, walks: 0, searched: 0 });
  expect(commits).toEqual([['replace', 0, String(SIZE + 50)]]);
});

it('a relist in the order of keys in which one object is missing, or comes twice, is applied', async () => {
  const bench = await live();
  const inOrder = pods.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  const [first = pod('none', 1), ...others] = inOrder;
  await bench.relist(SIZE + 50, ...others);
  expect(bench.informer.snapshot.size).toBe(SIZE - 1);
  expect(bench.informer.snapshot.has(`shop/${first.metadata.name}`)).toBe(false);
  await bench.relist(SIZE + 51, ...others.slice(0, -1), others[0] ?? first);
  expect(bench.informer.snapshot.size).toBe(SIZE - 2);
});

it('a late subscriber costs nothing where it is given a snapshot, and one walk where it is told each object', async () => {
  const { informer } = await live();
  expect(measure(() => informer.snapshot$.subscribe())).toMatchObject({ walks: 0, walked: 0, copied: 0 });
  expect(measure(() => informer.events$.subscribe())).toMatchObject({ walks: 1, copied: 0 });
  expect(measure(() => informer.addEventHandler({}))).toMatchObject({ walks: 1, copied: 0 });
});

it('the queue asks what is known once for each deletion, and lists it for a list only', async () => {
  const asked = { listKeys: 0, getByKey: 0 };
  const knownObjects = {
    listKeys: () => {
      asked.listKeys++;
      return [];
    },
    getByKey: (key: string) => {
      asked.getByKey++;
      return thing(key, 1);
    },
  };
  const source = new Subject<ReflectorEvent<Thing>>();
  const batches: DeltaBatch<Thing>[] = [];
  source.pipe(deltaFIFO({ knownObjects })).subscribe((batch) => batches.push(batch));
  for (let i = 0; i < 100; i++) {
    source.next({ type: 'added', object: thing(`a-${i}`, i) });
    source.next({ type: 'modified', object: thing(`a-${i}`, i) });
    source.next({ type: 'bookmark', resourceVersion: String(i) });
    source.next({ type: 'deleted', object: thing(`b-${i}`, i) });
  }
  await Promise.resolve();
  expect(batches.map(({ items }) => items.length)).toEqual([200]);
  expect(asked).toEqual({ listKeys: 0, getByKey: 100 });
  source.next({ type: 'replace', objects: [], resourceVersion: '200' });
  expect(asked).toEqual({ listKeys: 1, getByKey: 100 });
});
