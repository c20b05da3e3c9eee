import { append, type Compression } from './compress.js';
import type { Delta, KeyDeltas } from './delta.js';

interface Queued<T> extends KeyDeltas<T> {
  readonly deltas: Delta<T>[];
}

/** Deltas by key: a key waits where it first came, with everything that has come for it since. */
export class KeyQueue<T> {
  readonly #compress: Compression;
  readonly #byKey = new Map<string, Queued<T>>();
  /** From `#head` on. What is before that was taken, and is cut off once it is half of all. */
  #queue: Queued<T>[] = [];
  #head = 0;

  constructor(compress: Compression) {
    this.#compress = compress;
  }

  get size(): number {
    return this.#byKey.size;
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  get(key: string): readonly Delta<T>[] | undefined {
    return this.#byKey.get(key)?.deltas;
  }

  append(key: string, delta: Delta<T>): void {
    const queued = this.#byKey.get(key);
    if (queued !== undefined) {
      append(queued.deltas, delta, this.#compress);
      return;
    }
    const fresh = { key, deltas: [delta] };
    this.#byKey.set(key, fresh);
    this.#queue.push(fresh);
  }

  takeFirst(): KeyDeltas<T> | undefined {
    const first = this.#queue[this.#head];
    if (first === undefined) return undefined;
    this.#byKey.delete(first.key);
    this.#head++;
    if (this.#head * 2 >= this.#queue.length) this.#cut();
    return first;
  }

  takeAll(): readonly KeyDeltas<T>[] {
    this.#cut();
    const all = this.#queue;
    this.#queue = [];
    this.#byKey.clear();
    return all;
  }

  *[Symbol.iterator](): IterableIterator<KeyDeltas<T>> {
    for (let i = this.#head; i < this.#queue.length; i++) {
      const queued = this.#queue[i];
      if (queued !== undefined) yield queued;
    }
  }

  #cut(): void {
    if (this.#head === 0) return;
    this.#queue = this.#queue.slice(this.#head);
    this.#head = 0;
  }
}
