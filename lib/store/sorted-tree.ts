import { Edit, Inner, Leaf, type Node, Split, type Visitor } from './tree-node.js';

/**
 * A sorted map from texts to values that is cloned in O(1): a clone shares all nodes, and whoever is written to copies what is on the way to the
 * change, and that once between two clonings. Keys are ordered by UTF-16 code units, as etcd orders them where they are ASCII, and Kubernetes' names are.
 */
export class SortedTree<V> {
  #root: Node<V>;
  #edit: Edit;

  private constructor(root: Node<V>, size: number) {
    this.#root = root;
    this.#edit = new Edit(size);
  }

  static empty<V>(): SortedTree<V> {
    return new SortedTree<V>(new Leaf<V>(undefined, [], []), 0);
  }

  get size(): number {
    return this.#edit.size;
  }

  get isEmpty(): boolean {
    return this.#edit.size === 0;
  }

  /** For whoever checks how it is built. */
  get root(): Node<V> {
    return this.#root;
  }

  get(key: string): V | undefined {
    return this.#root.get(key);
  }

  /** Whether it was not there. A key that is there stays the same text. */
  set(key: string, value: V): boolean {
    const { size } = this.#edit;
    const put = this.#root.put(this.#edit, key, value, true);
    this.#root = put instanceof Split ? new Inner(this.#edit, ['', put.key], [put.left, put.right]) : put;
    return this.#edit.size > size;
  }

  /** Whether it was there. */
  delete(key: string): boolean {
    const { size } = this.#edit;
    let root = this.#root.remove(this.#edit, key);
    while (root instanceof Inner && root.children.length === 1 && root.children[0] !== undefined)
      root = root.children[0];
    this.#root = root;
    return this.#edit.size < size;
  }

  /** The same, to be written to apart from this one. */
  clone(): SortedTree<V> {
    // Nobody may write to the nodes any more that are in both.
    this.#edit = new Edit(this.#edit.size);
    return new SortedTree(this.#root, this.#edit.size);
  }

  /** Shows the entries in order, from one key on, up to another, that one excluded. O(log size + entries) */
  walk(visit: Visitor<V>, start = '', end?: string): void {
    this.#root.walk(start, end, visit);
  }

  /** How many entries there are from one key on, up to another. O(log size + entries) */
  count(start: string, end: string): number {
    let count = 0;
    this.walk(() => count++, start, end);
    return count;
  }

  keys(): string[] {
    const keys: string[] = [];
    this.walk((key) => keys.push(key));
    return keys;
  }

  values(): V[] {
    const values: V[] = [];
    this.walk((_key, value) => values.push(value));
    return values;
  }

  /** The entries in order, from one key on. Whoever has it written to meanwhile clones it before. */
  *entries(start = ''): IterableIterator<[key: string, value: V]> {
    for (const leaf of this.#root.leaves(start)) {
      const { keys, values } = leaf;
      for (let i = start === '' ? 0 : leaf.place(start); i < keys.length; i++) yield [keys[i] ?? '', values[i] as V];
    }
  }
}

export function emptyTree<V>(): SortedTree<V> {
  return SortedTree.empty();
}
