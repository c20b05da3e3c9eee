/** Chance with a seed. */
export class Chance {
  #state;

  constructor(seed) {
    this.#state = Math.imul(seed | 0, 2654435761) ^ 0x9e3779b9;
    for (let i = 0; i < 4; i++) this.below(2);
  }

  /** A whole number from 0 to below `limit`. (xorshift, then a multiplication) */
  below(limit) {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x | 0 || 1;
    return Math.floor(((Math.imul(x, 0x2c1b3c6d) >>> 0) / 4294967296) * limit);
  }

  /** True in one of so many cases. */
  one(of) {
    return this.below(of) === 0;
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}
