import { Edit, evenly, Inner, isPair, Leaf, type Node, type Placing } from './ranked-node.js';

/**
 * A sorted sequence that is cloned in O(1): a clone shares all nodes, and whoever is written to copies what is on the way to the change, and that once
 * between two clonings. Each inner node counts what is under it, so that a position is found, and told, as fast as a row: all in O(log size). The tree that
 * the store is built on knows no positions, and counting costs it time.
 *
 * `R` are the rows, `P` is what of them tells their place.
 */
export class RankedTree<R extends P, P = R> {
  readonly #by: Placing<P>;
  #root: Node<R, P>;
  #edit = new Edit();

  private constructor(root: Node<R, P>, by: Placing<P>) {
    this.#root = root;
    this.#by = by;
  }

  /** @param rows sorted, each once. O(rows) */
  static of<R extends P, P = R>(rows: readonly R[], by: Placing<P>): RankedTree<R, P> {
    let nodes: readonly Node<R, P>[] = evenly(rows).map((part) => new Leaf(undefined, part));
    while (nodes.length > 1) nodes = evenly(nodes).map((part) => Inner.of(undefined, part));
    return new RankedTree(nodes[0] ?? new Leaf<R, P>(undefined, []), by);
  }

  get size(): number {
    return this.#root.size;
  }

  /** The row at a place. */
  find(place: P): R | undefined {
    return this.#root.find(place, this.#by);
  }

  /** How many rows stand before this place, whether it is there or not. */
  rank(place: P): number {
    return this.#root.rank(place, this.#by);
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

  /** Puts a row in, in the place of one that compares as equal. */
  put(row: R): void {
    const put = this.#root.put(this.#edit, row, this.#by);
    this.#root = isPair(put) ? Inner.of(this.#edit, put) : put;
  }

  /** Takes the row out that compares as equal. Whether there was one. */
  remove(row: R): boolean {
    const { size } = this;
    let root = this.#root.remove(this.#edit, row, this.#by);
    while (root instanceof Inner && root.only !== undefined) root = root.only;
    this.#root = root;
    return root.size < size;
  }

  /** The same, to be written to apart from this one. */
  clone(): RankedTree<R, P> {
    // Nobody may write to the nodes any more that are in both.
    this.#edit = new Edit();
    return new RankedTree(this.#root, this.#by);
  }

  [Symbol.iterator](): IterableIterator<R> {
    return this.#root.rows();
  }
}
