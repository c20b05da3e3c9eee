import { Inner, Leaf, type Node, Split, Spot, type Visitor } from './tree-node.js';

/** How many edits there were of any tree: each has a number of its own, and 0 is none. */
let edits = 0;

/** The spot that was sought last, in whichever tree: finding a key and then writing to it is one search. It holds no node, and so keeps nothing alive. */
const spot = new Spot();

/**
 * A sorted map from texts to values that is cloned in O(1): a clone shares all nodes, and whoever is written to copies what is on the way to the
 * change, and that once between two clonings. Keys are ordered by UTF-16 code units, as etcd orders them where they are ASCII, and Kubernetes' names are.
 *
 * A tree may keep a note with each key, for whoever writes to it: the same from when the key comes until it goes, whatever values it has meanwhile.
 */
export class SortedTree<V, N = undefined> {
  #root: Node<V, N>;
  #size: number;
  /** Nodes that were made in the name of this are in no other tree. */
  #edit = ++edits;

  private constructor(root: Node<V, N>, size: number) {
    this.#root = root;
    this.#size = size;
  }

  static empty<V, N = undefined>(): SortedTree<V, N> {
    return new SortedTree<V, N>(new Leaf<V, N>(0, [], [], []), 0);
  }

  get size(): number {
    return this.#size;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** For whoever checks how it is built. */
  get root(): Node<V, N> {
    return this.#root;
  }

  get(key: string): V | undefined {
    let node = this.#root;
    while (node instanceof Inner) node = node.child(node.way(key));
    const place = node.place(key);
    return node.keys[place] === key ? node.values[place] : undefined;
  }

  /** The same as `get`, for whoever is going to write there. */
  find(key: string): V | undefined {
    const { values } = this.#seek(key);
    return spot.isThere ? values[spot.place] : undefined;
  }

  /** The note that came with a key. */
  note(key: string): N | undefined {
    const { notes } = this.#seek(key);
    return spot.isThere ? notes[spot.place] : undefined;
  }

  /** The very text that is kept here, of those that are equal to a key; the key itself where it is not here. */
  text(key: string): string {
    const { keys } = this.#seek(key);
    return (spot.isThere ? keys[spot.place] : undefined) ?? key;
  }

  /** Whether it was not there. A key that is there stays the same text, with the same note. */
  set(key: string, value: V, note?: N): boolean {
    this.#seek(key);
    if (spot.isThere) {
      this.#root = this.#root.with(spot, 0, value);
      return false;
    }
    const put = this.#root.insert(spot, 0, value, note, true);
    this.#root = put instanceof Split ? new Inner(this.#edit, ['', put.key], [put.left, put.right]) : put;
    this.#resize(1);
    return true;
  }

  /** Whether it was there. */
  delete(key: string): boolean {
    this.#seek(key);
    if (!spot.isThere) return false;
    let root = this.#root.remove(spot, 0);
    while (root instanceof Inner && root.children.length === 1) root = root.child(0);
    this.#root = root;
    this.#resize(-1);
    return true;
  }

  /** The same, to be written to apart from this one. */
  clone(): SortedTree<V, N> {
    // Nobody may write to the nodes any more that are in both.
    this.#edit = ++edits;
    return new SortedTree(this.#root, this.#size);
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

  /** Makes the spot that of a key, and gives the leaf that it is in. */
  #seek(key: string): Leaf<V, N> {
    if (spot.edit !== this.#edit || spot.key !== key) return this.#search(key);
    let node = this.#root;
    for (let level = 0; node instanceof Inner; level++) node = node.child(spot.way(level));
    return node;
  }

  #search(key: string): Leaf<V, N> {
    let node = this.#root;
    let level = 0;
    for (; node instanceof Inner; level++) {
      const way = node.way(key);
      spot.ways[level] = way;
      node = node.child(way);
    }
    spot.place = node.place(key);
    spot.isThere = node.keys[spot.place] === key;
    spot.key = key;
    spot.edit = this.#edit;
    return node;
  }

  #resize(by: 1 | -1): void {
    this.#size += by;
    // Ways may lead elsewhere now.
    spot.edit = 0;
  }
}

export function emptyTree<V, N = undefined>(): SortedTree<V, N> {
  return SortedTree.empty();
}
