/** So often something is tried before it is judged: addresses of nodes come again only when there has been a pod of many of them. */
const ENOUGH = 1024;
/** What succeeds less often than once in so many times does not pay. */
const PAYS = 8;
/** What does not pay is tried once in so many times, since it may pay again. */
const PROBE = 16;

/** Whether it pays to look for something: of what is called by one name, be it `uid` or `podIPs`, most was either seen before or never. */
export class Chance {
  #tries = 0;
  #successes = 0;
  #skipped = 0;

  isTaken(): boolean {
    return this.#tries < ENOUGH || this.#successes * PAYS >= this.#tries || this.#skipped++ % PROBE === 0;
  }

  tell(success: boolean): void {
    this.#tries++;
    if (success) this.#successes++;
    if (this.#tries < 4 * ENOUGH) return;
    this.#tries >>= 1;
    this.#successes >>= 1;
  }
}
