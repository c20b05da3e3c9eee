import { SortedTree } from '../../lib/store/sorted-tree.js';
import { Inner, Leaf } from '../../lib/store/tree-node.js';

/**
 * What is done inside the trees that the store is built on: nodes that are searched, nodes that are copied, and walks over a tree or a part
 * of it.
 */
export interface TreeWork {
  searched: number;
  copied: number;
  /** Of the nodes that were copied, how many entries the widest has. */
  widest: number;
  /** How often a walk was begun. */
  walks: number;
  /** How many nodes, inner ones and leaves, such walks came to. */
  walked: number;
}

export const NO_WORK: TreeWork = { searched: 0, copied: 0, widest: 0, walks: 0, walked: 0 };

const undo: (() => void)[] = [];

/** Has every call of a method seen, with what it was called on. */
function watch(prototype: object, method: string, seen: (node: unknown) => void): void {
  const original: unknown = Reflect.get(prototype, method);
  if (typeof original !== 'function') throw new Error(`the trees have no method ${method} any more`);
  Reflect.set(prototype, method, function (this: unknown, ...args: unknown[]) {
    seen(this);
    return Reflect.apply(original, this, args);
  });
  undo.push(() => Reflect.set(prototype, method, original));
}

/** Counts from now on, until `stopCounting()`. */
export function countTreeWork(): TreeWork {
  const work: TreeWork = { ...NO_WORK };
  const copied = (node: unknown) => {
    work.copied++;
    work.widest = Math.max(work.widest, Number(Reflect.get(Reflect.get(Object(node), 'keys'), 'length')));
  };
  watch(Leaf.prototype, 'place', () => work.searched++);
  watch(Inner.prototype, 'way', () => work.searched++);
  for (const { prototype } of [Leaf, Inner]) {
    for (const method of ['copy', 'part', 'joined']) watch(prototype, method, copied);
    for (const method of ['walk', 'leaves']) watch(prototype, method, () => work.walked++);
  }
  for (const method of ['walk', 'entries']) watch(SortedTree.prototype, method, () => work.walks++);
  return work;
}

export function stopCounting(): void {
  for (const restore of undo.splice(0)) restore();
}

/** What one act costs. */
export function measure(act: () => void): TreeWork {
  const work = countTreeWork();
  try {
    act();
  } finally {
    stopCounting();
  }
  return work;
}

/** How many bytes a function allocates, about: the least of some calls, since other things may happen meanwhile. */
export function allocated(act: () => void): number {
  const figures = Array.from({ length: 10 }, () => {
    const before = process.memoryUsage().heapUsed;
    act();
    return process.memoryUsage().heapUsed - before;
  });
  // Less than nothing: garbage was collected in between.
  return Math.min(...figures.filter((bytes) => bytes > 0));
}

/** How deep such a tree is at most: nodes are at least half full, and hold up to 32. */
export const depthOf = (size: number) => Math.ceil(Math.log(size) / Math.log(16)) + 1;
