import { describe, expect, it } from '@jest/globals';
import { DeletedFinalStateUnknown } from '../../lib/delta/index.js';
import { KeyError } from '../../lib/kubernetes/index.js';
import { IndexError, Indexer } from '../../lib/store/index.js';
import { keyless, type Thing, thing } from '../support/things.js';

/** What a store does is held to client-go's own traces in spec/conformance. Here is what is ours. */

const byTag = { tag: (object: Thing) => object.tags ?? [] };
const names = (things: readonly Thing[]) => things.map(({ metadata }) => metadata.name);

describe('Indexer', () => {
  it('keeps objects in the order of their keys', () => {
    const indexer = new Indexer<Thing>();
    for (const name of ['b', 'c', 'a']) indexer.add(thing(name, 1));
    expect(indexer.listKeys()).toEqual(['n/a', 'n/b', 'n/c']);
    expect(names(indexer.list())).toEqual(['a', 'b', 'c']);
  });

  it('takes the key of a tombstone for that of its object', () => {
    const indexer = new Indexer<Thing>();
    indexer.add(thing('a', 1));
    indexer.delete(new DeletedFinalStateUnknown('n/a'));
    expect(indexer.list()).toEqual([]);
  });

  it('changes nothing when no key can be made of one of the objects that would replace all', () => {
    const indexer = new Indexer<Thing>();
    indexer.add(thing('a', 1));
    const before = indexer.snapshot;
    expect(() => indexer.replace([thing('b', 2), keyless], '3')).toThrow(KeyError);
    expect(indexer.snapshot).toBe(before);
  });

  it('L17: keeps its resourceVersion when an object, or a list, has none', () => {
    const indexer = new Indexer<Thing>();
    indexer.add(thing('a', 7));
    indexer.add({ metadata: { name: 'b' } });
    indexer.replace([], '');
    expect(indexer.resourceVersion).toBe('7');
  });

  it('L17: goes back to an older resourceVersion only with a list', () => {
    const indexer = new Indexer<Thing>();
    indexer.add(thing('a', 7));
    indexer.update(thing('a', 3));
    indexer.delete(thing('a', 5));
    expect(indexer.resourceVersion).toBe('7');
    indexer.replace([], '2');
    expect(indexer.resourceVersion).toBe('2');
  });

  it('tells which indexes there are when one is asked for that is not', () => {
    const indexer: Indexer<Thing> = new Indexer({ indexers: { tag: byTag.tag, other: byTag.tag } });
    const names = /"nope".*"tag", "other"/;
    expect(() => indexer.byIndex('nope', 'x')).toThrow(RangeError);
    expect(() => indexer.byIndex('nope', 'x')).toThrow(names);
    expect(() => indexer.indexKeys('nope', 'x')).toThrow(names);
    expect(() => indexer.index('nope', thing('a', 1))).toThrow(names);
    expect(() => indexer.snapshot.byIndex('nope', 'x')).toThrow(names);
    expect(() => indexer.snapshot.indexKeys('nope', 'x')).toThrow(names);
    expect(() => indexer.snapshot.indexValues('nope')).toThrow(names);
    expect(() => new Indexer<Thing>().byIndex('nope', 'x')).toThrow(/there are none/);
  });
});

describe('indexes', () => {
  it('follow an object through several, equal, other and no values', () => {
    const indexer = new Indexer({ indexers: byTag });
    const buckets = () =>
      Object.fromEntries(indexer.snapshot.indexValues('tag').map((value) => [value, indexer.indexKeys('tag', value)]));
    indexer.add(thing('a', 1, { tags: ['x', 'y', 'x'] }));
    indexer.add(thing('b', 1, { tags: ['y'] }));
    expect(buckets()).toEqual({ x: ['n/a'], y: ['n/a', 'n/b'] });
    indexer.update(thing('a', 2, { tags: ['z', 'y'] }));
    expect(buckets()).toEqual({ y: ['n/a', 'n/b'], z: ['n/a'] });
    indexer.update(thing('a', 3, { tags: [] }));
    expect(buckets()).toEqual({ y: ['n/b'] });
    indexer.delete(thing('b', 4));
    expect(buckets()).toEqual({});
    indexer.update(thing('a', 5, { tags: ['x'] }));
    expect(buckets()).toEqual({ x: ['n/a'] });
  });

  it('hold the newest state of an object whose values stayed the same', () => {
    const indexer = new Indexer({ indexers: byTag });
    indexer.add(thing('a', 1, { tags: ['x'] }));
    const newer = thing('a', 2, { tags: ['x'] });
    indexer.update(newer);
    expect(indexer.byIndex('tag', 'x')).toEqual([newer]);
  });

  it('keep nothing stale when an index function changes its mind', () => {
    let answer = 'x';
    const indexer = new Indexer<Thing, 'mood'>({ indexers: { mood: () => [answer] } });
    indexer.add(thing('a', 1));
    answer = 'y';
    indexer.update(thing('a', 2));
    expect(indexer.snapshot.indexValues('mood')).toEqual(['y']);
    answer = 'z';
    indexer.delete(thing('a', 3));
    expect(indexer.snapshot.indexValues('mood')).toEqual([]);
  });

  it('can be added while the store is in use, and only concern snapshots from then on', () => {
    const indexer: Indexer<Thing> = new Indexer();
    indexer.add(thing('a', 1, { tags: ['x'] }));
    const before = indexer.snapshot;
    indexer.addIndexers(byTag);
    expect(names(indexer.byIndex('tag', 'x'))).toEqual(['a']);
    indexer.add(thing('b', 2, { tags: ['x'] }));
    indexer.delete(thing('a', 3));
    expect(names(indexer.byIndex('tag', 'x'))).toEqual(['b']);
    expect(() => before.byIndex('tag', 'x')).toThrow(RangeError);
    expect(indexer.resourceVersion).toBe('3');
    expect(Object.keys(indexer.indexers)).toEqual(['tag']);
  });

  it('are not added, none of them, when a name is taken', () => {
    const indexer: Indexer<Thing> = new Indexer({ indexers: byTag });
    expect(() => indexer.addIndexers({ other: byTag.tag, ...byTag })).toThrow(TypeError);
    expect(() => indexer.addIndexers({ other: byTag.tag, ...byTag })).toThrow(/"tag"/);
    expect(Object.keys(indexer.indexers)).toEqual(['tag']);
  });

  it('find objects that share a value with one, each once, by key', () => {
    const indexer = new Indexer({ indexers: byTag });
    indexer.add(thing('c', 1, { tags: ['x', 'y'] }));
    indexer.add(thing('a', 1, { tags: ['y'] }));
    indexer.add(thing('b', 1, { tags: ['z'] }));
    expect(names(indexer.index('tag', thing('q', 1, { tags: ['x', 'y'] })))).toEqual(['a', 'c']);
    expect(names(indexer.index('tag', thing('q', 1, { tags: ['z'] })))).toEqual(['b']);
    expect(indexer.index('tag', thing('q', 1))).toEqual([]);
  });
});

describe('index functions that fail', () => {
  const picky = (object: Thing) => {
    if (object.tags?.includes('bad')) throw new Error('too bad');
    return object.tags ?? [];
  };

  it('L16: are thrown, once the object is stored and in every other index', () => {
    const indexer = new Indexer({ indexers: { picky, ...byTag } });
    indexer.add(thing('a', 1, { tags: ['x'] }));
    expect(() => indexer.update(thing('a', 2, { tags: ['bad'] }))).toThrow(
      expect.objectContaining({
        name: 'IndexError',
        index: 'picky',
        key: 'n/a',
        message: expect.stringContaining('too bad'),
      }),
    );
    expect(indexer.getByKey('n/a')?.metadata.resourceVersion).toBe('2');
    expect(indexer.snapshot.indexValues('picky')).toEqual([]);
    expect(indexer.indexKeys('tag', 'bad')).toEqual(['n/a']);
  });

  it('L16: are told to onIndexError instead, each of them, when the new snapshot is there', () => {
    const told: unknown[] = [];
    const indexer: Indexer<Thing, 'picky'> = new Indexer({
      indexers: { picky },
      onIndexError: ({ index, key }) => told.push([index, key, indexer.snapshot.size]),
    });
    indexer.replace(
      [thing('a', 1, { tags: ['bad'] }), thing('b', 2, { tags: ['x'] }), thing('c', 3, { tags: ['bad'] })],
      '3',
    );
    expect(told).toEqual([
      ['picky', 'n/a', 3],
      ['picky', 'n/c', 3],
    ]);
    expect(indexer.indexKeys('picky', 'x')).toEqual(['n/b']);
  });

  it('L16: do not keep an index from being added, nor others from being filled', () => {
    const indexer: Indexer<Thing> = new Indexer();
    indexer.replace([thing('a', 1, { tags: ['bad'] }), thing('b', 2, { tags: ['x'] })], '2');
    expect(() => indexer.addIndexers({ picky, ...byTag })).toThrow(IndexError);
    expect(indexer.indexKeys('picky', 'x')).toEqual(['n/b']);
    expect(indexer.indexKeys('tag', 'bad')).toEqual(['n/a']);
  });

  it.each<[string, string, RegExp]>([
    ['a text, which would count as its letters', '"worker-1"', /"worker-1" is a text/],
    ['a list with something that is no text', '["x", null]', /null is not a text/],
  ])('fail when they give %s', (_what, json, message) => {
    // The compiler refuses this; plain JavaScript does not.
    const indexer = new Indexer<Thing, 'node'>({ indexers: { node: () => JSON.parse(json) } });
    expect(() => indexer.add(thing('a', 1))).toThrow(message);
  });
});
