import sortedBTree, { type default as SortedBTree } from 'sorted-btree';

/** A sorted map that is cloned in O(1): clones share what neither has changed since. */
export type SortedMap<V> = SortedBTree.default<string, V>;

/** Node gives the package's CommonJS exports as the default import; some bundlers unwrap them. */
const BTree = sortedBTree.default ?? sortedBTree;

export function sortedMap<V>(): SortedMap<V> {
  return new BTree<string, V>(undefined, (a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
