/** Entries of a node at most. */
const WIDTH = 32;
/** A node that has fewer after a deletion is joined with the one beside it. */
const LEAST = WIDTH / 4;

/** Is shown an entry. */
export type Visitor<V> = (key: string, value: V) => void;

/** Where a key is in a tree, or would be. Whoever has found it writes there without another search. */
export class Spot {
  key = '';
  /** The edit of the tree that was searched: what is written there is written in its name. */
  edit = 0;
  /** Which child of each inner node leads there, from the root on. */
  readonly ways: number[] = [];
  /** In the leaf. */
  place = 0;
  isThere = false;

  way(level: number): number {
    return this.ways[level] ?? 0;
  }
}

/**
 * A node of a sorted tree. It may be written to in the name of the edit that made it. Nodes of another one are only read: what has to be different
 * is copied, and the rest shared. Arrays of keys and notes are never written to, so versions between which no key came or went share them.
 * The tests of what a commit costs count calls of these methods.
 */
export type Node<V, N = undefined> = Leaf<V, N> | Inner<V, N>;

export class Leaf<V, N = undefined> {
  constructor(
    readonly edit: number,
    readonly keys: readonly string[],
    /** One for each key, in a tree that has notes. */
    readonly notes: readonly N[],
    readonly values: V[],
  ) {}

  /** What stands in its place once the entry that is in the spot has another value. @param level how far down an inner node is */
  with(spot: Spot, _level: number, value: V): Leaf<V, N> {
    const node = this.edit === spot.edit ? this : this.copy(spot.edit);
    node.values[spot.place] = value;
    return node;
  }

  /**
   * What stands in its place once the key of the spot is there: one node, or two where it became too wide.
   *
   * @param isLast whether nothing is to the right of it
   */
  insert(spot: Spot, _level: number, value: V, note: N | undefined, isLast: boolean): Node<V, N> | Split<V, N> {
    const { place } = spot;
    const notes = note === undefined ? this.notes : this.notes.toSpliced(place, 0, note);
    const values = this.values.toSpliced(place, 0, value);
    return split(new Leaf(spot.edit, this.keys.toSpliced(place, 0, spot.key), notes, values), place, isLast);
  }

  /** What stands in its place once the entry that is in the spot is gone. */
  remove({ edit, place }: Spot, _level: number): Leaf<V, N> {
    const notes = this.notes.length === 0 ? this.notes : this.notes.toSpliced(place, 1);
    return new Leaf(edit, this.keys.toSpliced(place, 1), notes, this.values.toSpliced(place, 1));
  }

  /** Both in one node, however wide. @param key that of `next`, which is of the same level and behind this one */
  joined(edit: number, _key: string, next: Node<V, N>): Leaf<V, N> {
    if (!(next instanceof Leaf)) throw new TypeError('a leaf is beside an inner node');
    const notes = this.notes.length === 0 ? next.notes : [...this.notes, ...next.notes];
    return new Leaf(edit, [...this.keys, ...next.keys], notes, [...this.values, ...next.values]);
  }

  /** Its entries from one place to another, that one excluded. */
  part(start: number, end: number): Leaf<V, N> {
    const { edit, keys, values } = this;
    const notes = this.notes.length === 0 ? this.notes : this.notes.slice(start, end);
    return new Leaf(edit, keys.slice(start, end), notes, values.slice(start, end));
  }

  /** Shows the entries from one key on, up to another, that one excluded. @param end undefined: all that follow */
  walk(start: string, end: string | undefined, visit: Visitor<V>): void {
    const { keys, values } = this;
    for (let i = start === '' ? 0 : this.place(start); i < keys.length; i++) {
      const key = keys[i] ?? '';
      if (end !== undefined && key >= end) return;
      visit(key, values[i] as V);
    }
  }

  /** The leaves from the one on in which a key is, or would be. */
  leaves(): Iterable<Leaf<V, N>> {
    return [this];
  }

  copy(edit: number): Leaf<V, N> {
    return new Leaf(edit, this.keys, this.notes, this.values.slice());
  }

  /** Where a key is, or would be. */
  place(key: string): number {
    const { keys } = this;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export class Inner<V, N = undefined> {
  constructor(
    readonly edit: number,
    /** One for each child, behind the last key of the child before and not behind its own first. */
    readonly keys: readonly string[],
    readonly children: Node<V, N>[],
  ) {}

  with(spot: Spot, level: number, value: V): Inner<V, N> {
    const way = spot.way(level);
    const child = this.child(way);
    const after = child.with(spot, level + 1, value);
    return after === child ? this : this.withChild(spot.edit, way, after);
  }

  insert(spot: Spot, level: number, value: V, note: N | undefined, isLast: boolean): Node<V, N> | Split<V, N> {
    const way = spot.way(level);
    const put = this.child(way).insert(spot, level + 1, value, note, isLast && way === this.children.length - 1);
    if (!(put instanceof Split)) return this.withChild(spot.edit, way, put);
    const keys = this.keys.toSpliced(way + 1, 0, put.key);
    return split(new Inner(spot.edit, keys, this.children.toSpliced(way, 1, put.left, put.right)), way + 1, isLast);
  }

  remove(spot: Spot, level: number): Inner<V, N> {
    const way = spot.way(level);
    const after = this.child(way).remove(spot, level + 1);
    if (isWideEnough(after) || this.children.length === 1) return this.withChild(spot.edit, way, after);
    return this.withJoined(spot.edit, way, after);
  }

  joined(edit: number, key: string, next: Node<V, N>): Inner<V, N> {
    if (!(next instanceof Inner)) throw new TypeError('an inner node is beside a leaf');
    return new Inner(edit, [...this.keys, key, ...next.keys.slice(1)], [...this.children, ...next.children]);
  }

  part(start: number, end: number): Inner<V, N> {
    return new Inner(this.edit, this.keys.slice(start, end), this.children.slice(start, end));
  }

  walk(start: string, end: string | undefined, visit: Visitor<V>): void {
    const { keys, children } = this;
    const first = this.way(start);
    for (let i = first; i < children.length; i++) {
      if (i > first && end !== undefined && (keys[i] ?? '') >= end) return;
      this.child(i).walk(i === first ? start : '', end, visit);
    }
  }

  *leaves(start: string): Iterable<Leaf<V, N>> {
    for (let i = this.way(start); i < this.children.length; i++) yield* this.child(i).leaves(start);
  }

  copy(edit: number): Inner<V, N> {
    return new Inner(edit, this.keys, this.children.slice());
  }

  /** The child in which a key is, or would be: the last that does not begin behind it. */
  way(key: string): number {
    const { keys } = this;
    let low = 0;
    let high = keys.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((keys[middle] ?? '') <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  child(way: number): Node<V, N> {
    return this.children[way] as Node<V, N>;
  }

  /** The same with another child in a place. */
  private withChild(edit: number, way: number, child: Node<V, N>): Inner<V, N> {
    const node = this.edit === edit ? this : this.copy(edit);
    node.children[way] = child;
    return node;
  }

  /** The same with a child that became too narrow for one, in one node with the one beside it, or in two that are wide enough. */
  private withJoined(edit: number, way: number, narrow: Node<V, N>): Inner<V, N> {
    const first = Math.max(0, way - 1);
    const key = this.keys[first + 1] ?? '';
    const left = way === 0 ? narrow : this.child(first);
    const right = way === 0 ? this.child(1) : narrow;
    const both = split(left.joined(edit, key, right), 0, false);
    if (both instanceof Split) {
      const keys = this.keys.with(first + 1, both.key);
      return new Inner(edit, keys, this.children.toSpliced(first, 2, both.left, both.right));
    }
    return new Inner(edit, this.keys.toSpliced(first + 1, 1), this.children.toSpliced(first, 2, both));
  }
}

/** Two nodes where there was one. */
export class Split<V, N = undefined> {
  constructor(
    readonly left: Node<V, N>,
    readonly key: string,
    readonly right: Node<V, N>,
  ) {}
}

/**
 * A node as it is, or as two where it is too wide. What comes in the order of its keys, as lists do, leaves full nodes behind it at the end of the
 * tree, and well filled ones elsewhere.
 *
 * @param place of the entry by which it became wider
 * @param isLast whether nothing is to the right of it
 */
function split<V, N>(node: Node<V, N>, place: number, isLast: boolean): Node<V, N> | Split<V, N> {
  const width = node.keys.length;
  if (width <= WIDTH) return node;
  const isBehind = place === width - 1;
  const cut = !isBehind ? width >> 1 : isLast ? width - 1 : width - LEAST;
  return new Split(node.part(0, cut), node.keys[cut] ?? '', node.part(cut, width));
}

function isWideEnough({ keys }: { readonly keys: readonly string[] }): boolean {
  return keys.length >= LEAST;
}
