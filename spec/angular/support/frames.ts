/** The animation frames of a browser, which come when a test says so. */
export class Frames {
  readonly #waiting = new Map<number, FrameRequestCallback>();
  #last = 0;

  constructor() {
    globalThis.requestAnimationFrame = (callback) => {
      this.#waiting.set(++this.#last, callback);
      return this.#last;
    };
    globalThis.cancelAnimationFrame = (id) => {
      this.#waiting.delete(id);
    };
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** As a browser does: what is asked for meanwhile waits for the next one, and what one callback cancels is not called by the same frame. */
  next(): void {
    for (const id of [...this.#waiting.keys()]) {
      const callback = this.#waiting.get(id);
      this.#waiting.delete(id);
      callback?.(0);
    }
  }

  remove(): void {
    Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
    Reflect.deleteProperty(globalThis, 'cancelAnimationFrame');
  }
}
