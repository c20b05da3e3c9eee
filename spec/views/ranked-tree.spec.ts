import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RankedTree } from '../../lib/views/ranked-tree.js';
import { runs } from '../support/runs.js';

interface Entry {
  readonly at: number;
  readonly value: number;
}

const byPlace = { compare: (a: Entry, b: Entry) => a.at - b.at };
const probe = (at: number) => ({ at, value: -1 });

/** Runs of rows, now and then so many that nodes of several levels fill, split, empty and merge. */
const step = fc.record({
  op: fc.constantFrom('put', 'put', 'delete'),
  from: fc.nat(2000),
  stride: fc.integer({ min: 1, max: 7 }),
  count: fc.oneof(
    { weight: 12, arbitrary: fc.nat(3) },
    { weight: 12, arbitrary: fc.nat(80) },
    { weight: 1, arbitrary: fc.nat(1200) },
  ),
});

it('L11: a ranked tree and all that it was cloned from are sorted sequences, each of its own time', () => {
  fc.assert(
    fc.property(
      fc.nat(3000),
      fc.array(step, { maxLength: 12 }),
      fc.array(fc.nat(4000), { maxLength: 5 }),
      (size, steps, positions) => {
        const first = Array.from({ length: size }, (_, i) => ({ at: i * 2, value: 0 }));
        let tree = RankedTree.of<Entry>(first, byPlace);
        let model = new Map(first.map((entry) => [entry.at, entry]));
        const past: { tree: RankedTree<Entry>; model: ReadonlyMap<number, Entry> }[] = [];
        for (const [i, { op, from, stride, count }] of steps.entries()) {
          // A clone is left behind, or written to, or there is none.
          const clone = i % 3 === 2 ? undefined : tree.clone();
          if (clone !== undefined) past.push({ tree: i % 3 === 0 ? clone : tree, model });
          if (clone !== undefined && i % 3 === 1) tree = clone;
          model = new Map(model);
          for (let at = from; at < from + count * stride; at += stride) {
            const entry = { at, value: i + 1 };
            if (op === 'put') {
              tree.put(entry);
              model.set(at, entry);
            } else if (tree.remove(entry) !== model.delete(at)) throw new Error(`${at}: wrongly deleted or left`);
          }
        }
        for (const each of [...past, { tree, model }]) check(each.tree, each.model, positions);
      },
    ),
    runs,
  );
});

function check(tree: RankedTree<Entry>, model: ReadonlyMap<number, Entry>, positions: readonly number[]): void {
  const sorted = [...model.values()].sort(byPlace.compare);
  expect(tree.size).toBe(sorted.length);
  const all = [...tree];
  if (all.length !== sorted.length || all.some((row, i) => row !== sorted[i])) throw new Error('other rows');
  for (const position of [...positions, sorted.length - 1, sorted.length, -1]) {
    if (tree.at(position) !== sorted[position]) throw new Error(`at ${position}: another row`);
    if (tree.find(probe(position)) !== model.get(position)) throw new Error(`${position} is not found, or wrongly`);
    const rank = sorted.findIndex(({ at }) => at >= position);
    if (tree.rank(probe(position)) !== (rank < 0 ? sorted.length : rank))
      throw new Error(`the rank of ${position} is not ${rank}`);
    const start = Math.max(position, 0);
    const [rows, expected] = [tree.slice(start, start + 40), sorted.slice(start, start + 40)];
    if (rows.length !== expected.length || rows.some((row, i) => row !== expected[i])) throw new Error('another slice');
  }
}
