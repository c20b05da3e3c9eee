import { added, deleted } from '../../store/index.js';
import { hasKey, type Selection } from '../store/selection.js';
import type { StoredObject } from '../store/stored-object.js';
import { withMetadata } from '../store/versions.js';
import type { Entry } from './history.js';
import type { ObjectChange } from './relayed-object.js';

/** What a watch sees of a change: an object that begins to match its selectors appears, one that ceases to match goes, as it was before. */
export function seenBy({ keys, everything, matches }: Selection, entry: Entry): ObjectChange | undefined {
  const { change } = entry;
  const { type, key, object, previous } = change;
  if (!hasKey(keys, key)) return undefined;
  if (everything) return change;
  const did = previous !== undefined && matches(previous);
  const does = type !== 'delete' && matches(object);
  if (does) return did ? change : added(key, object, false);
  if (!did) return undefined;
  return type === 'delete' ? change : deleted(key, leftOf(entry, previous), previous, false);
}

/** For all watches the same object, so that it is made into JSON once. */
const left = new WeakMap<Entry, StoredObject>();

function leftOf(entry: Entry, previous: StoredObject): StoredObject {
  const object = left.get(entry) ?? withMetadata(previous, { resourceVersion: entry.version });
  left.set(entry, object);
  return object;
}

/** The word of a watch for a change. */
export function eventType({ type }: ObjectChange): 'ADDED' | 'MODIFIED' | 'DELETED' {
  switch (type) {
    case 'add':
      return 'ADDED';
    case 'update':
    case 'sync':
      return 'MODIFIED';
    case 'delete':
      return 'DELETED';
  }
}
