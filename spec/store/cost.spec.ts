import { afterEach, describe, expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { Indexer } from '../../lib/store/index.js';
import { type Thing, thing } from '../support/things.js';
import { depthOf, measure, stopCounting } from '../support/tree-work.js';

afterEach(stopCounting);

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

describe.each([1000, 10_000, 100_000])('a commit in a store of %i objects', (size) => {
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

  it('searches nothing, and copies nothing, for a relist in which nothing changed', () => {
    const { indexer, fifo, at } = storeOf(size);
    fifo.replace(
      Array.from({ length: size }, (_, i) => at(i, i + 1)),
      String(size),
    );
    const batch = fifo.drain();
    expect(measure(() => indexer.apply(batch))).toEqual({ searched: 0, copied: 0, widest: 0, walks: 0 });
  });

  it('counts at all', () => {
    expect(measure(() => indexer.list())).toMatchObject({ walks: 1 });
  });
});
