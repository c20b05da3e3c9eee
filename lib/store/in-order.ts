import type { Delta, KeyDeltas } from '../delta/index.js';

/** Visits deltas in the order in which they arrived, across keys. */
export function inOrder<T>(items: readonly KeyDeltas<T>[], visit: (key: string, delta: Delta<T>) => void): void {
  if (isInOrder(items)) {
    for (const { key, deltas } of items) for (const delta of deltas) visit(key, delta);
    return;
  }
  const all = items.flatMap(({ key, deltas }) => deltas.map((delta) => ({ key, delta })));
  all.sort((a, b) => a.delta.sequence - b.delta.sequence);
  for (const { key, delta } of all) visit(key, delta);
}

/** So it is mostly: in a first list, and wherever no key occurs twice. */
function isInOrder<T>(items: readonly KeyDeltas<T>[]): boolean {
  let last = 0;
  for (const { deltas } of items) {
    for (const { sequence } of deltas) {
      if (sequence < last) return false;
      last = sequence;
    }
  }
  return true;
}
