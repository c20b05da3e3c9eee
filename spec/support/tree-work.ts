import sortedBTree from 'sorted-btree';

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

/** Has every call of a method seen, with what it was called on. The package does not declare its nodes, so they are looked up by name. */
function watch(className: string, method: string, seen: (node: unknown) => void): void {
  const prototype: object = Reflect.get(Reflect.get(sortedBTree, className), 'prototype');
  const original: unknown = Reflect.get(prototype, method);
  if (typeof original !== 'function') throw new Error(`sorted-btree has no ${className}.${method} any more`);
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
  watch('BNode', 'indexOf', () => work.searched++);
  for (const node of ['BNode', 'BNodeInternal']) {
    watch(node, 'clone', copied);
    watch(node, 'forRange', () => work.walked++);
  }
  for (const method of ['keysArray', 'valuesArray', 'forRange', 'forEachPair', 'entries', 'entriesReversed', 'toArray'])
    watch('default', method, () => work.walks++);
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
