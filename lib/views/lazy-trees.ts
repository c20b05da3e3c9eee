import type { Edit, Trees } from './trees.js';

/** What leads to trees from those of an earlier moment. */
interface Way<T> {
  readonly from: LazyTrees<T>;
  /** In their order, each from what the one before it left. */
  readonly edits: readonly Edit<T>[];
}

/** Trees that are made when somebody looks at them. */
export class LazyTrees<T> {
  /** How many edits there were to be made when it was made. */
  readonly length: number;
  #trees: Trees<T> | Way<T>;

  private constructor(trees: Trees<T> | Way<T>, length: number) {
    this.#trees = trees;
    this.length = length;
  }

  static of<T>(trees: Trees<T>): LazyTrees<T> {
    return new LazyTrees(trees, 0);
  }

  /** @param edits in their order, each from what the one before it left */
  after(edits: readonly Edit<T>[]): LazyTrees<T> {
    return new LazyTrees({ from: this, edits }, edits.length + (isWay(this.#trees) ? this.length : 0));
  }

  get now(): Trees<T> {
    if (!isWay(this.#trees)) return this.#trees;
    const ways: Way<T>[] = [];
    let trees: Trees<T> | Way<T> = this.#trees;
    for (; isWay(trees); trees = trees.from.#trees) ways.push(trees);
    this.#trees = trees.edited(ways.reverse().flatMap(({ edits }) => edits));
    return this.#trees;
  }
}

function isWay<T>(trees: Trees<T> | Way<T>): trees is Way<T> {
  return 'edits' in trees;
}
