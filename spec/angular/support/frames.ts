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

  next(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const callback of waiting) callback(0);
  }

  remove(): void {
    Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
    Reflect.deleteProperty(globalThis, 'cancelAnimationFrame');
  }
}
