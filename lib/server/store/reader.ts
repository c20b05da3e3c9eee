import type { Collection } from './collection.js';
import type { History } from './history.js';
import { type ObjectName, storeKey } from './keys.js';
import { readRevision, requireReached } from './list-options.js';
import { notFound } from './refusals.js';
import type { StoredObject } from './stored-object.js';

/** One object, and from which version on at least; an older one is never given anyway. */
export interface ReadOptions extends ObjectName {
  readonly resourceVersion?: string | undefined;
}

/** @throws ApiError 404, or 504 for a version of the future */
export function readObject(collection: Collection, history: History, options: ReadOptions): StoredObject {
  requireReached(readRevision(options.resourceVersion), history.revision);
  const object = collection.get(storeKey(options));
  if (object === undefined) throw notFound(collection.resource, options.name);
  return object;
}
