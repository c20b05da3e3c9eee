import type { Change, Snapshot } from '../../store/index.js';
import { inKeyOrder, type KeyOrder } from '../../store/index.js';
import type { StoredObject } from '../store/stored-object.js';

/** A change of one object, as an informer tells it. */
export type ObjectChange = Change<StoredObject>;

/**
 * The wire's boundary: whatever an informer holds came from an API server as an object with a name, a uid and a resourceVersion, and its
 * own decoder saw to apiVersion and kind.
 */
export function asServed(changes: readonly Change<unknown>[]): readonly ObjectChange[] {
  return changes as readonly ObjectChange[];
}

/** The objects of an informer's snapshot, by key. */
export function objectsOf(snapshot: Snapshot<unknown>): KeyOrder<StoredObject> {
  return inKeyOrder(snapshot) as KeyOrder<StoredObject>;
}
