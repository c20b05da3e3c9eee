import { join } from './bytes.js';
import { DecodeError } from './errors.js';

const NEWLINE = 0x0a;

/** Takes the bytes of one line, its end excluded; they are only lent for the call. */
export type LineSink = (bytes: Uint8Array, start: number, end: number) => void;

/**
 * Splits a watch into its frames. Each stands on a line of its own: a JSON text holds no raw newline inside a string, so no byte
 * before the newline has to be looked at.
 */
export class LineSplitter {
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(
    private readonly sink: LineSink,
    private readonly maxLineBytes: number,
  ) {}

  write(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      if (this.#length === 0) this.sink(chunk, start, end);
      else {
        this.#keep(chunk.subarray(start, end));
        this.#flush();
      }
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.slice(start));
  }

  /** Hands on a last line that no newline ended. */
  end(): void {
    if (this.#length > 0) this.#flush();
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.maxLineBytes) {
      throw new DecodeError(`the server sent a watch event of more than ${this.maxLineBytes} bytes`);
    }
    this.#parts.push(part);
  }

  #flush(): void {
    const line = join(this.#parts, this.#length);
    this.#parts = [];
    this.#length = 0;
    this.sink(line, 0, line.length);
  }
}
