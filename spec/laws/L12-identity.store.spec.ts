import { describe, expect, it } from '@jest/globals';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { Indexer } from '../../lib/store/index.js';
import { type Thing, thing } from '../support/things.js';

function pipeline() {
  const indexer = new Indexer({ indexers: { tag: (object: Thing) => object.tags ?? [] } });
  const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true });
  const commit = () => indexer.apply(fifo.drain()).snapshot;
  return { fifo, commit };
}

describe('L12: identity', () => {
  it('L12: an unchanged bucket keeps its array, whatever happens in others', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1, { tags: ['x'] }), thing('b', 1, { tags: ['y'] })], '1');
    const before = commit();
    const bucket = before.byIndex('tag', 'x');
    fifo.update(thing('b', 2, { tags: ['y', 'z'] }));
    fifo.add(thing('c', 3, { tags: ['y'] }));
    const after = commit();
    expect(after.byIndex('tag', 'x')).toBe(bucket);
    expect(after.byIndex('tag', 'y')).not.toBe(before.byIndex('tag', 'y'));
    expect(before.byIndex('tag', 'nobody')).toBe(after.byIndex('tag', 'nobody'));
  });

  it('L12: the keys and the values of an index keep their arrays while objects change within it', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1, { tags: ['x'] }), thing('b', 1, { tags: ['x'] })], '1');
    const before = commit();
    const keys = before.indexKeys('tag', 'x');
    const values = before.indexValues('tag');
    fifo.update(thing('a', 2, { tags: ['x'] }));
    const after = commit();
    expect(after.byIndex('tag', 'x')).not.toBe(before.byIndex('tag', 'x'));
    expect(after.indexKeys('tag', 'x')).toBe(keys);
    expect(after.indexValues('tag')).toBe(values);
  });

  it.each([
    ['all', {}],
    ['a namespace', { namespace: 'n' }],
    ['labels', { labelSelector: 'tier=web' }],
    ['labels in a namespace', { namespace: 'n', labelSelector: 'tier=web' }],
  ])('L12: a list of %s is the same array until something in it changes', (_what, selection) => {
    const { fifo, commit } = pipeline();
    const labels = { tier: 'web' };
    fifo.replace([thing('a', 1, { labels }), thing('b', 1, { labels })], '1');
    const before = commit();
    const list = before.list(selection);
    expect(list.length).toBe(2);
    expect(before.list(selection)).toBe(list);
    fifo.bookmark('2');
    expect(commit().list(selection)).toBe(list);
    fifo.update(thing('a', 3, { labels }));
    expect(commit().list(selection)).not.toBe(list);
  });

  it('L12: a selected list is the same array across commits that changed other things', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1), thing('m', 1, { namespace: 'm' })], '1');
    const list = commit().list({ namespace: 'n' });
    for (let version = 2; version < 10; version++) {
      fifo.update(thing('m', version, { namespace: 'm' }));
      fifo.update(thing(`m${version}`, version, { namespace: 'm' }));
      expect(commit().list({ namespace: 'n' })).toBe(list);
    }
  });

  it('L12: an object that a relist brings again at its version is the one that was there', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1, { tags: ['x'] })], '1');
    const before = commit();
    fifo.replace([thing('a', 1, { tags: ['x'] }), thing('b', 2)], '2');
    const after = commit();
    expect(after.get('n/a')).toBe(before.get('n/a'));
    expect(after.byIndex('tag', 'x')).toBe(before.byIndex('tag', 'x'));
  });
});
