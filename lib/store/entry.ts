import type { Place } from './bucket.js';

const NO_PLACES: readonly never[] = Object.freeze([]);

/**
 * What the writer of an indexed collection knows of a key, the same from when the key comes until it goes. Snapshots have objects of their own: an old one
 * that is held meets the newest here. All indexes share the entry, so they need not be touched when an object changes that stays where it is.
 */
export class Entry<T> {
  /** The newest; undefined once the key is gone. */
  object: T | undefined;
  /**
   * Where each index has it, by their positions. That is what is taken back, so nothing stale stays behind when an index function
   * changes its mind.
   */
  places: readonly Place<T>[] = NO_PLACES;

  constructor(object: T) {
    this.object = object;
  }
}
