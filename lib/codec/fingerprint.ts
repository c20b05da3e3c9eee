/** Longer texts have no fingerprint: the secret is as long as the longest text, and is drawn at once, of which a browser gives 64 KiB. */
const LONGEST = 32_000;
/** For how many words the sums of one text are moved along the secret. */
const MOVED = 4;

/** Where texts are put together: for all, since it is used for the time of a call, and as a constant is read a quarter faster than as a member. */
const BYTES = /* @__PURE__ */ new Uint8Array(LONGEST + 4);
const WORDS = /* @__PURE__ */ new Uint16Array(BYTES.buffer);

/** What tells a text from every other of its length. */
export interface Fingerprint {
  readonly length: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/**
 * Fingerprints of texts: the hash NH with a secret key, three times. Two different texts of one length have the same fingerprint with a
 * probability of 2^-51, whatever the texts are, be they chosen by somebody who means harm: they cannot be chosen without the secret, which
 * is drawn by chance in each process, and never leaves it. That is what makes it a proof, which no unkeyed hash of this speed would be.
 *
 * Each sum adds up, modulo 2^32, products of two words of 16 bits, each with a word of 32 bits of the secret added. Where two texts differ
 * in a word, the sums do by its difference, which is less than 2^16, times a word of the secret: of 2^32 words of the secret not more than
 * 2^15 make that any given number. The sums use the secret moved by two words each, so that the last differing word meets another in each.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4418 UMAC, which is made of it; the proof is in Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC:
 * Fast and Secure Message Authentication", 1999
 */
export class Fingerprinter {
  readonly #key: Int32Array;
  #length = 0;
  #a = 0;
  #b = 0;
  #c = 0;

  /** @param key the secret; from chance, but for tests */
  constructor(key: Int32Array = crypto.getRandomValues(new Int32Array(LONGEST / 2 + 2 + MOVED))) {
    this.#key = key;
  }

  /** Begins a text. */
  begin(): void {
    this.#length = 0;
  }

  /** Adds a piece to the text. False when it becomes too long. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    const length = this.#length + end - start;
    if (length > LONGEST) return false;
    BYTES.set(bytes.subarray(start, end), this.#length);
    this.#length = length;
    return true;
  }

  /** Of the text that was put together. */
  take(): Fingerprint {
    this.#sum();
    return { length: this.#length, a: this.#a, b: this.#b, c: this.#c };
  }

  /** Whether the text that was put together is the one of this fingerprint. */
  is({ length, a, b, c }: Fingerprint): boolean {
    if (length !== this.#length) return false;
    this.#sum();
    return this.#a === a && this.#b === b && this.#c === c;
  }

  #sum(): void {
    const length = this.#length;
    BYTES.fill(0, length, length + 4);
    const key = this.#key;
    let a = 0;
    let b = 0;
    let c = 0;
    // Taken apart as an array they would be values of any kind to V8, and this take three times as long.
    let k0 = key[0] ?? 0;
    let k1 = key[1] ?? 0;
    let k2 = key[2] ?? 0;
    let k3 = key[3] ?? 0;
    for (let i = 0; 2 * i < length; i += 2) {
      const x = WORDS[i] ?? 0;
      const y = WORDS[i + 1] ?? 0;
      const k4 = key[i + 4] ?? 0;
      const k5 = key[i + 5] ?? 0;
      a = (a + Math.imul(x + k0, y + k1)) | 0;
      b = (b + Math.imul(x + k2, y + k3)) | 0;
      c = (c + Math.imul(x + k4, y + k5)) | 0;
      k0 = k2;
      k1 = k3;
      k2 = k4;
      k3 = k5;
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
  }
}
