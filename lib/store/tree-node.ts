/** Entries of a node at most. */
const WIDTH = 32;
/** A node that has fewer after a deletion is joined with the one beside it. */
const LEAST = WIDTH / 4;

/** Whoever has it may write to the nodes that were made in its name. It also counts the entries of the tree. */
export class Edit {
  constructor(public size: number) {}
}

/** Is shown an entry. */
export type Visitor<V> = (key: string, value: V) => void;

/**
 * A node of a sorted tree. Nodes of another edit are only read: what has to be different is copied, and the rest shared. An array of keys is never
 * written to, so versions between which no key came or went share it. The tests of what a commit costs count calls of these methods.
 */
export interface Node<V> {
  readonly edit: Edit | undefined;
  /** Of a leaf, those of its entries. Of an inner node, one for each child, behind the last key of the child before and not behind its own first. */
  readonly keys: readonly string[];
  get(key: string): V | undefined;
  /** What stands in its place then: one node, or two where it became too wide. @param isLast whether nothing is to the right of it */
  put(edit: Edit, key: string, value: V, isLast: boolean): Node<V> | Split<V>;
  /** What stands in its place then: the same node where the key is not in it. */
  remove(edit: Edit, key: string): Node<V>;
  /** Both in one node, however wide. @param key that of `next`, which is of the same level and behind this one */
  joined(edit: Edit, key: string, next: Node<V>): Node<V>;
  /** Its entries from one place to another, that one excluded. */
  part(start: number, end: number): Node<V>;
  /** Shows the entries from one key on, up to another, that one excluded. @param end undefined: all that follow */
  walk(start: string, end: string | undefined, visit: Visitor<V>): void;
  /** The leaves from the one on in which a key is, or would be. */
  leaves(start: string): Iterable<Leaf<V>>;
}

export class Leaf<V> implements Node<V> {
  constructor(
    readonly edit: Edit | undefined,
    readonly keys: readonly string[],
    readonly values: V[],
  ) {}

  get(key: string): V | undefined {
    const place = this.place(key);
    return this.keys[place] === key ? this.values[place] : undefined;
  }

  put(edit: Edit, key: string, value: V, isLast: boolean): Node<V> | Split<V> {
    const place = this.place(key);
    if (this.keys[place] === key) {
      const node = this.edit === edit ? this : this.copy(edit);
      node.values[place] = value;
      return node;
    }
    edit.size++;
    const wider = new Leaf(edit, this.keys.toSpliced(place, 0, key), this.values.toSpliced(place, 0, value));
    return split(wider, place, isLast);
  }

  remove(edit: Edit, key: string): Node<V> {
    const place = this.place(key);
    if (this.keys[place] !== key) return this;
    edit.size--;
    return new Leaf(edit, this.keys.toSpliced(place, 1), this.values.toSpliced(place, 1));
  }

  joined(edit: Edit, _key: string, next: Node<V>): Node<V> {
    if (!(next instanceof Leaf)) throw new TypeError('a leaf is beside an inner node');
    return new Leaf(edit, [...this.keys, ...next.keys], [...this.values, ...next.values]);
  }

  part(start: number, end: number): Leaf<V> {
    return new Leaf(this.edit, this.keys.slice(start, end), this.values.slice(start, end));
  }

  walk(start: string, end: string | undefined, visit: Visitor<V>): void {
    const { keys, values } = this;
    for (let i = start === '' ? 0 : this.place(start); i < keys.length; i++) {
      const key = keys[i] ?? '';
      if (end !== undefined && key >= end) return;
      visit(key, values[i] as V);
    }
  }

  leaves(): Iterable<Leaf<V>> {
    return [this];
  }

  copy(edit: Edit): Leaf<V> {
    return new Leaf(edit, this.keys, this.values.slice());
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

export class Inner<V> implements Node<V> {
  constructor(
    readonly edit: Edit | undefined,
    readonly keys: readonly string[],
    readonly children: Node<V>[],
  ) {}

  get(key: string): V | undefined {
    return this.children[this.way(key)]?.get(key);
  }

  put(edit: Edit, key: string, value: V, isLast: boolean): Node<V> | Split<V> {
    const way = this.way(key);
    const child = this.child(way);
    const put = child.put(edit, key, value, isLast && way === this.children.length - 1);
    if (put === child) return this;
    if (!(put instanceof Split)) return this.with(edit, way, put);
    const keys = this.keys.toSpliced(way + 1, 0, put.key);
    return split(new Inner(edit, keys, this.children.toSpliced(way, 1, put.left, put.right)), way + 1, isLast);
  }

  remove(edit: Edit, key: string): Node<V> {
    const way = this.way(key);
    const child = this.child(way);
    const after = child.remove(edit, key);
    if (after === child) return this;
    if (isWideEnough(after) || this.children.length === 1) return this.with(edit, way, after);
    return this.withJoined(edit, way, after);
  }

  joined(edit: Edit, key: string, next: Node<V>): Node<V> {
    if (!(next instanceof Inner)) throw new TypeError('an inner node is beside a leaf');
    return new Inner(edit, [...this.keys, key, ...next.keys.slice(1)], [...this.children, ...next.children]);
  }

  part(start: number, end: number): Inner<V> {
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

  *leaves(start: string): Iterable<Leaf<V>> {
    for (let i = this.way(start); i < this.children.length; i++) yield* this.child(i).leaves(start);
  }

  copy(edit: Edit): Inner<V> {
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

  private child(way: number): Node<V> {
    return this.children[way] as Node<V>;
  }

  /** The same with another child in a place. */
  private with(edit: Edit, way: number, child: Node<V>): Inner<V> {
    const node = this.edit === edit ? this : this.copy(edit);
    node.children[way] = child;
    return node;
  }

  /** The same with a child that became too narrow for one, in one node with the one beside it, or in two that are wide enough. */
  private withJoined(edit: Edit, way: number, narrow: Node<V>): Inner<V> {
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
export class Split<V> {
  constructor(
    readonly left: Node<V>,
    readonly key: string,
    readonly right: Node<V>,
  ) {}
}

/**
 * A node as it is, or as two where it is too wide. What comes in the order of its keys, as lists do, leaves full nodes behind it at the end of the
 * tree, and well filled ones elsewhere.
 *
 * @param place of the entry by which it became wider
 * @param isLast whether nothing is to the right of it
 */
function split<V>(node: Node<V>, place: number, isLast: boolean): Node<V> | Split<V> {
  const width = node.keys.length;
  if (width <= WIDTH) return node;
  const isBehind = place === width - 1;
  const cut = !isBehind ? width >> 1 : isLast ? width - 1 : width - LEAST;
  return new Split(node.part(0, cut), node.keys[cut] ?? '', node.part(cut, width));
}

function isWideEnough({ keys }: Node<unknown>): boolean {
  return keys.length >= LEAST;
}
