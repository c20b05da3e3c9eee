/** Entries of a node at most; at least a third of them, but for the root. */
const WIDTH = 32;
const LEAST = 11;

/** Where a row stands to the one that is looked for: negative before it, 0 for it, positive behind it. */
export type Probe<R> = (row: R) => number;

export type Pair<R> = readonly [Node<R>, Node<R>];

/** Both kinds of node. The tests of what views cost count calls of these. */
export interface Node<R> {
  readonly size: number;
  /** How many entries it has itself. */
  readonly width: number;
  /** Its last row; undefined in an empty leaf, which only a root can be. */
  readonly last: R | undefined;
  find(probe: Probe<R>): R | undefined;
  rank(probe: Probe<R>): number;
  at(position: number): R | undefined;
  collect(start: number, end: number, into: R[]): void;
  /** What stands in its place then: one node, or two where it became too wide. */
  put(row: R, probe: Probe<R>): Node<R> | Pair<R>;
  remove(probe: Probe<R>): Node<R>;
  /** Both, in one or two nodes that are wide enough. @param next of the same level */
  joined(next: Node<R>): readonly Node<R>[];
  rows(): IterableIterator<R>;
}

export class Leaf<R> implements Node<R> {
  readonly size: number;
  readonly #rows: readonly R[];

  constructor(rows: readonly R[]) {
    this.size = rows.length;
    this.#rows = rows;
  }

  get width(): number {
    return this.size;
  }

  get last(): R | undefined {
    return this.#rows[this.#rows.length - 1];
  }

  find(probe: Probe<R>): R | undefined {
    const row = this.#rows[this.rank(probe)];
    return row !== undefined && probe(row) === 0 ? row : undefined;
  }

  rank(probe: Probe<R>): number {
    return firstNotBefore(this.#rows, probe);
  }

  at(position: number): R | undefined {
    return this.#rows[position];
  }

  collect(start: number, end: number, into: R[]): void {
    for (let i = Math.max(0, start); i < end; i++) {
      const row = this.#rows[i];
      if (row !== undefined) into.push(row);
    }
  }

  put(row: R, probe: Probe<R>): Node<R> | Pair<R> {
    const position = this.rank(probe);
    const there = this.#rows[position];
    const rows = this.#rows.slice();
    if (there !== undefined && probe(there) === 0) rows[position] = row;
    else rows.splice(position, 0, row);
    if (rows.length <= WIDTH) return new Leaf(rows);
    const middle = rows.length >> 1;
    return [new Leaf(rows.slice(0, middle)), new Leaf(rows.slice(middle))];
  }

  remove(probe: Probe<R>): Node<R> {
    const position = this.rank(probe);
    const there = this.#rows[position];
    if (there === undefined || probe(there) !== 0) return this;
    return new Leaf(replaced(this.#rows, position, 1, []));
  }

  joined(next: Node<R>): readonly Node<R>[] {
    const rows = [...this.#rows];
    next.collect(0, next.size, rows);
    return split(rows).map((part) => new Leaf(part));
  }

  rows(): IterableIterator<R> {
    return this.#rows.values();
  }
}

/**
 * What is read of the nodes below, their last rows and their sizes, is kept here once more: to look into each of them would take longer than all the rest.
 */
export class Inner<R> implements Node<R> {
  readonly children: readonly Node<R>[];
  readonly size: number;
  readonly #lasts: readonly (R | undefined)[];
  readonly #sizes: readonly number[];

  private constructor(
    children: readonly Node<R>[],
    lasts: readonly (R | undefined)[],
    sizes: readonly number[],
    size: number,
  ) {
    this.children = children;
    this.size = size;
    this.#lasts = lasts;
    this.#sizes = sizes;
  }

  static of<R>(this: void, children: readonly Node<R>[]): Inner<R> {
    const sizes = children.map((child) => child.size);
    const size = sizes.reduce((sum, each) => sum + each, 0);
    return new Inner(
      children,
      children.map((child) => child.last),
      sizes,
      size,
    );
  }

  get width(): number {
    return this.children.length;
  }

  get last(): R | undefined {
    return this.#lasts[this.#lasts.length - 1];
  }

  find(probe: Probe<R>): R | undefined {
    return this.children[this.#way(probe)]?.find(probe);
  }

  rank(probe: Probe<R>): number {
    const way = this.#way(probe);
    let before = 0;
    for (let i = 0; i < way; i++) before += this.#sizes[i] ?? 0;
    return before + (this.children[way]?.rank(probe) ?? 0);
  }

  at(position: number): R | undefined {
    let rest = position;
    for (const [i, size] of this.#sizes.entries()) {
      if (rest < size) return this.children[i]?.at(rest);
      rest -= size;
    }
    return undefined;
  }

  collect(start: number, end: number, into: R[]): void {
    let before = 0;
    for (const [i, size] of this.#sizes.entries()) {
      if (before >= end) return;
      if (start < before + size) this.children[i]?.collect(start - before, Math.min(end - before, size), into);
      before += size;
    }
  }

  put(row: R, probe: Probe<R>): Node<R> | Pair<R> {
    const way = this.#way(probe);
    const put = this.children[way]?.put(row, probe);
    if (put === undefined) return this;
    return isPair(put) ? pairOf(replaced(this.children, way, 1, put)) : this.#with(way, put);
  }

  remove(probe: Probe<R>): Node<R> {
    const way = this.#way(probe);
    const before = this.children[way];
    const after = before?.remove(probe);
    if (before === undefined || after === undefined || after === before) return this;
    if (after.width >= LEAST || this.children.length === 1) return this.#with(way, after);
    const first = Math.max(0, way - 1);
    const [left, right] = way === 0 ? [after, this.children[1]] : [this.children[first], after];
    const parts = left !== undefined && right !== undefined ? left.joined(right) : [after];
    return Inner.of(replaced(this.children, first, 2, parts));
  }

  joined(next: Node<R>): readonly Node<R>[] {
    const more = next instanceof Inner ? next.children : [];
    return split([...this.children, ...more]).map(Inner.of);
  }

  *rows(): IterableIterator<R> {
    for (const child of this.children) yield* child.rows();
  }

  /** The same with another child in a place. */
  #with(way: number, child: Node<R>): Inner<R> {
    const children = this.children.slice();
    const lasts = this.#lasts.slice();
    const sizes = this.#sizes.slice();
    const size = this.size - (sizes[way] ?? 0) + child.size;
    children[way] = child;
    lasts[way] = child.last;
    sizes[way] = child.size;
    return new Inner(children, lasts, sizes, size);
  }

  /** The child in which a row is, or would be. */
  #way(probe: Probe<R>): number {
    let low = 0;
    let high = this.children.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const last = this.#lasts[middle];
      if (last !== undefined && probe(last) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function isPair<R>(put: Node<R> | Pair<R>): put is Pair<R> {
  return Array.isArray(put);
}

function pairOf<R>(children: readonly Node<R>[]): Node<R> | Pair<R> {
  if (children.length <= WIDTH) return Inner.of(children);
  const middle = children.length >> 1;
  return [Inner.of(children.slice(0, middle)), Inner.of(children.slice(middle))];
}

function firstNotBefore<R>(rows: readonly R[], probe: Probe<R>): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && probe(row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function replaced<E>(entries: readonly E[], from: number, count: number, by: readonly E[]): readonly E[] {
  const copy = entries.slice();
  copy.splice(from, count, ...by);
  return copy;
}

/** In halves, if they are too many for one node. */
function split<E>(entries: readonly E[]): readonly (readonly E[])[] {
  if (entries.length <= WIDTH) return [entries];
  const middle = entries.length >> 1;
  return [entries.slice(0, middle), entries.slice(middle)];
}

/** In as few parts of about one length as nodes take, three quarters full, so that the next changes need not split them. */
export function evenly<E>(entries: readonly E[]): readonly (readonly E[])[] {
  const count = Math.ceil(entries.length / ((WIDTH * 3) / 4));
  return Array.from({ length: count }, (_, i) =>
    entries.slice(Math.floor((i * entries.length) / count), Math.floor(((i + 1) * entries.length) / count)),
  );
}
