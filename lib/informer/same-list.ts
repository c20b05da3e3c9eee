import { keyOf } from '../kubernetes/index.js';

/**
 * Hears of a list while it arrives, and knows at its end whether it brought just what is there: each object that is cached, the same one, once. Then
 * nothing is left to do for it. A list that does not come in the order of keys, as etcd keeps them, is for somebody else to judge.
 */
export class SameList<T> {
  readonly #known: (key: string) => T | undefined;
  #count = 0;
  #last = '';
  #differs = false;

  /** @param known what is cached under a key */
  constructor(known: (key: string) => T | undefined) {
    this.#known = known;
  }

  collected(objects: readonly T[]): void {
    this.#count += objects.length;
    for (const object of objects) {
      if (this.#differs) return;
      const key = keyOf(object);
      this.#differs = key <= this.#last || this.#known(key) !== object;
      this.#last = key;
    }
  }

  /** What came is not part of a whole list. */
  discarded(): void {
    this.#count = 0;
    this.#last = '';
    this.#differs = false;
  }

  /**
   * @param listed how many objects the list has
   * @param size how many are cached
   */
  isSame(listed: number, size: number): boolean {
    return !this.#differs && this.#count === listed && listed === size;
  }
}
