import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { type Change, type Commit, CommitMerge, Indexer, mergeCommits } from '../../lib/store/index.js';
import { commitsOf, history, inShort, Reader, stateOf } from '../support/histories.js';
import { runs } from '../support/runs.js';
import { type Thing, thing } from '../support/things.js';

/** A collection whose commits are made by hand. */
class Bench {
  readonly indexer = new Indexer<Thing>();
  readonly fifo = new DeltaFIFO<Thing>({ knownObjects: this.indexer, emitReplaced: true });

  commit(act: (fifo: DeltaFIFO<Thing>) => void): Commit<Thing> {
    act(this.fifo);
    return this.indexer.apply(this.fifo.drain());
  }
}

const a1 = thing('a', 1);
const a2 = thing('a', 2);
const a3 = thing('a', 3);
const other4 = thing('a', 4, { uid: 'other' });
const other5 = thing('a', 5, { uid: 'other' });

type Act = (fifo: DeltaFIFO<Thing>) => void;
const add: Act = (fifo) => fifo.add(a1);
const update: Act = (fifo) => fifo.update(a2);
const remove: Act = (fifo) => fifo.delete(a3);
const rebirth: Act = (fifo) => fifo.add(other4);
const nothing: Act = () => {};

describe('mergeCommits', () => {
  it.each<[string, Act, Act, Act, string[]]>([
    ['add, update: an add of the newest', nothing, add, update, ['add a@2']],
    ['add, delete: nothing', nothing, add, remove, []],
    ['update, update: one update', add, update, (fifo) => fifo.update(a3), ['update a@1→3']],
    ['update, delete: the delete, from the state that was known', add, update, remove, ['delete a@3']],
    ['delete, add of the same uid: an update', add, remove, (fifo) => fifo.add(thing('a', 9)), ['update a@1→9']],
    ['delete, add of the same version: nothing (L13)', add, remove, (fifo) => fifo.add({ ...a1 }), []],
    ['delete, add of another uid: both (L14)', add, remove, rebirth, ['delete a@3', 'add other@4']],
    ['rebirth, update', add, rebirth, (fifo) => fifo.update(other5), ['delete a@1 (unknown)', 'add other@5']],
    ['rebirth, delete: the first death', add, rebirth, (fifo) => fifo.delete(other5), ['delete a@1 (unknown)']],
    ['update, the version that was known: nothing (L13)', add, update, (fifo) => fifo.update({ ...a1 }), []],
    ['sync, update', add, (fifo) => fifo.resync(), update, ['update a@1→2']],
    ['sync, delete', add, (fifo) => fifo.resync(), remove, ['delete a@3']],
    ['sync, sync', add, (fifo) => fifo.resync(), (fifo) => fifo.resync(), ['sync a@1']],
    ['update, sync', add, update, (fifo) => fifo.resync(), ['update a@1→2']],
    ['add, sync', nothing, add, (fifo) => fifo.resync(), ['add a@1']],
  ])('L3: of one key: %s', (_what, before, first, second, merged) => {
    const bench = new Bench();
    bench.commit(before);
    const commit = mergeCommits(bench.commit(first), bench.commit(second));
    expect(commit.changes.map(inShort)).toEqual(merged);
    const last = commit.changes.at(-1);
    if (last?.type === 'update' || last?.type === 'delete') expect(last.previous).toBe(a1);
  });

  it('leads from the state before the first to the state after the second', () => {
    const bench = new Bench();
    const first = bench.commit(add);
    const second = bench.commit((fifo) => fifo.bookmark('7'));
    const { previous, snapshot, resourceVersion, changes } = mergeCommits(first, second);
    expect(previous).toBe(first.previous);
    expect(snapshot).toBe(second.snapshot);
    expect(resourceVersion).toBe('7');
    expect(changes).toEqual(first.changes);
  });

  it('L4: puts each change where its newest state came, and a death before a rebirth where it came', () => {
    const bench = new Bench();
    bench.commit((fifo) => {
      for (const [i, name] of ['a', 'b', 'c', 'd'].entries()) fifo.add(thing(name, i + 1));
    });
    const first = bench.commit((fifo) => {
      fifo.update(thing('a', 11));
      fifo.delete(thing('b', 12));
      fifo.update(thing('c', 13));
    });
    const second = bench.commit((fifo) => {
      fifo.update(thing('d', 14));
      fifo.add(thing('b', 15, { uid: 'other' }));
      fifo.update(thing('a', 16));
    });
    expect(mergeCommits(first, second).changes.map(inShort)).toEqual([
      'delete b@12',
      'update c@3→13',
      'update d@4→14',
      'add other@15',
      'update a@1→16',
    ]);
  });

  it('keeps what came with the initial list marked as such', () => {
    const bench = new Bench();
    const first = bench.commit((fifo) => fifo.replace([a1], '1'));
    const second = bench.commit(update);
    expect(mergeCommits(first, second).changes.map(inShort)).toEqual(['add a@2 initially']);
  });

  it.each<[Act, Act, string]>([
    [(fifo) => fifo.replace([a1, thing('b', 2)], '2'), update, 'replace'],
    [update, (fifo) => fifo.replace([], '2'), 'replace'],
    [update, (fifo) => fifo.resync(), 'watch'],
    [(fifo) => fifo.resync(), update, 'watch'],
    [(fifo) => fifo.resync(), (fifo) => fifo.resync(), 'resync'],
  ])('tells the cause (%#)', (first, second, cause) => {
    const bench = new Bench();
    bench.commit(add);
    expect(mergeCommits(bench.commit(first), bench.commit(second)).cause).toBe(cause);
  });

  it('L11: what it makes cannot be written to', () => {
    const bench = new Bench();
    const merged = mergeCommits(bench.commit(add), bench.commit(update));
    expect(Object.isFrozen(merged) && Object.isFrozen(merged.changes) && merged.changes.every(Object.isFrozen)).toBe(
      true,
    );
  });

  it('L3, L4, L13, L14: any commits, merged in any groups, tell a story that leads to the same state', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.nat({ max: 4 })), (steps, sizes) => {
        const commits = [...commitsOf(steps)];
        const reader = new Reader();
        while (commits.length > 0) {
          const group = commits.splice(0, 1 + Number(sizes.next().value ?? 0));
          const merged = group.reduce((first, second) => mergeCommits(first, second));
          for (const change of merged.changes) reader.hear(change);
          expect([...reader.known].sort()).toEqual([...merged.snapshot].map(([key, object]) => [key, stateOf(object)]));
          if (group.length > 1) expectInOrder(merged, group); // one alone is as it was
        }
      }),
      runs,
    );
  });

  it('tells the same of each key, however the commits are paired', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const commits = commitsOf([{ op: 'commit' }, ...steps]); // so that there are two
        const fromLeft = commits.reduce((first, second) => mergeCommits(first, second));
        const fromRight = commits.reduceRight((second, first) => mergeCommits(first, second));
        const atOnce = new CommitMerge<Thing, string>();
        for (const commit of commits) atOnce.add(commit);
        expect(shown(fromRight)).toEqual(shown(fromLeft));
        expect(shown(atOnce.commit ?? fromLeft)).toEqual(shown(fromLeft));
      }),
      runs,
    );
  });
});

describe('CommitMerge', () => {
  it('gives nothing for nothing, and a single commit as it is', () => {
    const merge = new CommitMerge<Thing, string>();
    expect(merge.commit).toBeUndefined();
    const commit = new Bench().commit(add);
    merge.add(commit);
    expect(merge.commit).toBe(commit);
  });

  it('folds also what one commit alone tells of a key more than once', () => {
    const bench = new Bench();
    const merge = new CommitMerge<Thing, string>();
    const commit = bench.commit((fifo) => {
      fifo.add(a1);
      fifo.update(a2);
    });
    merge.add(commit);
    expect(commit.changes).toHaveLength(2);
    expect(merge.commit?.changes.map(inShort)).toEqual(['add a@2']);
  });

  it('L18: holds at most two changes a key, however many came', () => {
    const bench = new Bench();
    const merge = new CommitMerge<Thing, string>();
    for (let version = 1; version < 1000; version++)
      merge.add(
        bench.commit((fifo) => fifo.update(thing(version % 2 ? 'a' : 'b', version, { uid: `${version >> 3}` }))),
      );
    expect(merge.commit?.changes.map(({ type }) => type)).toEqual(['add', 'add']);
  });

  it('looks at nothing but the changes that are added', () => {
    const size = 1000;
    let looks = 0;
    const counted = (change: Change<Thing>): Change<Thing> =>
      new Proxy(change, {
        get: (target, field) => {
          looks++;
          return Reflect.get(target, field);
        },
      });
    const bench = new Bench();
    const merge = new CommitMerge<Thing, string>();
    const commit = bench.commit((fifo) => {
      for (let i = 0; i < size; i++) fifo.add(thing(`t${i}`, i + 1));
    });
    merge.add({ ...commit, changes: commit.changes.map(counted) });
    merge.add(bench.commit(nothing));
    expect(looks).toBeGreaterThanOrEqual(size);
    looks = 0;
    merge.add(bench.commit((fifo) => fifo.update(thing('t500', size + 1))));
    expect(looks).toBeLessThan(10);
    expect(merge.commit?.changes).toHaveLength(size);
  });
});

/** L4: each change stands where its newest state came. A sync is no state. */
function expectInOrder({ changes }: Commit<Thing>, group: readonly Commit<Thing>[]): void {
  const came = group.flatMap((commit) => commit.changes);
  const places = changes
    .filter(({ type }) => type !== 'sync')
    .map((change) => {
      if (came.includes(change)) return came.lastIndexOf(change);
      const isDeath = change.type === 'delete';
      return came.findLastIndex(
        ({ key, object, type }) =>
          key === change.key && object === change.object && type !== 'sync' && (type === 'delete') === isDeath,
      );
    });
  expect(places).toEqual([...places].sort((a, b) => a - b));
}

/** Where what went and came back at the same version stands, and whether it came initially, depends on what was merged before. */
function shown({ previous, snapshot, changes, resourceVersion, cause }: Commit<Thing>): unknown {
  const told = changes.map((change) => inShort(change).replace(' initially', '')).sort();
  return [previous.resourceVersion, [...snapshot.keys()], told, resourceVersion, cause];
}
