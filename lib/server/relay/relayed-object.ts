import {
  added,
  type Change,
  deleted,
  inKeyOrder,
  type KeyOrder,
  type Snapshot,
  synced,
  updated,
} from '../../store/index.js';
import type { StoredObject } from '../store/stored-object.js';

/** A change of one object, as an informer tells it. */
export type ObjectChange = Change<StoredObject>;

/** What clients may see of an object. */
export type Shown = (object: StoredObject) => StoredObject;

/**
 * The wire's boundary: whatever an informer holds came from an API server as an object with a name, a uid and a resourceVersion, and its
 * own decoder saw to apiVersion and kind. What may not be shown gets no further.
 *
 * @param shown undefined: all may be
 */
export function asServed(changes: readonly Change<unknown>[], shown: Shown | undefined): readonly ObjectChange[] {
  const served = changes as readonly ObjectChange[];
  return shown === undefined ? served : served.map((change) => changeShown(change, shown));
}

function changeShown(change: ObjectChange, shown: Shown): ObjectChange {
  const { key, isInInitialList } = change;
  const object = shown(change.object);
  switch (change.type) {
    case 'add':
      return added(key, object, isInInitialList);
    case 'update':
      return updated(key, object, shown(change.previous), isInInitialList);
    case 'delete':
      return deleted(key, object, shown(change.previous), change.finalStateUnknown);
    case 'sync':
      return synced(key, object);
  }
}

/** The objects of an informer's snapshot, by key, as far as they may be shown. */
export function objectsOf(snapshot: Snapshot<unknown>, shown: Shown | undefined): KeyOrder<StoredObject> {
  const objects = inKeyOrder(snapshot) as KeyOrder<StoredObject>;
  return shown === undefined ? objects : new ShownObjects(objects, shown);
}

class ShownObjects implements KeyOrder<StoredObject> {
  constructor(
    private readonly objects: KeyOrder<StoredObject>,
    private readonly shown: Shown,
  ) {}

  get(key: string): StoredObject | undefined {
    const object = this.objects.get(key);
    return object === undefined ? undefined : this.shown(object);
  }

  *entries(low?: string): IterableIterator<readonly [key: string, object: StoredObject]> {
    for (const [key, object] of this.objects.entries(low)) yield [key, this.shown(object)];
  }

  count(low: string, high: string): number {
    return this.objects.count(low, high);
  }
}
