import type { Commons } from './commons.js';
import { MAX_DEPTH } from './outline.js';
import { MARK, type Siblings } from './siblings.js';
import type { Strings } from './strings.js';

type Members = Record<string, unknown>;

/** Marks by number: they are needed again for every object. */
const marks: string[] = [];

function markOf(number: number): string {
  marks[number] ??= String.fromCharCode(MARK) + number;
  return marks[number];
}

/**
 * Makes of a value fresh from the parser what it stands for: exchanges marks for what they stand for, uses the previous version where all is
 * equal, keeps one copy of equal strings, and freezes. One walk, over nothing but what was parsed.
 */
export class Settler {
  readonly #siblings: Siblings;
  readonly #strings: Strings;
  /** The hashes of the containers that are parsed, in the order in which they open; undefined: not to be found again. */
  readonly #expected: (number | undefined)[] = [];
  /** What the marks stand for. */
  readonly #found: object[] = [];
  #met = 0;
  #exchanged = 0;
  #doubtful = false;
  #depth = 0;

  constructor({ siblings, strings }: Commons) {
    this.#siblings = siblings;
    this.#strings = strings;
  }

  /** @param depth in how many containers the value is */
  begin(depth = 0): void {
    this.#expected.length = 0;
    this.#found.length = 0;
    this.#met = 0;
    this.#exchanged = 0;
    this.#doubtful = false;
    this.#depth = depth;
  }

  /** A container will be in what is parsed, as the next that opens. Gives its place among them. */
  expect(hash: number | undefined): number {
    return this.#expected.push(hash) - 1;
  }

  rename(place: number, hash: number): void {
    this.#expected[place] = hash;
  }

  /** Neither that container will be parsed, nor those in it. */
  withdraw(place: number): void {
    this.#expected.length = place;
  }

  /** How many marks there are. */
  get marks(): number {
    return this.#found.length;
  }

  /** The mark to put in the place of a value that is here already. */
  found(value: object): string {
    return markOf(this.#found.push(value) - 1);
  }

  /**
   * Undefined when the marks did not come out as they went in (a member stood twice, or has a name that cannot be assigned), or it is nested
   * deeper than MAX_DEPTH.
   */
  settle(parsed: unknown, previous: unknown): object | undefined {
    const settled = this.#value(parsed, previous);
    if (this.#doubtful || this.#exchanged !== this.#found.length) return undefined;
    return typeof settled === 'object' && settled !== null ? settled : undefined;
  }

  #value(value: unknown, previous: unknown): unknown {
    if (typeof value === 'string') return this.#string(value, previous);
    if (typeof value !== 'object' || value === null) return value;
    // Members in another order than they stand (numbers as keys) are remembered under another hash than theirs, and never found.
    const hash = this.#expected[this.#met++];
    if (++this.#depth > MAX_DEPTH) {
      this.#doubtful = true;
      return value;
    }
    const settled = Array.isArray(value)
      ? this.#elements(value, Array.isArray(previous) ? previous : undefined)
      : this.#members(value as Members, isMembers(previous) ? previous : undefined);
    this.#depth--;
    if (settled !== value) return settled;
    Object.freeze(value);
    if (hash !== undefined && !this.#doubtful) this.#siblings.remember(hash, value);
    return value;
  }

  /** What a mark stands for; else the copy of the string that is kept, of the previous version if it is the same there. */
  #string(value: string, previous: unknown): unknown {
    if (value === previous) return previous;
    if (value.charCodeAt(0) !== MARK) return this.#strings.one(value);
    const found = this.#found[Number(value.slice(1))];
    if (found === undefined) this.#doubtful = true;
    this.#exchanged++;
    return found;
  }

  #elements(elements: unknown[], previous: readonly unknown[] | undefined): readonly unknown[] {
    let same = previous !== undefined && previous.length === elements.length;
    for (let i = 0; i < elements.length; i++) {
      const before = previous?.[i];
      const settled = this.#value(elements[i], before);
      elements[i] = settled;
      if (settled !== before) same = false;
    }
    return same && previous !== undefined ? previous : elements;
  }

  #members(members: Members, previous: Readonly<Members> | undefined): Readonly<Members> {
    let count = 0;
    let same = previous !== undefined;
    for (const key in members) {
      count++;
      const before = previous?.[key];
      // An object inherits a member of that name, and assigning to it would set the prototype.
      if (key === '__proto__') this.#doubtful = true;
      else members[key] = this.#value(members[key], before);
      if (members[key] !== before) same = false;
    }
    return same && previous !== undefined && count === Object.keys(previous).length ? previous : members;
  }
}

function isMembers(value: unknown): value is Readonly<Members> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
