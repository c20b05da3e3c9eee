import type { KeyOrder } from '../../store/index.js';
import type { StoredObject } from '../store/stored-object.js';

/** How many past states of a collection are kept for lists that are read page by page. */
const RETAINED = 8;

/** States that somebody has read the first page of: what comes next is of the same moment (L2). The one that was used longest ago goes first. */
export class Retained {
  readonly #states = new Map<string, KeyOrder<StoredObject>>();

  get(version: string): KeyOrder<StoredObject> | undefined {
    const state = this.#states.get(version);
    if (state !== undefined) this.add(version, state);
    return state;
  }

  add(version: string, state: KeyOrder<StoredObject>): void {
    this.#states.delete(version);
    this.#states.set(version, state);
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= RETAINED) return;
      this.#states.delete(oldest);
    }
  }
}
