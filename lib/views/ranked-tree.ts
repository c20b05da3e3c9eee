import { evenly, Inner, isPair, Leaf, type Node, type Probe } from './ranked-node.js';

/**
 * A sorted sequence that never changes: an operation makes another one, which shares all nodes but those on the way to the change. Each inner
 * node counts what is under it, so that a position is found, and told, as fast as a row: all in O(log size). The tree that
 * the store is built on knows no positions, and counting costs it time.
 */
export class RankedTree<R> {
  readonly #root: Node<R>;
  readonly #compare: (a: R, b: R) => number;

  private constructor(root: Node<R>, compare: (a: R, b: R) => number) {
    this.#root = root;
    this.#compare = compare;
  }

  /** @param rows sorted, each once. O(rows) */
  static of<R>(rows: readonly R[], compare: (a: R, b: R) => number): RankedTree<R> {
    let nodes: readonly Node<R>[] = evenly(rows).map((part) => new Leaf(part));
    while (nodes.length > 1) nodes = evenly(nodes).map(Inner.of);
    return new RankedTree(nodes[0] ?? new Leaf<R>([]), compare);
  }

  get size(): number {
    return this.#root.size;
  }

  find(probe: Probe<R>): R | undefined {
    return this.#root.find(probe);
  }

  /** How many rows stand before the one that is looked for, whether it is there or not. */
  rank(probe: Probe<R>): number {
    return this.#root.rank(probe);
  }

  at(position: number): R | undefined {
    return position >= 0 && position < this.size ? this.#root.at(position) : undefined;
  }

  /** The rows from a position to another, that one excluded. O(log size + rows) */
  slice(start: number, end: number): R[] {
    const rows: R[] = [];
    this.#root.collect(start, Math.min(end, this.size), rows);
    return rows;
  }

  /** The same with this row, in the place of one that compares as equal. */
  with(row: R): RankedTree<R> {
    const put = this.#root.put(row, (other) => this.#compare(other, row));
    return new RankedTree(isPair(put) ? Inner.of(put) : put, this.#compare);
  }

  /** The same without the row that compares as equal; the same tree if there is none. */
  without(row: R): RankedTree<R> {
    let root = this.#root.remove((other) => this.#compare(other, row));
    if (root === this.#root) return this;
    while (root instanceof Inner && root.children.length === 1 && root.children[0] !== undefined)
      root = root.children[0];
    return new RankedTree(root, this.#compare);
  }

  [Symbol.iterator](): IterableIterator<R> {
    return this.#root.rows();
  }
}
