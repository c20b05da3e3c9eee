import sortedBTree from 'sorted-btree';

/**
 * What is done inside the trees that the store is built on: nodes that are searched, nodes that are copied, and walks over a whole tree.
 */
export interface TreeWork {
  searched: number;
  copied: number;
  /** Of the nodes that were copied, how many entries the widest has. */
  widest: number;
  walks: number;
}

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
  const work: TreeWork = { searched: 0, copied: 0, widest: 0, walks: 0 };
  const copied = (node: unknown) => {
    work.copied++;
    work.widest = Math.max(work.widest, Number(Reflect.get(Reflect.get(Object(node), 'keys'), 'length')));
  };
  watch('BNode', 'indexOf', () => work.searched++);
  watch('BNode', 'clone', copied);
  watch('BNodeInternal', 'clone', copied);
  for (const method of ['keysArray', 'valuesArray', 'forRange', 'entries', 'toArray'])
    watch('default', method, () => work.walks++);
  return work;
}

export function stopCounting(): void {
  for (const restore of undo.splice(0)) restore();
}

/** What one act costs. */
export function measure(act: () => void): TreeWork {
  const work = countTreeWork();
  act();
  stopCounting();
  return work;
}

/** How deep such a tree is at most: nodes are at least half full, and hold up to 32. */
export const depthOf = (size: number) => Math.ceil(Math.log(size) / Math.log(16)) + 1;
