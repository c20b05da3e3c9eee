/** Entries of a node at most; at least a third of them, but for the root. */
const WIDTH = 32;
const LEAST = 11;

/** How places are ordered: negative where `a` comes first, 0 where both are the same. */
export interface Placing<P> {
  compare(a: P, b: P): number;
}

/** Whoever has it may write to the nodes that were made in its name. */
export class Edit {}

export type Pair<R extends P, P> = readonly [Node<R, P>, Node<R, P>];

/**
 * Both kinds of node. Nodes of another edit are only read: what has to be different is copied, and the rest shared. The tests of what views cost
 * count calls of these.
 *
 * `R` are the rows, `P` is what of them tells their place.
 */
export interface Node<R extends P, P> {
  readonly size: number;
  /** How many entries it has itself. */
  readonly width: number;
  /** Its last row; undefined in an empty leaf, which only a root can be. */
  readonly last: R | undefined;
  find(place: P, by: Placing<P>): R | undefined;
  rank(place: P, by: Placing<P>): number;
  at(position: number): R | undefined;
  collect(start: number, end: number, into: R[]): void;
  /** What stands in its place then: one node, or two where it became too wide. */
  put(edit: Edit, row: R, by: Placing<P>): Node<R, P> | Pair<R, P>;
  /** What stands in its place then, of the same size where there was no such row. */
  remove(edit: Edit, row: R, by: Placing<P>): Node<R, P>;
  /** Both, in one or two nodes that are wide enough. @param next of the same level */
  joined(edit: Edit, next: Node<R, P>): readonly Node<R, P>[];
  rows(): IterableIterator<R>;
}

export class Leaf<R extends P, P> implements Node<R, P> {
  readonly #edit: Edit | undefined;
  #rows: readonly R[];

  constructor(edit: Edit | undefined, rows: readonly R[]) {
    this.#edit = edit;
    this.#rows = rows;
  }

  get size(): number {
    return this.#rows.length;
  }

  get width(): number {
    return this.#rows.length;
  }

  get last(): R | undefined {
    return this.#rows[this.#rows.length - 1];
  }

  find(place: P, by: Placing<P>): R | undefined {
    const there = this.#rows[firstNotBefore(this.#rows, place, by)];
    return there !== undefined && by.compare(there, place) === 0 ? there : undefined;
  }

  rank(place: P, by: Placing<P>): number {
    return firstNotBefore(this.#rows, place, by);
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

  put(edit: Edit, row: R, by: Placing<P>): Node<R, P> | Pair<R, P> {
    const position = firstNotBefore(this.#rows, row, by);
    const there = this.#rows[position];
    const isThere = there !== undefined && by.compare(there, row) === 0;
    const rows = isThere ? this.#rows.with(position, row) : this.#rows.toSpliced(position, 0, row);
    if (rows.length <= WIDTH) return this.#become(edit, rows);
    const middle = rows.length >> 1;
    return [new Leaf(edit, rows.slice(0, middle)), new Leaf(edit, rows.slice(middle))];
  }

  remove(edit: Edit, row: R, by: Placing<P>): Node<R, P> {
    const position = firstNotBefore(this.#rows, row, by);
    const there = this.#rows[position];
    if (there === undefined || by.compare(there, row) !== 0) return this;
    return this.#become(edit, this.#rows.toSpliced(position, 1));
  }

  joined(edit: Edit, next: Node<R, P>): readonly Node<R, P>[] {
    const rows = [...this.#rows];
    next.collect(0, next.size, rows);
    return split(rows).map((part) => new Leaf(edit, part));
  }

  rows(): IterableIterator<R> {
    return this.#rows.values();
  }

  #become(edit: Edit, rows: readonly R[]): Leaf<R, P> {
    if (this.#edit !== edit) return new Leaf(edit, rows);
    this.#rows = rows;
    return this;
  }
}

/**
 * What is read of the nodes below, their last rows and their sizes, is kept here once more: to look into each of them would take longer than all the rest.
 */
export class Inner<R extends P, P> implements Node<R, P> {
  readonly #edit: Edit | undefined;
  readonly #children: Node<R, P>[];
  readonly #lasts: (R | undefined)[];
  readonly #sizes: number[];
  #size: number;

  private constructor(
    edit: Edit | undefined,
    children: Node<R, P>[],
    lasts: (R | undefined)[],
    sizes: number[],
    size: number,
  ) {
    this.#edit = edit;
    this.#children = children;
    this.#lasts = lasts;
    this.#sizes = sizes;
    this.#size = size;
  }

  static of<R extends P, P>(edit: Edit | undefined, children: readonly Node<R, P>[]): Inner<R, P> {
    const sizes = children.map(({ size }) => size);
    const lasts = children.map(({ last }) => last);
    return new Inner(
      edit,
      [...children],
      lasts,
      sizes,
      sizes.reduce((sum, each) => sum + each, 0),
    );
  }

  get size(): number {
    return this.#size;
  }

  get width(): number {
    return this.#children.length;
  }

  get last(): R | undefined {
    return this.#lasts[this.#lasts.length - 1];
  }

  /** Its only child, if it has but one. */
  get only(): Node<R, P> | undefined {
    return this.#children.length === 1 ? this.#children[0] : undefined;
  }

  find(place: P, by: Placing<P>): R | undefined {
    return this.#children[this.#way(place, by)]?.find(place, by);
  }

  rank(place: P, by: Placing<P>): number {
    const way = this.#way(place, by);
    let before = 0;
    for (let i = 0; i < way; i++) before += this.#sizes[i] ?? 0;
    return before + (this.#children[way]?.rank(place, by) ?? 0);
  }

  at(position: number): R | undefined {
    let rest = position;
    for (let i = 0; i < this.#sizes.length; i++) {
      const size = this.#sizes[i] ?? 0;
      if (rest < size) return this.#children[i]?.at(rest);
      rest -= size;
    }
    return undefined;
  }

  collect(start: number, end: number, into: R[]): void {
    let before = 0;
    for (let i = 0; i < this.#sizes.length && before < end; i++) {
      const size = this.#sizes[i] ?? 0;
      if (start < before + size) this.#children[i]?.collect(start - before, Math.min(end - before, size), into);
      before += size;
    }
  }

  put(edit: Edit, row: R, by: Placing<P>): Node<R, P> | Pair<R, P> {
    const way = this.#way(row, by);
    const put = this.#children[way]?.put(edit, row, by);
    if (put === undefined) return this;
    return isPair(put) ? pairOf(edit, this.#children.toSpliced(way, 1, ...put)) : this.#with(edit, way, put);
  }

  remove(edit: Edit, row: R, by: Placing<P>): Node<R, P> {
    const way = this.#way(row, by);
    const after = this.#children[way]?.remove(edit, row, by);
    if (after === undefined || after.size === this.#sizes[way]) return this;
    if (after.width >= LEAST || this.#children.length === 1) return this.#with(edit, way, after);
    const first = Math.max(0, way - 1);
    const [left, right] = way === 0 ? [after, this.#children[1]] : [this.#children[first], after];
    const parts = left !== undefined && right !== undefined ? left.joined(edit, right) : [after];
    return Inner.of(edit, this.#children.toSpliced(first, 2, ...parts));
  }

  joined(edit: Edit, next: Node<R, P>): readonly Node<R, P>[] {
    const more = next instanceof Inner ? next.#children : [];
    return split([...this.#children, ...more]).map((part) => Inner.of<R, P>(edit, part));
  }

  *rows(): IterableIterator<R> {
    for (const child of this.#children) yield* child.rows();
  }

  /** The same with another child in a place. */
  #with(edit: Edit, way: number, child: Node<R, P>): Inner<R, P> {
    const own = this.#edit === edit ? this : this.#copy(edit);
    own.#size += child.size - (own.#sizes[way] ?? 0);
    own.#children[way] = child;
    own.#lasts[way] = child.last;
    own.#sizes[way] = child.size;
    return own;
  }

  #copy(edit: Edit): Inner<R, P> {
    return new Inner(edit, this.#children.slice(), this.#lasts.slice(), this.#sizes.slice(), this.#size);
  }

  /** The child in which a row is, or would be. */
  #way(place: P, by: Placing<P>): number {
    const lasts = this.#lasts;
    let low = 0;
    let high = lasts.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const last = lasts[middle];
      if (last !== undefined && by.compare(last, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function isPair<R extends P, P>(put: Node<R, P> | Pair<R, P>): put is Pair<R, P> {
  return Array.isArray(put);
}

function pairOf<R extends P, P>(edit: Edit, children: readonly Node<R, P>[]): Node<R, P> | Pair<R, P> {
  if (children.length <= WIDTH) return Inner.of(edit, children);
  const middle = children.length >> 1;
  return [Inner.of(edit, children.slice(0, middle)), Inner.of(edit, children.slice(middle))];
}

function firstNotBefore<P>(rows: readonly P[], place: P, by: Placing<P>): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = rows[middle];
    if (other !== undefined && by.compare(other, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
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
