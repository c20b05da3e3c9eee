import { describe, expect, it } from '@jest/globals';
import { DeletedFinalStateUnknown, type DeltaBatch, DeltaFIFO, type DeltaFIFOOptions } from '../../lib/delta/index.js';
import { type Change, type Commit, Indexer } from '../../lib/store/index.js';
import { type Thing, thing } from '../support/things.js';

/** A queue and a store as an informer has them. */
function pipeline(options: DeltaFIFOOptions<Thing> = {}) {
  const indexer = new Indexer<Thing>();
  const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true, ...options });
  const commit = () => indexer.apply(fifo.drain());
  return { indexer, fifo, commit };
}

/** A change in short: `update a 1>2`. */
function shown({ type, object, previous, isInInitialList, finalStateUnknown }: Change<Thing>): string {
  const { name, resourceVersion } = object.metadata;
  const from = previous === undefined || type === 'sync' ? '' : `${previous.metadata.resourceVersion}>`;
  return `${type} ${name} ${from}${resourceVersion}${isInInitialList ? ' initial' : ''}${finalStateUnknown ? ' unknown' : ''}`;
}

const story = ({ changes }: Commit<Thing>) => changes.map(shown);

describe('Indexer.apply', () => {
  it('makes one commit of a batch: both snapshots, the changes between them, version and cause', () => {
    const { indexer, fifo, commit } = pipeline();
    fifo.replace([thing('b', 1), thing('a', 2)], '5');
    const first = commit();
    expect(first).toMatchObject({ resourceVersion: '5', cause: 'replace' });
    expect(first.previous.size).toBe(0);
    expect(first.snapshot).toBe(indexer.snapshot);
    expect(first.snapshot.resourceVersion).toBe('5');
    expect(story(first)).toEqual(['add b 1 initial', 'add a 2 initial']);

    fifo.update(thing('a', 6));
    fifo.add(thing('c', 7));
    fifo.delete(thing('b', 8));
    const second = commit();
    expect(second.previous).toBe(first.snapshot);
    expect(second).toMatchObject({ resourceVersion: '8', cause: 'watch' });
    expect(story(second)).toEqual(['update a 2>6', 'add c 7', 'delete b 1>8']);
    expect([...second.snapshot.keys()]).toEqual(['n/a', 'n/c']);
    expect([...first.snapshot.keys()]).toEqual(['n/a', 'n/b']);
  });

  it('tells each version of a key in one batch, with the one before it', () => {
    const { fifo, commit } = pipeline();
    fifo.add(thing('a', 1));
    fifo.update(thing('a', 2));
    fifo.delete(thing('a', 3));
    fifo.add(thing('a', 4));
    fifo.update(thing('a', 5));
    expect(story(commit())).toEqual(['add a 1', 'update a 1>2', 'delete a 2>3', 'add a 4', 'update a 4>5']);
  });

  it('L3: takes an update of what is not there for an add, and an add of what is for an update', () => {
    const { fifo, commit } = pipeline();
    fifo.update(thing('a', 1));
    fifo.add(thing('a', 2));
    expect(story(commit())).toEqual(['add a 1', 'update a 1>2']);
  });

  it('L3: is silent about the deletion of what is not there', () => {
    const { indexer, fifo, commit } = pipeline({ knownObjects: undefined });
    fifo.add(thing('a', 1));
    commit();
    indexer.delete(thing('a', 1));
    fifo.add(thing('b', 2));
    fifo.delete(thing('b', 3));
    fifo.delete(thing('b', 4));
    const { items } = fifo.drain();
    const gone = {
      items: items.map(({ key, deltas }) => ({ key, deltas: deltas.slice(1) })),
      resourceVersion: '4',
      isInInitialList: false,
      replaced: false,
      resync: false,
    };
    expect(story(indexer.apply(gone))).toEqual([]);
  });

  it('says of a deletion that was only concluded that the final state is unknown, with the last that is known', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1), thing('b', 1)], '1');
    commit();
    fifo.update(thing('b', 3));
    fifo.replace([], '4');
    expect(story(commit())).toEqual(['update b 1>3', 'delete b 3>3 unknown', 'delete a 1>1 unknown']);
  });

  it('tells the cached state of a tombstone that holds none', () => {
    const { fifo, commit } = pipeline();
    fifo.add(thing('a', 1));
    commit();
    fifo.delete(new DeletedFinalStateUnknown('n/a'));
    expect(story(commit())).toEqual(['delete a 1>1 unknown']);
  });

  it('marks only what came with the first list as initial, not what followed it in the same batch', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1)], '1');
    fifo.update(thing('a', 2));
    fifo.add(thing('b', 3));
    expect(story(commit())).toEqual(['add a 1 initial', 'update a 1>2', 'add b 3']);
    fifo.replace([thing('a', 2), thing('b', 3), thing('c', 4)], '4');
    expect(story(commit())).toEqual(['add c 4']);
  });

  it('moves the version on with a bookmark, and shares everything else with the snapshot before', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1)], '1');
    const first = commit();
    fifo.bookmark('7');
    const second = commit();
    expect(second).toMatchObject({ changes: [], resourceVersion: '7', cause: 'watch' });
    expect(first.snapshot.resourceVersion).toBe('1');
    expect(second.snapshot.list()).toBe(first.snapshot.list());
  });

  it('L17: goes back to an older version with a list, as of a server that was restored, and with nothing else', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 8)], '10');
    commit();
    fifo.add(thing('late', 9));
    expect(commit()).toMatchObject({ resourceVersion: '10', snapshot: { size: 2, resourceVersion: '10' } });
    fifo.bookmark('9');
    expect(commit().resourceVersion).toBe('10');
    fifo.replace([thing('a', 3)], '5');
    expect(commit().resourceVersion).toBe('5');
    fifo.add(thing('b', 6));
    expect(commit().resourceVersion).toBe('6');
  });

  it('keeps the very snapshot when nothing happened', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1)], '1');
    const { snapshot } = commit();
    expect(commit()).toMatchObject({ changes: [], resourceVersion: '1' });
    fifo.replace([thing('a', 1)], '1');
    expect(commit().snapshot).toBe(snapshot);
  });

  it('tells a resync as sync, with the cached object', () => {
    const { indexer, fifo, commit } = pipeline();
    fifo.replace([thing('b', 1), thing('a', 1)], '1');
    const { snapshot } = commit();
    fifo.resync();
    const synced = commit();
    expect(story(synced)).toEqual(['sync a 1', 'sync b 1']);
    expect(synced).toMatchObject({ cause: 'resync', resourceVersion: '1' });
    expect(synced.snapshot).toBe(snapshot);
    expect(synced.changes[0]?.object).toBe(indexer.getByKey('n/a'));
    expect(synced.changes[0]?.previous).toBe(indexer.getByKey('n/a'));
    fifo.resync();
    fifo.update(thing('a', 2));
    expect(commit().cause).toBe('watch');
  });

  it('understands a queue that says Sync for listed objects', () => {
    const { fifo, commit } = pipeline({ emitReplaced: false });
    fifo.replace([thing('a', 1), thing('b', 1)], '1');
    expect(story(commit())).toEqual(['add a 1 initial', 'add b 1 initial']);
    fifo.replace([thing('a', 2), thing('b', 1)], '2');
    expect(story(commit())).toEqual(['update a 1>2']);
  });

  it('takes events of a key whose updates were folded', () => {
    const { fifo, commit } = pipeline({ compress: 'latest' });
    fifo.replace([thing('a', 1)], '1');
    commit();
    for (let version = 2; version < 9; version++) fifo.update(thing('a', version));
    expect(story(commit())).toEqual(['update a 1>8']);
  });

  it('has the same fields in every change', () => {
    const { fifo, commit } = pipeline();
    fifo.replace([thing('a', 1), thing('b', 1), thing('c', 1)], '1');
    const all = [...commit().changes];
    fifo.update(thing('a', 2));
    fifo.delete(thing('b', 3));
    all.push(...commit().changes);
    fifo.resync();
    all.push(...commit().changes);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['add', 'update', 'delete', 'sync']));
    expect(new Set(all.map((change) => Object.keys(change).join()))).toEqual(
      new Set(['type,key,object,previous,isInInitialList,finalStateUnknown']),
    );
  });

  it('applies an empty batch', () => {
    const empty: DeltaBatch<Thing> = {
      items: [],
      resourceVersion: '',
      isInInitialList: false,
      replaced: false,
      resync: false,
    };
    expect(new Indexer<Thing>().apply(empty)).toMatchObject({ changes: [], resourceVersion: '', cause: 'watch' });
  });
});
