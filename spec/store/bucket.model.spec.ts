import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { Indexer, type Snapshot } from '../../lib/store/index.js';
import { runs } from '../support/runs.js';
import { expectSame } from '../support/same.js';
import { type Thing, thing } from '../support/things.js';

const TAGS = ['x', 'y'];
const tags = fc.subarray(TAGS);
const commit = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  tags: fc.option(tags, { nil: undefined }),
  /** Whether another object comes and goes in the same commit. */
  passing: fc.boolean(),
  /** Which indexes are read as soon as the commit is there. */
  read: tags,
});

const byTag = (object: Thing) => object.tags ?? [];

/** Many others make a bucket a small part of the whole, which an old snapshot is then searched for. */
it.each([0, 40])(
  'an index of a snapshot says whenever it is read what it said at first, beside %i others',
  (others) => {
    fc.assert(
      fc.property(fc.array(commit, { maxLength: 12 }), fc.boolean(), (commits, isBackwards) => {
        const indexer = new Indexer<Thing, 'tag'>({ indexers: { tag: byTag } });
        indexer.replace(
          Array.from({ length: others }, (_, i) => thing(`other-${i}`, 1)),
          '1',
        );
        const snapshots: Snapshot<Thing, 'tag'>[] = [];
        const queue = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true });
        for (const [version, { name, tags: now, passing, read }] of commits.entries()) {
          if (passing) queue.add(thing('passing', version + 2, { tags: TAGS }));
          if (now === undefined) queue.delete(thing(name, version + 2));
          else queue.update(thing(name, version + 2, { tags: now }));
          if (passing) queue.delete(thing('passing', version + 2, { tags: TAGS }));
          indexer.apply(queue.drain());
          snapshots.push(indexer.snapshot);
          for (const tag of read) indexer.byIndex('tag', tag);
        }
        for (const snapshot of isBackwards ? snapshots.toReversed() : snapshots) check(snapshot);
        for (const [i, snapshot] of snapshots.slice(1).entries()) checkIdentity(snapshots[i] ?? snapshot, snapshot);
      }),
      runs,
    );
  },
);

function check(snapshot: Snapshot<Thing, 'tag'>): void {
  for (const tag of TAGS) {
    const there = [...snapshot].filter(([, object]) => byTag(object).includes(tag));
    const list = snapshot.byIndex('tag', tag);
    if (list.length !== there.length || there.some(([, object], i) => list[i] !== object))
      throw new Error(`${tag} has other objects in ${snapshot.resourceVersion}`);
    expectSame(
      snapshot.indexKeys('tag', tag),
      there.map(([key]) => key),
    );
    if (snapshot.byIndex('tag', tag) !== list) throw new Error(`${tag} is another list when it is read again`);
    expect(Object.isFrozen(list)).toBe(true);
  }
}

/** L12 */
function checkIdentity(before: Snapshot<Thing, 'tag'>, after: Snapshot<Thing, 'tag'>): void {
  for (const tag of TAGS) {
    const [a, b] = [before.byIndex('tag', tag), after.byIndex('tag', tag)];
    if (a !== b && a.length === b.length && a.every((object, i) => object === b[i]))
      throw new Error(`${tag} lost its identity in ${after.resourceVersion}`);
  }
}
