/** What V8 keeps once by itself when it parses JSON is not longer than this. */
const SHORT = 10;
/** Longer texts (annotations, certificates) are seldom alike, and cost too much to compare. */
const LONG = 128;
const GENERATION = 4096;

/**
 * Keeps one copy of strings that come often: names of nodes, images, times. Bounded: what has not come again while two generations of
 * others came is forgotten.
 */
export class Strings {
  #young = new Map<string, string>();
  #old = new Map<string, string>();

  /** How many are kept. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The copy that is kept of an equal string, or this one from now on. */
  one(value: string): string {
    const { length } = value;
    if (length <= SHORT || length > LONG) return value;
    const known = this.#young.get(value);
    if (known !== undefined) return known;
    const older = this.#old.get(value) ?? value;
    this.#young.set(older, older);
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    return older;
  }
}
