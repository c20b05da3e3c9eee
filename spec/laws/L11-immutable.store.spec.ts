import { describe, expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { Indexer } from '../../lib/store/index.js';
import { type Thing, thing } from '../support/things.js';

const names = (things: Iterable<Thing>) => [...things].map(({ metadata }) => metadata.name);

describe('L11: immutable', () => {
  it('L11: a snapshot that is held stays as it is while the store goes on', () => {
    const indexer = new Indexer({ indexers: { tag: (object: Thing) => object.tags ?? [] } });
    indexer.replace([thing('a', 1, { tags: ['x'] }), thing('b', 1, { tags: ['x'] })], '1');
    const held = indexer.snapshot;
    for (let version = 2; version < 500; version++) indexer.add(thing(`c${version}`, version, { tags: ['x'] }));
    indexer.update(thing('a', 500, { tags: ['y'] }));
    indexer.delete(thing('b', 501));
    indexer.addIndexers({ other: () => ['z'] });
    expect([...held.keys()]).toEqual(['n/a', 'n/b']);
    expect(names(held.list())).toEqual(['a', 'b']);
    expect(names(held.byIndex('tag', 'x'))).toEqual(['a', 'b']);
    expect(held.indexKeys('tag', 'x')).toEqual(['n/a', 'n/b']);
    expect(held.indexValues('tag')).toEqual(['x']);
    expect([held.size, held.resourceVersion, held.get('n/a')?.metadata.resourceVersion]).toEqual([2, '1', '1']);
  });

  it('L11: lists, commits, changes and snapshots cannot be written to', () => {
    const indexer = new Indexer({ indexers: { tag: (object: Thing) => object.tags ?? [] } });
    const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true });
    fifo.replace([thing('a', 1, { tags: ['x'] })], '1');
    const commits = [indexer.apply(fifo.drain())];
    const { snapshot } = indexer;
    fifo.resync();
    commits.push(indexer.apply(fifo.drain()));
    fifo.update(thing('a', 2));
    fifo.delete(thing('a', 3));
    commits.push(indexer.apply(fifo.drain()));
    const changes = commits.flatMap((commit) => commit.changes);
    expect(changes.map(({ type }) => type)).toEqual(['add', 'sync', 'update', 'delete']);
    const handedOut: object[] = [
      ...commits,
      ...commits.map((commit) => commit.changes),
      ...changes,
      snapshot,
      snapshot.list(),
      snapshot.list({ namespace: 'n' }),
      snapshot.list({ namespace: 'none' }),
      snapshot.byIndex('tag', 'x'),
      snapshot.byIndex('tag', 'none'),
      snapshot.indexKeys('tag', 'x'),
      snapshot.indexValues('tag'),
      indexer.listKeys(),
      indexer.index('tag', thing('q', 1, { tags: ['x', 'y'] })),
    ];
    for (const each of handedOut) expect(Object.isFrozen(each)).toBe(true);
  });
});
