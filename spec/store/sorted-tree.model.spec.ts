import { it } from '@jest/globals';
import fc from 'fast-check';
import { emptyTree, type SortedTree } from '../../lib/store/sorted-tree.js';
import { runs } from '../support/runs.js';

/** Runs of keys, now and then so many that nodes of several levels fill, split, empty and merge. */
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

const KEYS = Array.from({ length: 2000 + 7 * 1200 }, (_, i) => `n/${String(i).padStart(5, '0')}`);

it('a sorted tree and all clones that were ever made of it are sorted maps, each of its own time', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
      let tree = emptyTree<number>();
      let model = new Map<string, number>();
      const past: { tree: SortedTree<number>; model: ReadonlyMap<string, number> }[] = [];
      for (const [value, { op, from, stride, count }] of steps.entries()) {
        past.push({ tree, model });
        tree = tree.clone();
        model = new Map(model);
        for (let i = 0; i < count; i++) {
          const key = KEYS[from + i * stride] ?? '';
          if (op === 'put') {
            if (tree.set(key, value) === model.has(key)) throw new Error(`${key}: wrongly taken for new or known`);
            model.set(key, value);
          } else if (tree.delete(key) !== model.delete(key)) {
            throw new Error(`${key}: wrongly deleted or left`);
          }
        }
        tree.checkValid(true);
      }
      for (const each of [...past, { tree, model }]) check(each.tree, each.model);
    }),
    runs,
  );
});

/** By hand, since there is much to compare: each key in its order, with its value, and found. */
function check(tree: SortedTree<number>, model: ReadonlyMap<string, number>): void {
  let last = '';
  let count = 0;
  for (const [key, value] of tree.entries()) {
    if (key <= last) throw new Error(`${key} comes after ${last}`);
    if (model.get(key) !== value) throw new Error(`${key} has ${value}, not ${model.get(key)}`);
    if (tree.get(key) !== value) throw new Error(`${key} is not found`);
    last = key;
    count++;
  }
  if (count !== model.size || tree.size !== model.size)
    throw new Error(`${count} of ${model.size} keys, ${tree.size} counted`);
}
