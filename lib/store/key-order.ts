import type { Snapshot } from './snapshot.js';
import { emptyTree } from './sorted-tree.js';
import { TreeSnapshot } from './tree-snapshot.js';

/** Entries in the order of their keys, from any key on. */
export interface KeyOrder<T> {
  get(key: string): T | undefined;
  /** From the first key that is not before `low`. */
  entries(low?: string): IterableIterator<readonly [key: string, object: T]>;
  /** How many there are from `low` to before `high`. */
  count(low: string, high: string): number;
}

/** A snapshot as what can be read from any key on: O(log size) for one of an informer. */
export function inKeyOrder<T, I extends string>(snapshot: Snapshot<T, I>): KeyOrder<T> {
  const content = TreeSnapshot.contentOf(snapshot);
  if (content !== undefined) return content;
  const copy = emptyTree<T>();
  for (const [key, object] of snapshot) copy.set(key, object);
  return copy;
}
