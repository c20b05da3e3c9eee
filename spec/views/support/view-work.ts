import { Inner, Leaf } from '../../../lib/views/ranked-node.js';

/** What is done inside the trees of views: nodes that are visited, and walks over all rows. */
export interface ViewWork {
  visited: number;
  walked: number;
}

/** What one act costs. */
export function measure(act: () => void): ViewWork {
  const work: ViewWork = { visited: 0, walked: 0 };
  const undo: (() => void)[] = [];
  const watch = (prototype: object, method: string, seen: () => void) => {
    const original: unknown = Reflect.get(prototype, method);
    if (typeof original !== 'function') throw new Error(`a node has no ${method} any more`);
    Reflect.set(prototype, method, function (this: unknown, ...args: unknown[]) {
      seen();
      return Reflect.apply(original, this, args);
    });
    undo.push(() => Reflect.set(prototype, method, original));
  };
  for (const node of [Leaf, Inner]) {
    for (const method of ['find', 'rank', 'at', 'collect', 'put', 'remove', 'joined'])
      watch(node.prototype, method, () => work.visited++);
    watch(node.prototype, 'rows', () => work.walked++);
  }
  try {
    act();
  } finally {
    for (const restore of undo) restore();
  }
  return work;
}
