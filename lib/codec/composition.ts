import type { Cut } from './managed-fields.js';
import { BACKSLASH, COLON, QUOTE } from './scanner.js';
import { asciiOf } from './text.js';
import { TextBuilder } from './text-builder.js';

const EMPTY = new Uint8Array(0);

/**
 * The text that is left of an object when everything has been taken out that need not be parsed. It is copied from the object's bytes from
 * one hole to the next; the bytes are only lent.
 */
export class Composition {
  readonly text = new TextBuilder();
  bytes: Uint8Array = EMPTY;
  /** Where the object begins. */
  start = 0;
  #cut: Cut | undefined;
  /** Up to where the bytes are done with. */
  #done = 0;

  begin(bytes: Uint8Array, start: number, cut: Cut | undefined): void {
    this.text.clear();
    this.bytes = bytes;
    this.start = start;
    this.#cut = cut;
    this.#done = start;
  }

  end(): void {
    this.text.clear();
    this.bytes = EMPTY;
  }

  /** Copies up to a place, without managedFields. */
  copyTo(end: number): void {
    const cut = this.#cut;
    if (cut !== undefined && this.#done <= cut.start && cut.end <= end) {
      this.#cut = undefined;
      this.text.append(this.bytes, this.#done, cut.start);
      this.#done = cut.end;
    }
    this.text.append(this.bytes, this.#done, end);
    this.#done = end;
  }

  /** Leaves out what is before a place and not copied. */
  skipTo(place: number): void {
    this.#done = place;
  }

  /** Copies up to a value, and puts a mark in its place. */
  replace(start: number, end: number, mark: string): void {
    this.copyTo(start);
    this.mark(mark);
    this.#done = end;
  }

  mark(mark: string): void {
    this.text.byte(QUOTE);
    this.text.ascii(mark);
    this.text.byte(QUOTE);
  }

  /** The key of the member whose value begins here; `''` when that is none, or written in a way that only a parser should judge. */
  keyBefore(start: number): string {
    const { bytes } = this;
    if (bytes[start - 1] !== COLON || bytes[start - 2] !== QUOTE) return '';
    let from = start - 2;
    while (bytes[from - 1] !== QUOTE) from--;
    return bytes[from - 2] === BACKSLASH ? '' : asciiOf(bytes, from, start - 2);
  }
}
