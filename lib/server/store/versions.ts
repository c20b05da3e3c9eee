import type { StoredMetadata, StoredObject } from './stored-object.js';

/** RFC 3339 to the second, as Kubernetes writes times. */
export function timestamp(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The same object with other metadata. */
export function withMetadata(object: StoredObject, changes: Partial<StoredMetadata>): StoredObject {
  return Object.freeze({ ...object, metadata: Object.freeze({ ...object.metadata, ...changes }) });
}

/** The same object as the write of that revision leaves it. */
export function atRevision(object: StoredObject, revision: bigint): StoredObject {
  return withMetadata(object, { resourceVersion: String(revision) });
}
