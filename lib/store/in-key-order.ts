import type { KeyOrder } from './key-order.js';
import type { Snapshot } from './snapshot.js';
import { emptyTree } from './sorted-tree.js';
import { TreeSnapshot } from './tree-snapshot.js';

/** A snapshot as what can be read from any key on: O(log size) for one of an informer. */
export function inKeyOrder<T, I extends string>(snapshot: Snapshot<T, I>): KeyOrder<T> {
  const content = TreeSnapshot.contentOf(snapshot);
  if (content !== undefined) return content;
  const copy = emptyTree<T>();
  for (const [key, object] of snapshot) copy.set(key, object);
  return copy;
}
