import type { Outline } from './outline.js';
import { MARK, type Siblings } from './siblings.js';
import { Strings } from './strings.js';

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
  readonly #strings = new Strings();
  #outline: Outline | undefined;
  /** The numbers of the containers that are parsed, in the order in which they open. */
  readonly #expected: number[] = [];
  /** What the marks stand for. */
  readonly #found: object[] = [];
  #met = 0;
  #exchanged = 0;
  #doubtful = false;

  constructor(siblings: Siblings) {
    this.#siblings = siblings;
  }

  begin(outline: Outline): void {
    this.#outline = outline;
    this.#expected.length = 0;
    this.#found.length = 0;
    this.#met = 0;
    this.#exchanged = 0;
    this.#doubtful = false;
  }

  /** A container will be in what is parsed. */
  expect(number: number): void {
    this.#expected.push(number);
  }

  /** The mark to put in the place of a value that is here already. */
  found(value: object): string {
    return markOf(this.#found.push(value) - 1);
  }

  /** Undefined when the marks did not come out as they went in: a member stood twice, or has a name that cannot be assigned. */
  settle(parsed: unknown, previous: unknown): object | undefined {
    const settled = this.#value(parsed, previous);
    this.#outline = undefined;
    if (this.#doubtful || this.#exchanged !== this.#found.length) return undefined;
    return typeof settled === 'object' && settled !== null ? settled : undefined;
  }

  #value(value: unknown, previous: unknown): unknown {
    if (typeof value === 'string')
      return value.charCodeAt(0) === MARK ? this.#exchange(value) : this.#strings.one(value);
    if (typeof value !== 'object' || value === null) return value;
    // Members in another order than they stand (numbers as keys) are remembered under another hash than theirs, and never found.
    const number = this.#expected[this.#met++] ?? 0;
    const before = typeof previous === 'object' && previous !== null ? previous : undefined;
    const settled = Array.isArray(value) ? this.#elements(value, before) : this.#members(value as Members, before);
    if (settled !== value) return settled;
    Object.freeze(value);
    if (number > 0) this.#siblings.remember(this.#outline?.hashes[number] ?? 0, value);
    return value;
  }

  #exchange(mark: string): unknown {
    const value = this.#found[Number(mark.slice(1))];
    if (value === undefined) this.#doubtful = true;
    this.#exchanged++;
    return value;
  }

  #elements(elements: unknown[], previous: object | undefined): readonly unknown[] {
    const before: readonly unknown[] = Array.isArray(previous) ? previous : [];
    let same = Array.isArray(previous) && before.length === elements.length;
    for (let i = 0; i < elements.length; i++) {
      const settled = this.#value(elements[i], before[i]);
      elements[i] = settled;
      if (settled !== before[i]) same = false;
    }
    return same ? before : elements;
  }

  #members(members: Members, previous: object | undefined): Readonly<Members> {
    const before: Readonly<Members> = previous === undefined || Array.isArray(previous) ? {} : (previous as Members);
    let count = 0;
    let same = true;
    for (const key in members) {
      count++;
      const value = members[key];
      // An object inherits a member of that name, and assigning to it would set the prototype.
      if (key === '__proto__') this.#doubtful = true;
      const settled = this.#value(value, before[key]);
      if (settled !== value) members[key] = settled;
      if (settled !== before[key]) same = false;
    }
    return same && count === Object.keys(before).length ? before : members;
  }
}
