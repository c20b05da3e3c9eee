/**
 * A queue out of whose middle an entry can be taken. Everything costs O(1), amortised.
 *
 * It is a Set, which keeps the order of arrival, and one iterator that goes on over it: what it has passed is taken, and what is
 * appended meanwhile it will still come to. A new iterator for each entry would step over all that was taken before, each time.
 */
export class Line<E> {
  readonly #entries = new Set<E>();
  #front: Iterator<E> | undefined;

  append(entry: E): void {
    this.#entries.add(entry);
  }

  /** Whether it was there. */
  delete(entry: E): boolean {
    return this.#entries.delete(entry);
  }

  takeFirst(): E | undefined {
    this.#front ??= this.#entries.values();
    const first = this.#front.next();
    if (first.done === true) {
      this.#front = undefined;
      return undefined;
    }
    this.#entries.delete(first.value);
    return first.value;
  }
}
