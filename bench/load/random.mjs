const HEX = '0123456789abcdef';
/** What Kubernetes makes the ends of generated names from: no vowels, so no words. */
const NAME_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** Chance that is the same for the same seed, on every machine. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed | 0;
  }

  /** A number from 0 up to 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(limit) {
    return Math.floor(this.next() * limit);
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** @param choices pairs of a value and its share; the shares add up to 1 */
  weighted(choices) {
    let left = this.next();
    for (const [value, share] of choices) {
      left -= share;
      if (left < 0) return value;
    }
    return choices[0][0];
  }

  hex(length) {
    return this.#text(length, HEX);
  }

  suffix(length = 5) {
    return this.#text(length, NAME_LETTERS);
  }

  uuid() {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${this.pick('89ab')}${this.hex(3)}-${this.hex(12)}`;
  }

  #text(length, letters) {
    let text = '';
    for (let i = 0; i < length; i++) text += letters[this.below(letters.length)];
    return text;
  }
}

const EPOCH = Date.UTC(2026, 0, 5, 8, 0, 0);

/** A time as the API writes it, so many seconds after the load's beginning. */
export function timeAt(seconds) {
  return `${new Date(EPOCH + seconds * 1000).toISOString().slice(0, 19)}Z`;
}
