import { Recent } from './recent.js';

/** How many selections are remembered. A program has a handful; one that asks for ever new ones must not fill the memory. */
const SELECTIONS = 256;

/**
 * Makes equal lists the same list (L12), across the snapshots of one collection. It holds lists weakly: that a list is the same can only
 * matter to somebody who still has it, and old objects must not be kept alive.
 */
export class ListMemory<T> {
  readonly #last = new Recent<WeakRef<readonly T[]>>(SELECTIONS);

  /** The list that was last found by this name if it holds the same, or else the one that is found now. */
  settle(name: string, found: readonly T[]): readonly T[] {
    const last = this.#last.get(name)?.deref();
    if (last !== undefined && isSameList(last, found)) return last;
    const list = Object.freeze(found);
    this.#last.set(name, new WeakRef(list));
    return list;
  }
}

function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((element, i) => element === b[i]);
}
