/** How much is handed on before everything else in the process gets its turn: some milliseconds of decoding, at most. */
const TURN_BYTES = 256 * 1024;
/** On a machine that is slow or has other work less is handed on: what takes half of the time between two frames of a screen. */
const TURN_MS = 8;

/**
 * Bounds for how long the bodies that come in hold the event loop up: all of them together, since a hundred that each gave it back would still be
 * read one after the other before anything else. Whoever comes when the turn is over waits for the next one; first come, first served.
 */
export class Turn {
  readonly #soon: (act: () => void) => void;
  readonly #waiting = new Set<() => void>();
  readonly #now: () => number;
  #used = 0;
  #usedMs = 0;
  #isOver = false;

  /**
   * @param soon calls back once everything else had its turn
   * @param now in milliseconds
   */
  constructor(soon: (act: () => void) => void, now = () => performance.now()) {
    this.#soon = soon;
    this.#now = now;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Hands something on, which counts as so much of this turn, and as the time that it takes. */
  use(chunk: Uint8Array, next: (chunk: Uint8Array) => void): void {
    this.#used += chunk.length;
    const start = this.#now();
    next(chunk);
    this.#usedMs += this.#now() - start;
    if ((this.#used < TURN_BYTES && this.#usedMs < TURN_MS) || this.#isOver) return;
    this.#isOver = true;
    this.#soon(() => this.#begin());
  }

  /** Calls back in the next turn, unless what it gives is called before. To be asked when the turn is over. */
  wait(act: () => void): () => void {
    this.#waiting.add(act);
    return () => this.#waiting.delete(act);
  }

  #begin(): void {
    this.#used = 0;
    this.#usedMs = 0;
    this.#isOver = false;
    for (const act of this.#waiting) {
      if (this.#isOver) return;
      this.#waiting.delete(act);
      act();
    }
  }
}

/** After the events that wait already: browsers hold timers back, so a message is sent there. */
function afterOthers(act: () => void): void {
  if (typeof setImmediate === 'function') {
    setImmediate(act);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    act();
  };
  port2.postMessage(undefined);
}

/** That of this process, or page. */
export const turn = new Turn(afterOthers);
