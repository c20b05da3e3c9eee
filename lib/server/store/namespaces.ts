import { core, type Resource } from '../../kubernetes/index.js';
import type { Collection } from './collection.js';
import type { Collections } from './collections.js';
import { isJsonObject } from './json.js';
import { keysOf } from './keys.js';
import { forbidden, notFound } from './refusals.js';
import type { Served } from './served.js';
import type { SentObject, StoredObject } from './stored-object.js';
import { timestamp, withMetadata } from './versions.js';

export const NAMESPACES: Resource<unknown> = core.namespaces;

/** kube-apiserver does not delete these. */
const IMMORTAL: readonly string[] = ['default', 'kube-system', 'kube-public'];

const NAME_LABEL = 'kubernetes.io/metadata.name';

export function isNamespaces({ resource }: Pick<Served, 'resource'>): boolean {
  return resource.group === NAMESPACES.group && resource.plural === NAMESPACES.plural;
}

/** What kube-apiserver adds to every new namespace. */
export function asNewNamespace(sent: SentObject, name: string): SentObject {
  const labels = Object.freeze({ ...sent.metadata.labels, [NAME_LABEL]: name });
  const spec = Object.freeze({ finalizers: Object.freeze(['kubernetes']) });
  return { ...sent, metadata: { ...sent.metadata, labels }, spec };
}

/** A namespace whose content is being deleted. */
export function terminating(namespace: StoredObject, now: number): StoredObject {
  const status = Object.freeze({ ...(isJsonObject(namespace.status) && namespace.status), phase: 'Terminating' });
  return Object.freeze({ ...withMetadata(namespace, { deletionTimestamp: timestamp(now) }), status });
}

/** @throws ApiError 403 for a namespace that a cluster cannot be without */
export function requireMortal(name: string): void {
  if (IMMORTAL.includes(name)) throw forbidden(NAMESPACES, name, 'this namespace may not be deleted');
}

/** @throws ApiError 404 when there is no such namespace, 403 when it is being deleted */
export function requireOpenNamespace(
  collections: Collections,
  into: Resource<unknown>,
  namespace: string,
  name: string,
): void {
  const found = collections.of(NAMESPACES).get(namespace);
  if (found === undefined) throw notFound(NAMESPACES, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const message = `namespace ${namespace} is being terminated`;
  throw forbidden(into, name, why, [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }]);
}

/** Where a namespace still has objects. */
export function* contentOf(collections: Collections, namespace: string): Generator<Collection> {
  for (const collection of collections.all())
    if (collection.resource.namespaced && collection.hasAny(keysOf(namespace))) yield collection;
}
