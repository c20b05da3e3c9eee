import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emptyTree, type SortedTree } from '../../lib/store/sorted-tree.js';
import { runs } from '../support/runs.js';

/** Runs of keys, so that nodes of several levels fill, split, empty and merge. */
const step = fc.record({
  op: fc.constantFrom('put', 'put', 'delete'),
  from: fc.nat(3000),
  stride: fc.integer({ min: 1, max: 7 }),
  count: fc.oneof(fc.nat(3), fc.nat(1500)),
});

const keyOf = (i: number) => `n/${String(i).padStart(5, '0')}`;

const contentOf = (tree: SortedTree<number>) => [...tree.entries()];

it('a sorted tree and all clones that were ever made of it are sorted maps, each of its own time', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
      let tree = emptyTree<number>();
      let model = new Map<string, number>();
      const past: { tree: SortedTree<number>; model: Map<string, number> }[] = [];
      for (const [value, { op, from, stride, count }] of steps.entries()) {
        past.push({ tree, model });
        tree = tree.clone();
        model = new Map(model);
        for (let i = 0; i < count; i++) {
          const key = keyOf(from + i * stride);
          if (op === 'put') {
            if (tree.set(key, value) === model.has(key)) throw new Error(`${key}: wrongly taken for new or known`);
            model.set(key, value);
          } else if (model.delete(key)) {
            tree.delete(key);
          }
        }
        tree.checkValid(true);
      }
      for (const each of [...past, { tree, model }]) {
        const sorted = [...each.model].sort(([a], [b]) => (a < b ? -1 : 1));
        expect(contentOf(each.tree)).toEqual(sorted);
        expect(each.tree.size).toBe(sorted.length);
        for (const [key, value] of sorted) if (each.tree.get(key) !== value) throw new Error(`${key} is lost`);
      }
    }),
    { numRuns: Math.ceil(runs.numRuns / 10) },
  );
});
