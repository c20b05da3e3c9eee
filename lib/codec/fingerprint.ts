/** Longer texts have no fingerprint: the secret is as long as the longest text. */
const LONGEST = 1 << 15;
/** For how many words the sums of one text are moved along the secret. */
const MOVED = 6;

/** What tells a text from every other of its length. */
export interface Fingerprint {
  readonly length: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

/**
 * Fingerprints of texts: the hash NH with a secret key, four times. Two different texts of one length have the same fingerprint with a
 * probability of 2^-64, whatever the texts are, be they chosen by somebody who means harm: they cannot be chosen without the secret, which
 * is drawn by chance in each process, and never leaves it. That is what makes it a proof, which no unkeyed hash of this speed would be.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4418 UMAC, which is made of it; the proof is in Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC:
 * Fast and Secure Message Authentication", 1999
 */
export class Fingerprinter {
  readonly #key: Uint16Array;
  readonly #bytes = new Uint8Array(LONGEST + 4);
  readonly #words = new Uint16Array(this.#bytes.buffer);
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 0;

  /** @param key the secret; from chance, but for tests */
  constructor(key: Uint16Array = crypto.getRandomValues(new Uint16Array(LONGEST / 2 + 2 + MOVED))) {
    this.#key = key;
  }

  /** Undefined for a text that is too long. */
  of(bytes: Uint8Array, start: number, end: number): Fingerprint | undefined {
    if (end - start > LONGEST) return undefined;
    this.#sum(bytes, start, end);
    return { length: end - start, a: this.#a, b: this.#b, c: this.#c, d: this.#d };
  }

  /** Whether the text that begins at `start` is the one of this fingerprint. */
  isAt({ length, a, b, c, d }: Fingerprint, bytes: Uint8Array, start: number, end: number): boolean {
    if (start + length > end) return false;
    this.#sum(bytes, start, start + length);
    return this.#a === a && this.#b === b && this.#c === c && this.#d === d;
  }

  #sum(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.#bytes.set(bytes.subarray(start, end));
    this.#bytes.fill(0, length, length + 4);
    const words = this.#words;
    const key = this.#key;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; 2 * i < length; i += 2) {
      const x = words[i] ?? 0;
      const y = words[i + 1] ?? 0;
      a = (a + product(x + (key[i] ?? 0), y + (key[i + 1] ?? 0))) | 0;
      b = (b + product(x + (key[i + 2] ?? 0), y + (key[i + 3] ?? 0))) | 0;
      c = (c + product(x + (key[i + 4] ?? 0), y + (key[i + 5] ?? 0))) | 0;
      d = (d + product(x + (key[i + 6] ?? 0), y + (key[i + 7] ?? 0))) | 0;
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
  }
}

/** Of two sums of 16 bits. */
function product(x: number, y: number): number {
  return Math.imul(x & 0xffff, y & 0xffff);
}
