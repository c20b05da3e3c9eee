import type { Outline } from './outline.js';
import { COMMA, INCOMPLETE, OPEN_BRACE, OPEN_BRACKET, QUOTE, skipSpace, skipString, skipValue } from './scanner.js';
import { plainText } from './text.js';

/** Walks the members of an object, by its outline: past the containers in it without a look into them. */
export class Members {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #outline: Outline;
  readonly #end: number;
  #nextContainer: number;
  keyStart = 0;
  #keyEnd = 0;
  valueStart = 0;
  valueEnd: number;
  /** The number of the container that the value is; -1 when it is none. */
  container = -1;

  /** @param number the container of the outline whose members to walk */
  constructor(bytes: Uint8Array, start: number, outline: Outline, number: number) {
    this.#bytes = bytes;
    this.#start = start;
    this.#outline = outline;
    this.#nextContainer = number + 1;
    this.#end = start + (outline.ends[number] ?? 0);
    this.valueEnd = start + (outline.starts[number] ?? 0) + 1;
  }

  /** Goes to the next member. False after the last, and where the bytes are no JSON. What the outline leaves out is passed over. */
  next(): boolean {
    while (this.#step()) {
      if (this.keyStart !== this.#start + this.#outline.cutStart) return true;
    }
    return false;
  }

  /** Undefined where it is written in a way that only a parser should judge. */
  key(): string | undefined {
    return plainText(this.#bytes, this.keyStart, this.#keyEnd);
  }

  /** The value as a text. Undefined when it is none, or only a parser should judge it. */
  text(): string | undefined {
    return plainText(this.#bytes, this.valueStart, this.valueEnd);
  }

  #step(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    let i = skipSpace(bytes, this.valueEnd, end);
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1, end);
    if (bytes[i] !== QUOTE) return false;
    this.keyStart = i;
    this.#keyEnd = skipString(bytes, i, end);
    if (this.#keyEnd === INCOMPLETE) return false;
    this.valueStart = skipSpace(bytes, skipSpace(bytes, this.#keyEnd, end) + 1, end);
    this.valueEnd = this.#skipValue();
    return this.valueEnd !== INCOMPLETE;
  }

  #skipValue(): number {
    this.container = -1;
    const byte = this.#bytes[this.valueStart];
    if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET) return skipValue(this.#bytes, this.valueStart, this.#end);
    const { cutStart, cutEnd, ends, nexts } = this.#outline;
    if (this.keyStart === this.#start + cutStart) return this.#start + cutEnd;
    this.container = this.#nextContainer;
    this.#nextContainer = nexts[this.container] ?? 0;
    return this.#start + (ends[this.container] ?? 0);
  }
}
