import type { FieldTree } from './fields.js';
import type { Cut } from './managed-fields.js';
import { afterKey } from './match.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  INCOMPLETE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipString,
  skipValue,
} from './scanner.js';
import { plainText } from './text.js';

type Members = Readonly<Record<string, unknown>>;
export type Key = string | number;

/** In the place of an owner: nobody wants this value. */
export const UNWANTED = -1;
/** In the place of an owner: managedFields stood here, and are not in the text. */
export const CUT = -2;

/** Longer containers are not replaced as a whole, nor looked for. */
export const LONGEST_REPLACED = 512;
/** Deeper containers are not replaced as a whole: what is put there might be nested too deeply. */
const DEPTH_OF_REPLACEABLE = 100;
const FIRST_LENGTH = 1 << 14;
/** The text of a larger object is no pattern: it would be kept for the time of the list. */
const LONGEST = 1 << 16;
const EMPTY_TREE: FieldTree = {};

/**
 * Where everything is in the text of one object that has been decoded: its containers, and its other values, which are called leaves. The
 * text of an object that is alike differs from it in leaves only, and can be decoded by finding out in which.
 *
 * Only texts as `JSON.stringify` writes them become patterns: each key once, in the order of the object's, nothing between them.
 */
export class Pattern {
  /** The text, without managedFields. */
  bytes = new Uint8Array(FIRST_LENGTH);
  view = new DataView(this.bytes.buffer);
  length = 0;

  /** Leaves, in the text's order: where they begin and end. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** The number of the container that a leaf is in; else UNWANTED or CUT. */
  readonly owners: number[] = [];
  /** Where the member begins that a leaf is, with its key, if nobody wants it. */
  readonly members: number[] = [];
  /** Which of them are not to be compared. */
  readonly gaps: number[] = [];
  /** Whether only some of the object is kept. */
  picks = false;
  /** Whether managedFields took the comma behind them along; else the one before. */
  cutsCommaBehind = false;

  /** Containers that are kept, in the order in which they open. */
  readonly opens: number[] = [];
  readonly closes: number[] = [];
  readonly parents: number[] = [];
  readonly names: Key[] = [];
  readonly values: object[] = [];
  /** The number of the first container that opens after this one has closed. */
  readonly nexts: number[] = [];
  /** Whether everything in it is kept, so that something else could stand in its place. */
  readonly replaceable: boolean[] = [];

  /**
   * Takes the object that begins at `start`. False when it is no pattern.
   *
   * @param cut what was left out of the text
   * @param fields what was kept of the object; undefined: everything
   */
  take(
    bytes: Uint8Array,
    start: number,
    end: number,
    cut: Cut | undefined,
    value: object,
    fields: FieldTree | undefined,
  ): boolean {
    this.clear();
    this.picks = fields !== undefined;
    if (end - start > LONGEST) return false;
    this.#copy(bytes, start, end, cut);
    const taken = this.#object(0, value as Members, fields ?? EMPTY_TREE, fields === undefined, -1, '') === this.length;
    if (!taken) this.clear();
    else if (cut !== undefined) this.#noteCut(cut.start - start, bytes[cut.end - 1] === COMMA);
    return taken;
  }

  /** Forgets the object, which it keeps alive. */
  clear(): void {
    this.length = 0;
    for (const list of [this.starts, this.ends, this.owners, this.members, this.gaps]) list.length = 0;
    for (const list of [this.opens, this.closes, this.parents, this.names, this.values, this.nexts]) list.length = 0;
    this.replaceable.length = 0;
  }

  #copy(bytes: Uint8Array, start: number, end: number, cut: Cut | undefined): void {
    if (end - start > this.bytes.length) {
      this.bytes = new Uint8Array(LONGEST);
      this.view = new DataView(this.bytes.buffer);
    }
    const first = bytes.subarray(start, cut?.start ?? end);
    this.bytes.set(first);
    this.length = first.length;
    if (cut === undefined) return;
    this.bytes.set(bytes.subarray(cut.end, end), first.length);
    this.length += end - cut.end;
  }

  #noteCut(at: number, commaBehind: boolean): void {
    this.cutsCommaBehind = commaBehind;
    const next = this.starts.findIndex((start) => start >= at);
    const place = next < 0 ? this.starts.length : next;
    this.starts.splice(place, 0, at);
    this.ends.splice(place, 0, at);
    this.owners.splice(place, 0, CUT);
    this.members.splice(place, 0, at);
    const gap = this.gaps.findIndex((leaf) => leaf >= place);
    for (let i = gap < 0 ? this.gaps.length : gap; i < this.gaps.length; i++) this.gaps[i] = (this.gaps[i] ?? 0) + 1;
    this.gaps.splice(gap < 0 ? this.gaps.length : gap, 0, place);
  }

  /**
   * An object of which some members are kept, or the outermost, whose first members need not be in its text. The index behind it, or
   * INCOMPLETE.
   */
  #object(at: number, value: Members, fields: FieldTree, all: boolean, parent: number, name: Key): number {
    const { bytes, length } = this;
    if (bytes[at] !== OPEN_BRACE) return INCOMPLETE;
    const number = this.#open(at, value, parent, name, false);
    const seen = new Set<string>();
    let i = at + 1;
    while (bytes[i] !== CLOSE_BRACE) {
      if (i > at + 1 && bytes[i++] !== COMMA) return INCOMPLETE;
      const keyEnd = bytes[i] === QUOTE ? skipString(bytes, i, length) : INCOMPLETE;
      const key = keyEnd === INCOMPLETE ? undefined : plainText(bytes, i, keyEnd);
      if (key === undefined || bytes[keyEnd] !== COLON || seen.has(key)) return INCOMPLETE;
      seen.add(key);
      i = this.#member(i, keyEnd + 1, value[key], all ? 'all' : fields[key], number, key);
      if (i === INCOMPLETE || i >= length) return INCOMPLETE;
    }
    return this.#close(number, i, CLOSE_BRACE);
  }

  /** @param from where the member begins, and `at` its value */
  #member(
    from: number,
    at: number,
    value: unknown,
    branch: FieldTree | 'all' | undefined,
    owner: number,
    key: Key,
  ): number {
    if (branch === undefined) {
      this.gaps.push(this.starts.length);
      return this.#leaf(at, UNWANTED, from);
    }
    if (branch === 'all') return this.#value(at, value, owner, key, 1);
    if (typeof value !== 'object' || value === null) return INCOMPLETE;
    return Array.isArray(value)
      ? this.#picked(at, value, branch, owner, key)
      : this.#object(at, value as Members, branch, false, owner, key);
  }

  /** An array, of whose elements some members are kept. */
  #picked(at: number, value: readonly unknown[], fields: FieldTree, parent: number, name: Key): number {
    const { bytes } = this;
    if (bytes[at] !== OPEN_BRACKET) return INCOMPLETE;
    const number = this.#open(at, value, parent, name, false);
    let i = at + 1;
    for (let n = 0; n < value.length; n++) {
      if (n > 0 && bytes[i++] !== COMMA) return INCOMPLETE;
      i = this.#member(i, i, value[n], fields, number, n);
      if (i === INCOMPLETE) return INCOMPLETE;
    }
    return this.#close(number, i, CLOSE_BRACKET);
  }

  /** A value of which everything is kept. */
  #value(at: number, value: unknown, owner: number, key: Key, depth: number): number {
    if (typeof value !== 'object' || value === null) return this.#leaf(at, owner, at);
    const { bytes } = this;
    const isArray = Array.isArray(value);
    if (bytes[at] !== (isArray ? OPEN_BRACKET : OPEN_BRACE)) return INCOMPLETE;
    const number = this.#open(at, value, owner, key, isReplaceable(key, depth));
    const i = isArray
      ? this.#elements(at + 1, value, number, depth)
      : this.#members(at + 1, value as Members, number, depth);
    return i === INCOMPLETE ? i : this.#close(number, i, isArray ? CLOSE_BRACKET : CLOSE_BRACE);
  }

  #elements(from: number, value: readonly unknown[], number: number, depth: number): number {
    let i = from;
    for (let n = 0; n < value.length; n++) {
      if (n > 0 && this.bytes[i++] !== COMMA) return INCOMPLETE;
      i = this.#value(i, value[n], number, n, depth + 1);
      if (i === INCOMPLETE) return i;
    }
    return i;
  }

  #members(from: number, value: Members, number: number, depth: number): number {
    const { bytes } = this;
    let i = from;
    for (const key in value) {
      if (i > from && bytes[i++] !== COMMA) return INCOMPLETE;
      i = afterKey(bytes, i, key);
      if (i === INCOMPLETE || bytes[i++] !== COLON) return INCOMPLETE;
      i = this.#value(i, value[key], number, key, depth + 1);
      if (i === INCOMPLETE) return i;
    }
    return i;
  }

  #open(at: number, value: object, parent: number, name: Key, replaceable: boolean): number {
    this.closes.push(0);
    this.nexts.push(0);
    this.parents.push(parent);
    this.names.push(name);
    this.values.push(value);
    this.replaceable.push(replaceable);
    return this.opens.push(at) - 1;
  }

  #close(number: number, at: number, bracket: number): number {
    if (this.bytes[at] !== bracket) return INCOMPLETE;
    this.closes[number] = at + 1;
    this.nexts[number] = this.opens.length;
    return at + 1;
  }

  #leaf(at: number, owner: number, member: number): number {
    const end = skipValue(this.bytes, at, this.length);
    if (end === at || end === INCOMPLETE) return INCOMPLETE;
    this.starts.push(at);
    this.ends.push(end);
    this.owners.push(owner);
    this.members.push(member);
    return end;
  }
}

/** Metadata are not: there may be managedFields in what would stand there. */
function isReplaceable(key: Key, depth: number): boolean {
  return !(depth === 1 && key === 'metadata') && depth < DEPTH_OF_REPLACEABLE;
}
