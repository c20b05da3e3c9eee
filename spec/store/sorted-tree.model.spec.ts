import { it } from '@jest/globals';
import fc from 'fast-check';
import { emptyTree, type SortedTree } from '../../lib/store/sorted-tree.js';
import { Inner, Leaf, type Node } from '../../lib/store/tree-node.js';
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
        checkShape(tree);
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

/** That it is balanced, that no node is too wide or, but for those at the right end, too narrow, and that each key is where it is looked for. */
function checkShape(tree: SortedTree<number>): void {
  const depths = new Set<number>();
  const visit = (node: Node<number>, depth: number, low: string, high: string | undefined, isLast: boolean) => {
    const least = depth === 0 || isLast ? 0 : 8;
    if (node.keys.length > 32 || node.keys.length < least) throw new Error(`a node has ${node.keys.length} entries`);
    const isWithin = (key: string) => key >= low && (high === undefined || key < high);
    if (!node.keys.slice(node instanceof Inner ? 1 : 0).every(isWithin))
      throw new Error('a key is not where it is looked for');
    if (node instanceof Leaf) {
      depths.add(depth);
      if (node.values.length !== node.keys.length) throw new Error('a leaf has no value for a key');
    }
    if (!(node instanceof Inner)) return;
    if (node.children.length !== node.keys.length) throw new Error('an inner node has no key for a child');
    for (const [i, child] of node.children.entries()) {
      const end = i === node.children.length - 1;
      visit(child, depth + 1, i === 0 ? low : (node.keys[i] ?? ''), end ? high : node.keys[i + 1], isLast && end);
    }
  };
  visit(tree.root, 0, '', undefined, true);
  if (depths.size !== 1) throw new Error(`leaves at ${depths.size} depths`);
}
