import { metadataOf } from '../delta/index.js';
import { type LabelSelector, matchesLabels, parseLabelSelector } from '../kubernetes/index.js';
import type { IndexTable } from './index-table.js';
import type { ListMemory } from './list-memory.js';
import { Recent } from './recent.js';
import type { SortedTree } from './sorted-tree.js';

/** How many selections a snapshot keeps the lists of. */
const SELECTIONS = 32;

/** What a snapshot holds, apart from its resourceVersion: snapshots between which only that moved share it. Nobody writes to the trees. */
export class Content<T> {
  readonly tree: SortedTree<T>;
  readonly tables: ReadonlyMap<string, IndexTable<T>>;
  readonly #memory: ListMemory<T>;
  #keys: readonly string[] | undefined;
  readonly #lists = new Recent<readonly T[]>(SELECTIONS);

  constructor(tree: SortedTree<T>, tables: ReadonlyMap<string, IndexTable<T>>, memory: ListMemory<T>) {
    this.tree = tree;
    this.tables = tables;
    this.#memory = memory;
  }

  /** All keys, sorted. */
  get keys(): readonly string[] {
    this.#keys ??= Object.freeze(this.tree.keysArray());
    return this.#keys;
  }

  list(namespace: string, labelSelector: string): readonly T[] {
    const name = `${namespace}/${labelSelector}`;
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const list = this.#memory.settle(name, this.#select(namespace, parseLabelSelector(labelSelector, 'labelSelector')));
    this.#lists.set(name, list);
    return list;
  }

  #select(namespace: string, selector: LabelSelector): readonly T[] {
    const found: T[] = [];
    const visit = (_key: string, object: T) => {
      if (selector.length === 0 || matchesLabels(selector, metadataOf(object)?.labels)) found.push(object);
    };
    // The keys of a namespace are those between "namespace/" and "namespace0", since 0 is what follows / in ASCII.
    if (namespace === '') this.tree.forEachPair(visit);
    else this.tree.forRange(`${namespace}/`, `${namespace}0`, false, visit);
    return found;
  }
}
