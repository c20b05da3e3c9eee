import { describe, expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { Indexer } from '../../lib/store/index.js';
import { type Thing, thing } from '../support/things.js';
import { allocated, depthOf, measure, NO_WORK } from '../support/tree-work.js';

/** A store of that many objects under two indexes, one with small buckets and one with a single bucket of all. */
function storeOf(size: number) {
  const indexer = new Indexer<Thing, 'some' | 'all'>({
    indexers: { some: ({ tags }) => tags ?? [], all: () => ['all'] },
  });
  const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true });
  const at = (i: number, version: number, node = i) => thing(`web-${i}`, version, { tags: [`node-${node % 1000}`] });
  fifo.replace(
    Array.from({ length: size }, (_, i) => at(i, i + 1)),
    String(size),
  );
  indexer.apply(fifo.drain());
  return { indexer, fifo, at };
}

describe.each([1000, 40_000])('a commit in a store of %i objects', (size) => {
  const { indexer, fifo, at } = storeOf(size);
  let version = size * 2;
  /** Three trees: the objects, the values of an index and the bucket of a value, the last two for each index. */
  const perChange = 5 * depthOf(size);

  it.each([
    ['an update', 1, (i: number) => fifo.update(at(i, ++version))],
    ['an update that moves between buckets', 1, (i: number) => fifo.update(at(i, ++version, i + 7))],
    ['an add', 1, (i: number) => fifo.add(at(size + i, ++version))],
    ['a deletion', 1, (i: number) => fifo.delete(at(i, ++version))],
    ['a hundred updates', 100, (i: number) => fifo.update(at(i, ++version, i + 1))],
    ['a bookmark', 0, () => fifo.bookmark(String(++version))],
  ])('searches and copies O(log size) nodes a change: %s', (_what, changes, act) => {
    for (let i = 0; i < Math.max(1, changes); i++) act((i * 7919) % size);
    const batch = fifo.drain();
    let told = 0;
    const work = measure(() => {
      told = indexer.apply(batch).changes.length;
    });
    expect(told).toBe(changes);
    expect(work.searched).toBeLessThanOrEqual(2 * perChange * changes);
    expect(work.copied).toBeLessThanOrEqual(perChange * changes);
    expect(work.widest).toBeLessThanOrEqual(32);
    expect(work.walks).toBe(0);
  });

  it('searches for an object once, and copies the way to it in one tree only, for an update that leaves it where the indexes have it', () => {
    fifo.update(at(11, ++version));
    const batch = fifo.drain();
    const work = measure(() => expect(indexer.apply(batch).changes.length).toBe(1));
    expect(work.searched).toBeLessThanOrEqual(depthOf(size));
    expect(work.copied).toBeLessThanOrEqual(depthOf(size));
  });

  it('looks for each object once, and copies nothing, for a relist in which nothing changed, or a resync', () => {
    fifo.replace(
      indexer.list().map((object) => ({ ...object })),
      String(++version),
    );
    const relist = fifo.drain();
    const searched = size * depthOf(size);
    const relisted = measure(() => expect(indexer.apply(relist).changes).toEqual([]));
    expect(relisted).toMatchObject({ copied: 0, walks: 0 });
    expect(relisted.searched).toBeLessThanOrEqual(searched);
    fifo.resync();
    const resync = fifo.drain();
    const resynced = measure(() => expect(indexer.apply(resync).changes.length).toBe(indexer.snapshot.size));
    expect(resynced).toMatchObject({ copied: 0, walks: 0 });
    expect(resynced.searched).toBeLessThanOrEqual(searched);
  });

  it('walks over the keys once, and copies nothing, when the whole content is replaced by the same', () => {
    const objects = [...indexer.list()];
    const { snapshot, resourceVersion } = indexer;
    const work = measure(() => indexer.replace(objects, resourceVersion));
    expect(work.walks).toBeLessThanOrEqual(1);
    expect(work.copied).toBe(0);
    expect(indexer.snapshot).toBe(snapshot);
  });

  it('allocates far less than one word for each object that is there', () => {
    const act = () => {
      fifo.update(at(7, ++version));
      indexer.apply(fifo.drain());
    };
    act();
    expect(allocated(act)).toBeLessThan(Math.max(64_000, size * 4));
    expect(allocated(() => [...indexer.list()])).toBeGreaterThan(size * 7);
  });

  it('counts at all', () => {
    const fresh = storeOf(100).indexer;
    expect(measure(() => fresh.list()).walks).toBeGreaterThan(0);
    expect(measure(() => fresh.snapshot.list({ namespace: 'n' })).walked).toBeGreaterThan(3);
  });
});

describe.each([1000, 40_000])('a query of a snapshot of %i objects', (size) => {
  const { indexer, at } = storeOf(size);
  for (let i = 0; i < 40; i++) indexer.add({ ...at(i, 1), metadata: { name: `small-${i}`, namespace: 'small' } });
  indexer.add({ metadata: { name: 'alone', namespace: 'zoo' } });
  /** What leads to the objects, and the nodes that hold them, half full at worst. */
  const nodesFor = (objects: number) => 2 * depthOf(size) + Math.ceil(objects / 16) + 2;

  it.each([
    ['small', 40],
    ['zoo', 1],
    ['nowhere', 0],
  ])('comes to the nodes of its namespace only: %s', (namespace, objects) => {
    let found = 0;
    const work = measure(() => {
      found = indexer.snapshot.list({ namespace }).length;
    });
    expect(found).toBe(objects);
    expect(work.walked).toBeLessThanOrEqual(nodesFor(objects));
    expect(work.copied).toBe(0);
  });

  it('looks at the objects of a namespace only for a label selector in it', () => {
    const work = measure(() => indexer.snapshot.list({ namespace: 'small', labelSelector: 'tier=web' }));
    expect(work.walked).toBeLessThanOrEqual(nodesFor(40));
  });

  it('searches for a key, and for a bucket, and walks over a bucket once', () => {
    const { snapshot } = indexer;
    const depth = depthOf(size) + 1;
    expect(measure(() => snapshot.get('n/web-7')).searched).toBeLessThanOrEqual(depth);
    expect(measure(() => snapshot.get('n/web-7')).walks).toBe(0);
    const first = measure(() => snapshot.byIndex('some', 'node-7'));
    expect(first.walked).toBeLessThanOrEqual(nodesFor(size / 1000));
    expect(measure(() => snapshot.byIndex('some', 'node-7'))).toMatchObject({ walks: 0, walked: 0 });
    expect(measure(() => snapshot.list())).toMatchObject({ copied: 0 });
    expect(measure(() => snapshot.list())).toEqual(NO_WORK);
  });
});
