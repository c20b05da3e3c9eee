import { compareResourceVersions } from '../kubernetes/index.js';

interface Versioned {
  readonly resourceVersion: string;
}

/** How far one was known when it took its place. */
interface Place<P> {
  readonly part: P;
  readonly resourceVersion: string;
}

/**
 * Of parts that are each known up to some resourceVersion, the one that is known least far: a heap, so that a part that goes on costs
 * O(log n). Going on only makes a place too good, which is put right when its turn comes; one that goes back takes a new place at once.
 */
export class LeastFar<P extends Versioned> {
  readonly #heap: Place<P>[] = [];
  /** The place that counts for each part. */
  readonly #places = new Map<P, Place<P>>();

  get first(): P | undefined {
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      const isCurrent = this.#places.get(top.part) === top;
      if (isCurrent && top.resourceVersion === top.part.resourceVersion) return top.part;
      this.#removeFirst();
      if (isCurrent) this.#place(top.part);
    }
    return undefined;
  }

  /** One is known as far as it says now. */
  moved(part: P): void {
    const place = this.#places.get(part);
    if (place === undefined || isBefore(part, place)) this.#place(part);
  }

  delete(part: P): void {
    this.#places.delete(part);
  }

  #place(part: P): void {
    const place = { part, resourceVersion: part.resourceVersion };
    this.#places.set(part, place);
    let at = this.#heap.push(place) - 1;
    for (let above = (at - 1) >> 1; at > 0; above = (at - 1) >> 1) {
      const parent = this.#heap[above];
      if (parent === undefined || !isBefore(place, parent)) break;
      this.#heap[at] = parent;
      at = above;
    }
    this.#heap[at] = place;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    let at = 0;
    for (let below = this.#lesserBelow(at); below !== undefined; below = this.#lesserBelow(at)) {
      const child = this.#heap[below];
      if (child === undefined || !isBefore(child, last)) break;
      this.#heap[at] = child;
      at = below;
    }
    this.#heap[at] = last;
  }

  #lesserBelow(at: number): number | undefined {
    const left = 2 * at + 1;
    const [a, b] = [this.#heap[left], this.#heap[left + 1]];
    if (a === undefined) return undefined;
    return b !== undefined && isBefore(b, a) ? left + 1 : left;
  }
}

function isBefore(a: Versioned, b: Versioned): boolean {
  return compareResourceVersions(a.resourceVersion, b.resourceVersion) === -1;
}
