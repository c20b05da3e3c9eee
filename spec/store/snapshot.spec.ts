import { describe, expect, it } from '@jest/globals';
import { Indexer, type Snapshot } from '../../lib/store/index.js';
import { type Thing, thing } from '../support/things.js';

const names = (things: Iterable<Thing>) => [...things].map(({ metadata }) => metadata.name);

function snapshotOf(...things: Thing[]): Snapshot<Thing> {
  const indexer = new Indexer<Thing>();
  indexer.replace(things, '9');
  return indexer.snapshot;
}

describe('Snapshot', () => {
  const some = snapshotOf(
    thing('b', 1),
    thing('a', 2),
    thing('x', 3, { namespace: 'm', labels: { tier: 'web' } }),
    thing('c', 4, { labels: { tier: 'web' } }),
  );

  it('can be read by key', () => {
    expect(some.size).toBe(4);
    expect(some.resourceVersion).toBe('9');
    expect(some.get('n/b')).toEqual(thing('b', 1));
    expect(some.get('n/q')).toBeUndefined();
    expect(some.has('n/b')).toBe(true);
    expect(some.has('n/q')).toBe(false);
    expect(some.has('q')).toBe(false);
  });

  it('is read in the order of keys', () => {
    const keys = ['m/x', 'n/a', 'n/b', 'n/c'];
    expect([...some.keys()]).toEqual(keys);
    expect(names(some.values())).toEqual(['x', 'a', 'b', 'c']);
    expect([...some.entries()].map(([key]) => key)).toEqual(keys);
    expect([...some].map(([key, object]) => [key, object.metadata.name])).toEqual([
      ['m/x', 'x'],
      ['n/a', 'a'],
      ['n/b', 'b'],
      ['n/c', 'c'],
    ]);
  });

  it('can be read by several at a time', () => {
    const pairs: string[] = [];
    for (const key of some.keys()) for (const { metadata } of some.values()) pairs.push(`${key} ${metadata.name}`);
    expect(pairs.length).toBe(16);
    expect(new Set(pairs).size).toBe(16);
  });

  it('lists all, a namespace, what has labels, or both', () => {
    expect(names(some.list())).toEqual(['x', 'a', 'b', 'c']);
    expect(names(some.list({ namespace: 'n' }))).toEqual(['a', 'b', 'c']);
    expect(names(some.list({ namespace: '' }))).toEqual(['x', 'a', 'b', 'c']);
    expect(names(some.list({ namespace: 'o' }))).toEqual([]);
    expect(names(some.list({ labelSelector: 'tier=web' }))).toEqual(['x', 'c']);
    expect(names(some.list({ labelSelector: '!tier' }))).toEqual(['a', 'b']);
    expect(names(some.list({ namespace: 'n', labelSelector: 'tier in (web)' }))).toEqual(['c']);
  });

  it('tells a namespace from those whose names begin with it', () => {
    const snapshot = snapshotOf(
      ...['n', 'n-1', 'n.1', 'n0', 'nn', 'm'].map((namespace) => thing(namespace, 1, { namespace })),
    );
    expect(names(snapshot.list({ namespace: 'n' }))).toEqual(['n']);
  });

  it('has objects without a namespace under their name, and in no namespace', () => {
    const snapshot = snapshotOf({ metadata: { name: 'node-1' } });
    expect([...snapshot.keys()]).toEqual(['node-1']);
    expect(snapshot.list({ namespace: 'node-1' })).toEqual([]);
    expect(names(snapshot.list())).toEqual(['node-1']);
  });

  it('names the option of a label selector that does not parse', () => {
    expect(() => some.list({ labelSelector: 'a in (' })).toThrow(/labelSelector/);
  });

  it('is empty before anything is stored', () => {
    const { snapshot } = new Indexer<Thing>();
    expect([snapshot.size, snapshot.resourceVersion, [...snapshot], snapshot.list()]).toEqual([0, '', [], []]);
  });
});
