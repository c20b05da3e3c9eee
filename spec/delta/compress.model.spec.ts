import { it } from '@jest/globals';
import fc from 'fast-check';
import { DeltaFIFO } from '../../lib/delta/index.js';
import { type Change, Indexer, type Snapshot } from '../../lib/store/index.js';
import { runs } from '../support/runs.js';
import { expectSame } from '../support/same.js';
import { type Thing, thing } from '../support/things.js';

const name = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ op: fc.constantFrom('put', 'put', 'delete', 'rebirth', 'missed'), name }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('list') }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('resync') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('commit') }) },
);

/** A queue with a store behind it. */
function pipeline(compress: 'deletes' | 'latest') {
  const indexer = new Indexer<Thing>();
  const fifo = new DeltaFIFO<Thing>({ knownObjects: indexer, emitReplaced: true, compress });
  return { fifo, commit: () => indexer.apply(fifo.drain()) };
}

const lifeOf = ({ metadata }: Thing) => `${metadata.uid}@${metadata.resourceVersion}`;
const contentOf = (snapshot: Snapshot<Thing>) => [...snapshot].map(([key, object]) => `${key} ${lifeOf(object)}`);

/**
 * What happened to each key, without what only led to something else: states in a row, and those of a life that was over when a list came.
 */
function outline(changes: readonly Change<Thing>[]): Map<string, string> {
  const byKey = new Map<string, string[]>();
  for (const { key, type, finalStateUnknown } of changes) {
    const words = byKey.get(key) ?? [];
    byKey.set(key, words);
    if (finalStateUnknown && words.at(-1) === 'update') words.pop();
    if (finalStateUnknown && words.at(-1) === 'add') words.pop();
    else if (type !== 'sync' && !(type === 'update' && (words.at(-1) === 'add' || words.at(-1) === 'update')))
      words.push(type);
  }
  return new Map([...byKey].map(([key, words]) => [key, words.join(' ')]));
}

it("L3: compress 'latest' leaves out states that only led to others: the same lives, ends and states, at the same versions", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const all = pipeline('deletes');
      const latest = pipeline('latest');
      const both = (act: (fifo: DeltaFIFO<Thing>) => void) => {
        for (const { fifo } of [all, latest]) act(fifo);
      };
      const there = new Map<string, Thing>();
      let version = 0;
      let lives = 0;
      for (const each of [...steps, { op: 'commit' }]) {
        version++;
        if ('name' in each) {
          const old = there.get(each.name);
          const uid = (each.op !== 'rebirth' && old?.metadata.uid) || `life-${++lives}`;
          const object = thing(each.name, version, { uid });
          if (each.op === 'delete') {
            there.delete(each.name);
            both((fifo) => fifo.delete(object));
          } else {
            there.set(each.name, object);
            // Another life under the same name is only ever seen across a gap.
            if (each.op === 'put' && (old === undefined || old.metadata.uid === uid))
              both((fifo) => fifo.update(object));
          }
        } else if (each.op === 'list') {
          both((fifo) => fifo.replace([...there.values()].reverse(), String(version)));
        } else if (each.op === 'resync') {
          both((fifo) => fifo.resync());
        } else {
          const [a, b] = [all.commit(), latest.commit()];
          expectSame(contentOf(b.snapshot), contentOf(a.snapshot));
          expectSame(b.resourceVersion, a.resourceVersion);
          if (b.changes.length > a.changes.length) throw new Error('more is told than happened');
          const [whole, folded] = [outline(a.changes), outline(b.changes)];
          for (const key of new Set([...whole.keys(), ...folded.keys()]))
            expectSame([key, folded.get(key) ?? ''], [key, whole.get(key) ?? '']);
        }
      }
    }),
    runs,
  );
});
