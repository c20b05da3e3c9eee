import { type Fingerprint, Fingerprinter } from './fingerprint.js';
import { afterText } from './match.js';
import { INCOMPLETE } from './scanner.js';

/** One for all: its secret takes memory, and it remembers nothing else. */
let fingerprinter: Fingerprinter | undefined;

/**
 * Recognises values that are here already by the text that they are written in. The first time each byte is compared with the value; the
 * text has been proven then, and from the next time on its fingerprint is enough, which is read five times as fast. Keeps nothing alive.
 */
export class Texts {
  readonly #fingerprints = new WeakMap<object, Fingerprint>();

  /** The index after the text of this value, if that is what stands at `start`; else INCOMPLETE. */
  after(value: object, bytes: Uint8Array, start: number, end: number): number {
    fingerprinter ??= new Fingerprinter();
    const known = this.#fingerprints.get(value);
    if (known !== undefined && fingerprinter.isAt(known, bytes, start, end)) return start + known.length;
    const after = afterText(bytes, start, value);
    if (after === INCOMPLETE || after > end) return INCOMPLETE;
    const fingerprint = fingerprinter.of(bytes, start, after);
    if (fingerprint !== undefined) this.#fingerprints.set(value, fingerprint);
    return after;
  }
}
