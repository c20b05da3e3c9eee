import { fold, type Untold } from '../../store/index.js';
import type { StoredObject } from '../store/stored-object.js';
import type { ObjectChange } from './relayed-object.js';

/**
 * What one watch still has to be told: of each key what leads from the state that it was told last to the newest one, which is a story (L3). It
 * costs at most one entry a key, and two for another life under the name (L14), whatever happens meanwhile (L18).
 *
 * A change stands where the newest thing in it stood. So the versions that a client sees never go back, and whoever breaks off in the middle
 * has been told everything up to the version that it saw last.
 */
export class Backlog {
  readonly #byKey = new Map<string, Untold<StoredObject>>();
  readonly #changes = new Set<ObjectChange>();

  get size(): number {
    return this.#changes.size;
  }

  add(change: ObjectChange): void {
    const before = this.#byKey.get(change.key) ?? [];
    const after = fold(before, change);
    for (const each of before) if (!after.includes(each)) this.#changes.delete(each);
    for (const each of after) this.#changes.add(each);
    if (after.length === 0) this.#byKey.delete(change.key);
    else this.#byKey.set(change.key, after);
  }

  /** The oldest that is left. */
  take(): ObjectChange | undefined {
    const [change] = this.#changes;
    if (change === undefined) return undefined;
    this.#changes.delete(change);
    const rest = (this.#byKey.get(change.key) ?? []).filter((each) => each !== change);
    if (rest.length === 0) this.#byKey.delete(change.key);
    else this.#byKey.set(change.key, rest);
    return change;
  }
}
