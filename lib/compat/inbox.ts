import type { Change, Commit, Snapshot } from '../store/index.js';

/**
 * The changes that callbacks have yet to be told, across every start and stop. Whoever stops in the middle of a commit is told the rest after the
 * next start, before anything else, so that each object's story is whole (L3).
 */
export class Inbox<T> {
  readonly #tell: (change: Change<T>) => void;
  readonly #waiting: Iterator<Change<T>>[] = [];
  #snapshot: Snapshot<T, never> | undefined;
  #busy = false;

  constructor(tell: (change: Change<T>) => void) {
    this.#tell = tell;
  }

  put({ snapshot, changes }: Commit<T, never>): void {
    // What a new connection begins with: the present, which has been told.
    if (snapshot === this.#snapshot) return;
    this.#snapshot = snapshot;
    this.#waiting.push(changes[Symbol.iterator]());
  }

  /** Tells one change after the other, while `isOpen` says that somebody listens. */
  empty(isOpen: () => boolean): void {
    if (this.#busy) return;
    this.#busy = true;
    while (isOpen()) {
      const next = this.#waiting[0]?.next();
      if (next === undefined) break;
      if (next.done === true) this.#waiting.shift();
      else this.#tell(next.value);
    }
    this.#busy = false;
  }
}
