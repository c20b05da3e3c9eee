import type { Outline } from './outline.js';
import {
  BACKSLASH,
  COMMA,
  INCOMPLETE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
} from './scanner.js';
import { asciiOf } from './text.js';

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

/** Longer than any name, uid or version of an API server. */
const LONGEST = 300;

/** The text of a string that has neither escapes nor anything beyond ASCII. */
function plainText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] !== QUOTE || end - start > LONGEST) return undefined;
  for (let i = start + 1; i < end - 1; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return undefined;
  }
  return asciiOf(bytes, start + 1, end - 1);
}
