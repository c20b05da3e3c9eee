import type { Random } from '../../testing/index.js';

/** Milliseconds for which a pace makes up at most: a computer that slept does not live them all at once. */
const MOST_MS = 1000;

/** When things happen that happen so often a second on average, and independently of each other (a Poisson process). */
export class Pace {
  readonly #rate: number;
  readonly #random: Random;
  #wait: number;

  /** @param rate how many a second */
  constructor(rate: number, random: Random) {
    this.#rate = rate;
    this.#random = random;
    this.#wait = this.#nextWait();
  }

  /** How many of them fall into the time that went by, in milliseconds. */
  due(elapsedMs: number): number {
    let count = 0;
    this.#wait -= Math.min(elapsedMs, MOST_MS);
    for (; this.#wait <= 0; count++) this.#wait += this.#nextWait();
    return count;
  }

  #nextWait(): number {
    return (-Math.log(1 - this.#random()) * 1000) / this.#rate;
  }
}
