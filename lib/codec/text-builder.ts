import { HASH_START, hashed } from './hash.js';
import { textOf } from './text.js';

const FIRST_LENGTH = 2048;
/** A buffer that one huge object made larger than this is let go. */
const KEPT_LENGTH = 1 << 18;

/** Text put together of bytes, in a buffer that is used again and again. */
export class TextBuilder {
  #bytes = new Uint8Array(FIRST_LENGTH);
  #length = 0;

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > KEPT_LENGTH) this.#bytes = new Uint8Array(FIRST_LENGTH);
  }

  /** Takes back what was appended since the length was this. */
  truncate(length: number): void {
    this.#length = length;
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    this.#bytes.set(bytes.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  /** A text of ASCII. */
  ascii(text: string): void {
    this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i);
  }

  /** The hash of what was appended since the length was this. */
  hashFrom(start: number): number {
    let hash = HASH_START;
    for (let i = start; i < this.#length; i++) hash = hashed(hash, this.#bytes[i] ?? 0);
    return hash;
  }

  toString(): string {
    return textOf(this.#bytes, 0, this.#length);
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const more = new Uint8Array(2 * (this.#length + length));
    more.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = more;
  }
}
