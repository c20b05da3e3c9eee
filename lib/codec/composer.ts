import { type Cut, cutOf } from './managed-fields.js';
import { isText } from './match.js';
import type { Outline } from './outline.js';
import { BACKSLASH, COLON, QUOTE } from './scanner.js';
import { Settler } from './settler.js';
import { MARK, Siblings } from './siblings.js';
import { asciiOf, parseJson, textOf } from './text.js';

const EMPTY = new Uint8Array(0);

/**
 * Decodes an object of which much is here already, in its previous version or in a sibling. Those parts are recognised by their
 * bytes and not parsed. The rest is parsed with marks in their places; then the marks are exchanged for them, and all is frozen.
 */
export class Composer {
  readonly #siblings = new Siblings();
  readonly #settler = new Settler(this.#siblings);
  #bytes: Uint8Array = EMPTY;
  #start = 0;
  #cut: Cut | undefined;
  /** Up to where `#bytes` are in the text. */
  #copied = 0;
  #text = new Uint8Array(2048);
  #length = 0;

  /**
   * The object whose outline this is, or undefined when only a parser should judge it. Throws a DecodeError when it is no JSON.
   *
   * @param prefix members to put before its own
   * @param previous its previous version
   */
  compose(
    bytes: Uint8Array,
    start: number,
    end: number,
    outline: Outline,
    prefix: string,
    previous: unknown,
  ): object | undefined {
    if (outline.doubtful || bytes.subarray(start, end).includes(MARK)) return undefined;
    this.#bytes = bytes;
    this.#start = start;
    this.#copied = start;
    this.#length = 0;
    this.#cut = cutOf(outline, bytes, start);
    this.#settler.begin(outline);
    this.#plan(outline, 0, previous);
    this.#copy(end);
    const text = textOf(this.#text, 0, this.#length);
    this.#bytes = EMPTY; // they are only lent
    return this.#settler.settle(parseJson(`{${prefix}${text.slice(1)}`, 'an object'), previous);
  }

  /** Decides, for all that a container holds, what is here already. */
  #plan(outline: Outline, number: number, previous: unknown): void {
    this.#settler.expect(number);
    const after = outline.nexts[number] ?? 0;
    let place = 0;
    for (let child = number + 1; child < after; child = outline.nexts[child] ?? after) {
      const start = this.#start + (outline.starts[child] ?? 0);
      const end = this.#start + (outline.ends[child] ?? 0);
      const before = this.#memberOf(previous, place++, start);
      const found =
        before !== undefined && isText(this.#bytes, start, end, before)
          ? before
          : this.#siblings.find(outline.hashes[child] ?? 0, this.#bytes, start, end);
      if (found === undefined) this.#plan(outline, child, before);
      else this.#mark(start, end, this.#settler.found(found));
    }
  }

  /** What stands in the previous version where this value stands. A wrong guess costs time, and is found out. */
  #memberOf(previous: unknown, place: number, start: number): object | undefined {
    if (typeof previous !== 'object' || previous === null) return undefined;
    const member: unknown = Array.isArray(previous)
      ? previous[place]
      : (previous as Readonly<Record<string, unknown>>)[this.#keyBefore(start)];
    return typeof member === 'object' && member !== null ? member : undefined;
  }

  #keyBefore(start: number): string {
    const bytes = this.#bytes;
    if (bytes[start - 1] !== COLON || bytes[start - 2] !== QUOTE) return '';
    let from = start - 2;
    while (bytes[from - 1] !== QUOTE) from--;
    return bytes[from - 2] === BACKSLASH ? '' : asciiOf(bytes, from, start - 2);
  }

  #mark(start: number, end: number, mark: string): void {
    this.#copy(start);
    this.#copied = end;
    this.#reserve(mark.length + 2);
    this.#text[this.#length++] = QUOTE;
    for (let i = 0; i < mark.length; i++) this.#text[this.#length++] = mark.charCodeAt(i);
    this.#text[this.#length++] = QUOTE;
  }

  /** Copies up to a place, without what is to be left out. */
  #copy(end: number): void {
    const cut = this.#cut;
    if (cut !== undefined && this.#copied <= cut.start && cut.end <= end) {
      this.#cut = undefined;
      this.#append(this.#copied, cut.start);
      this.#copied = cut.end;
    }
    this.#append(this.#copied, end);
    this.#copied = end;
  }

  #append(start: number, end: number): void {
    this.#reserve(end - start);
    this.#text.set(this.#bytes.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#text.length) return;
    const more = new Uint8Array(2 * (this.#length + length));
    more.set(this.#text.subarray(0, this.#length));
    this.#text = more;
  }
}
