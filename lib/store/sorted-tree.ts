import sortedBTree, { type default as SortedBTree } from 'sorted-btree';

/** A sorted map from keys to values that can be cloned in O(1): clones share what neither has changed since. */
export type SortedTree<V> = SortedBTree.default<string, V>;

/** Node gives the package's CommonJS exports as the default import; some bundlers unwrap them. */
const BTree = sortedBTree.default ?? sortedBTree;

/** By UTF-16 code units, as etcd orders keys where they are ASCII, and Kubernetes' names are. */
function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1;
}

export function emptyTree<V>(): SortedTree<V> {
  return new BTree<string, V>(undefined, compareKeys);
}
