import { describe, expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { Indexer } from '../../lib/store/index.js';
import { type Thing, thing } from '../support/things.js';

function pipeline() {
  const indexer = new Indexer<Thing>();
  const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true });
  return { fifo, commit: () => indexer.apply(fifo.drain()) };
}

describe('L13: no echo', () => {
  it('L13: a relist of what is cached is no event, and moves the version on', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1), thing('b', 2)], '5');
    commit();
    fifo.replace([thing('a', 1), thing('b', 2)], '9');
    expect(commit()).toMatchObject({ changes: [], resourceVersion: '9', cause: 'replace' });
  });

  it('L13: nor is an event of the watch at the version that is cached', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1)], '5');
    commit();
    fifo.add(thing('a', 1));
    fifo.update(thing('a', 1));
    expect(commit().changes).toEqual([]);
  });

  it('L13: objects without a version are compared by nothing: they may have changed', () => {
    const { fifo, commit } = pipeline();
    fifo.add({ metadata: { name: 'a' } });
    fifo.add({ metadata: { name: 'b', resourceVersion: '' } });
    commit();
    fifo.update({ metadata: { name: 'a' } });
    fifo.update({ metadata: { name: 'b', resourceVersion: '' } });
    expect(commit().changes.map(({ type }) => type)).toEqual(['update', 'update']);
  });

  it('L13: a resync is marked as such', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1)], '5');
    commit();
    fifo.resync();
    expect(commit().changes).toMatchObject([
      { type: 'sync', key: 'n/a', object: thing('a', 1), previous: thing('a', 1) },
    ]);
  });
});
