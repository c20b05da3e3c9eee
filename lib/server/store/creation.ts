import type { Collection } from './collection.js';
import { without } from './json.js';
import type { ObjectName } from './keys.js';
import type { SentObject, StoredMetadata, StoredObject } from './stored-object.js';
import { timestamp } from './versions.js';

/**
 * What a sent object is stored as, but for its resourceVersion. What only the server may say is passed over, such as a
 * uid, and so is the status where the kind has one of its own.
 */
export function newObject(
  { resource, kind, apiVersion }: Collection,
  sent: SentObject,
  name: ObjectName,
  uid: string,
  now: number,
): StoredObject {
  const status = kind.hasStatus && !kind.keepsStatusOnCreate ? kind.initialStatus : sent.status;
  return Object.freeze({
    apiVersion,
    kind: resource.kind,
    metadata: Object.freeze(newMetadata(sent, name, uid, kind.hasGeneration, timestamp(now))),
    ...without(sent, 'apiVersion', 'kind', 'metadata', 'status'),
    ...(status !== undefined && { status }),
  });
}

function newMetadata(
  { metadata }: SentObject,
  { namespace, name }: ObjectName,
  uid: string,
  hasGeneration: boolean,
  creationTimestamp: string,
): StoredMetadata {
  const { generateName, generation, labels, annotations, finalizers, ownerReferences, managedFields } = metadata;
  return {
    name,
    ...(generateName !== undefined && { generateName }),
    ...(namespace !== undefined && { namespace }),
    uid,
    resourceVersion: '',
    ...(hasGeneration ? { generation: 1 } : generation !== undefined && { generation }),
    creationTimestamp,
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
    ...(ownerReferences !== undefined && { ownerReferences }),
    ...(finalizers !== undefined && { finalizers }),
    ...(managedFields !== undefined && managedFields.length > 0 && { managedFields }),
  };
}
