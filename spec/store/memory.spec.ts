import { expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { Indexer, type Snapshot } from '../../lib/store/index.js';
import { collectGarbage } from '../support/garbage.js';
import { type Thing, thing } from '../support/things.js';

it('L18: nothing of the past stays: neither a snapshot that nobody holds, nor its objects, nor lists that were made of it', async () => {
  const indexer = new Indexer({ indexers: { tag: (object: Thing) => object.tags ?? [] } });
  const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true });
  const past: WeakRef<object>[] = [];
  const remember = (snapshot: Snapshot<Thing, 'tag'>) => {
    const lists = [snapshot.list(), snapshot.list({ namespace: 'n' }), snapshot.byIndex('tag', 'x')];
    past.push(
      new WeakRef(snapshot),
      ...lists.map((list) => new WeakRef(list)),
      ...[...snapshot.values()].map((object) => new WeakRef(object)),
    );
  };
  for (let version = 1; version <= 20; version++) {
    fifo.replace([thing('a', version, { tags: ['x'] }), thing('b', version, { tags: ['x'] })], String(version));
    indexer.apply(fifo.drain());
    remember(indexer.snapshot);
  }
  fifo.replace([thing('a', 99)], '99');
  indexer.apply(fifo.drain());
  await collectGarbage();
  expect(past.filter((ref) => ref.deref() !== undefined)).toEqual([]);
  expect(indexer.snapshot.size).toBe(1);
});

it('L18: an old snapshot that somebody holds keeps alive its own objects, and no later one that is gone, nor a list of those', async () => {
  const indexer = new Indexer({ indexers: { tag: (object: Thing) => object.tags ?? [] } });
  indexer.replace([thing('a', 1, { tags: ['x'] }), thing('b', 1, { tags: ['x'] })], '1');
  const held = indexer.snapshot;
  const later = [2, 3].flatMap((version) => {
    indexer.update(thing('a', version, { tags: ['x'] }));
    const list = indexer.byIndex('tag', 'x');
    return [new WeakRef<object>(list), ...list.slice(0, 1).map((object) => new WeakRef<object>(object))];
  });
  indexer.delete(thing('a', 4));
  await collectGarbage();
  expect(later.filter((ref) => ref.deref() !== undefined)).toEqual([]);
  expect(held.byIndex('tag', 'x').map(({ metadata }) => metadata.resourceVersion)).toEqual(['1', '1']);
});

it('L12: a list that somebody holds is found again, however much is collected in between', async () => {
  const indexer = new Indexer<Thing>();
  indexer.replace([thing('a', 1), thing('m', 1, { namespace: 'm' })], '1');
  const list = indexer.snapshot.list({ namespace: 'n' });
  indexer.update(thing('m', 2, { namespace: 'm' }));
  await collectGarbage();
  expect(indexer.snapshot.list({ namespace: 'n' })).toBe(list);
});
