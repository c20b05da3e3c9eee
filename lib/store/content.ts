import { type LabelSelector, matchesLabels, metadataOf, parseLabelSelector } from '../kubernetes/index.js';
import type { Entry } from './entry.js';
import type { IndexTable, State } from './index-table.js';
import type { KeyOrder } from './key-order.js';
import type { ListMemory } from './list-memory.js';
import { Recent } from './recent.js';
import type { SortedTree } from './sorted-tree.js';
import { unknownIndex } from './unknown-index.js';

const NOTHING: readonly never[] = Object.freeze([]);

/** How many lists a snapshot keeps at hand. */
const LISTS = 32;

/** What the snapshots of one collection remember in common. */
export interface Memory<T> {
  readonly objects: ListMemory<T>;
  readonly texts: ListMemory<string>;
}

/** What a snapshot holds, apart from its resourceVersion: those between which only that moved share it. Nobody writes to its trees. */
export class Content<T> implements KeyOrder<T>, State<T> {
  readonly commit: number;
  readonly tree: SortedTree<T, Entry<T>>;
  /** By the positions of the indexes. */
  readonly #tables: readonly IndexTable<T>[];
  readonly #positions: ReadonlyMap<string, number>;
  readonly #memory: Memory<T>;
  #keys: readonly string[] | undefined;
  #lists: Recent<readonly T[]> | undefined;

  constructor(
    commit: number,
    tree: SortedTree<T, Entry<T>>,
    tables: readonly IndexTable<T>[],
    positions: ReadonlyMap<string, number>,
    memory: Memory<T>,
  ) {
    this.commit = commit;
    this.tree = tree;
    this.#tables = tables;
    this.#positions = positions;
    this.#memory = memory;
  }

  get keys(): readonly string[] {
    this.#keys ??= this.#memory.texts.settle('keys', this.tree.keys());
    return this.#keys;
  }

  get(key: string): T | undefined {
    return this.tree.get(key);
  }

  entries(low = ''): IterableIterator<readonly [key: string, object: T]> {
    return this.tree.entries(low);
  }

  count(low: string, high: string): number {
    return this.tree.count(low, high);
  }

  list(namespace: string, labelSelector: string): readonly T[] {
    const name = `${namespace}/${labelSelector}`;
    this.#lists ??= new Recent(LISTS);
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const found = this.#select(namespace, parseLabelSelector(labelSelector, 'labelSelector'));
    const list = this.#memory.objects.settle(name, found);
    this.#lists.set(name, list);
    return list;
  }

  byIndex(index: string, value: string): readonly T[] {
    return this.#table(index).get(value)?.objectsIn(this) ?? NOTHING;
  }

  indexKeys(index: string, value: string): readonly string[] {
    return this.#table(index).get(value)?.keys ?? NOTHING;
  }

  indexValues(index: string): readonly string[] {
    return this.#memory.texts.settle(`values ${index}`, this.#table(index).keys());
  }

  #table(index: string): IndexTable<T> {
    const table = this.#tables[this.#positions.get(index) ?? -1];
    if (table === undefined) throw unknownIndex(index, this.#positions.keys());
    return table;
  }

  #select(namespace: string, selector: LabelSelector): readonly T[] {
    const found: T[] = [];
    const visit = (_key: string, object: T) => {
      if (selector.length === 0 || matchesLabels(selector, metadataOf(object)?.labels)) found.push(object);
    };
    // The keys of a namespace lie between "namespace/" and "namespace0": in ASCII, 0 follows /.
    if (namespace === '') this.tree.walk(visit);
    else this.tree.walk(visit, `${namespace}/`, `${namespace}0`);
    return found;
  }
}
