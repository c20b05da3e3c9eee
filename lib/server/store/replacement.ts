import { isDeepStrictEqual } from 'node:util';
import type { Collection } from './collection.js';
import { type JsonObject, without } from './json.js';
import { metadataProblems } from './metadata-rules.js';
import {
  conflict,
  type FieldProblem,
  forbiddenField,
  invalid,
  invalidField,
  serverError,
  versionRequired,
} from './refusals.js';
import type { SentMetadata, SentObject, StoredMetadata, StoredObject } from './stored-object.js';

/** How an object is to be replaced. */
export interface ReplacementOptions {
  /** `status`: only the status; absent: everything but the status, where the kind has a `/status`. */
  readonly subresource?: 'status' | undefined;
}

/**
 * What an object becomes when another is put in its place, but for its resourceVersion; the object itself when nothing
 * changes.
 *
 * @throws ApiError 409 when it was made from another version or is another object of this name, 422 when it must not change so
 */
export function replacement(
  collection: Collection,
  existing: StoredObject,
  sent: SentObject,
  { subresource }: ReplacementOptions,
): StoredObject {
  requireVersion(collection, existing, sent.metadata);
  const metadata = nextMetadata(collection, existing, sent.metadata, subresource);
  requireValid(collection, existing, metadata);
  const next = withParts(collection, existing, sent, subresource);
  const wanted = { ...next, metadata };
  if (isDeepStrictEqual(wanted, existing)) return existing;
  return Object.freeze({ ...next, metadata: Object.freeze(counted(collection, existing, next, metadata)) });
}

function requireVersion(collection: Collection, existing: StoredObject, sent: SentMetadata): void {
  const { resource, kind } = collection;
  const { name, uid, resourceVersion } = existing.metadata;
  const asked = sent.resourceVersion ?? '0';
  if (!/^\d+$/.test(asked)) throw serverError(`metadata.resourceVersion: ${JSON.stringify(asked)} is no number`);
  if (/^0+$/.test(asked)) {
    if (kind.needsVersionToUpdate) throw versionRequired(resource, name);
  } else if (asked !== resourceVersion)
    throw conflict(
      resource,
      name,
      'the object has been modified; please apply your changes to the latest version and try again',
    );
  if (sent.uid !== undefined && sent.uid !== uid)
    throw conflict(resource, name, `Precondition failed: UID in precondition: ${sent.uid}, UID in object meta: ${uid}`);
}

/** Only labels, annotations, owners, finalizers and managed fields are the sender's; the rest stays the server's. */
function nextMetadata(
  { kind }: Collection,
  existing: StoredObject,
  sent: SentMetadata,
  subresource: 'status' | undefined,
): StoredMetadata & { readonly deletionTimestamp?: string } {
  // A custom resource's /status takes nothing but the status; that of the others takes these too.
  if (subresource === 'status' && !kind.builtIn) return existing.metadata;
  const { labels, annotations, finalizers, ownerReferences, deletionTimestamp } = sent;
  const managedFields = sent.managedFields ?? existing.metadata.managedFields;
  return {
    ...serverMetadata(existing.metadata),
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
    ...(existing.metadata.deletionTimestamp !== undefined && {
      deletionTimestamp: existing.metadata.deletionTimestamp,
    }),
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
    ...(ownerReferences !== undefined && { ownerReferences }),
    ...(finalizers !== undefined && { finalizers }),
    ...(managedFields !== undefined && managedFields.length > 0 && { managedFields }),
  };
}

function serverMetadata(metadata: StoredMetadata): StoredMetadata {
  const { labels: _l, annotations: _a, ownerReferences: _o, finalizers: _f, managedFields: _m, ...server } = metadata;
  return server;
}

function requireValid(collection: Collection, existing: StoredObject, metadata: StoredMetadata): void {
  const problems = [...metadataProblems(collection, metadata), ...deletionProblems(existing.metadata, metadata)];
  if (problems.length > 0) throw invalid(collection.resource, existing.metadata.name, problems);
}

function deletionProblems(existing: StoredMetadata, next: StoredMetadata): FieldProblem[] {
  const { deletionTimestamp, finalizers = [] } = next;
  if (existing.deletionTimestamp === undefined)
    return deletionTimestamp === undefined
      ? []
      : [invalidField('metadata.deletionTimestamp', deletionTimestamp, 'field is immutable')];
  const added = finalizers.filter((name) => existing.finalizers?.includes(name) !== true);
  if (added.length === 0) return [];
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers ${added.join(', ')}`;
  return [forbiddenField('metadata.finalizers', why)];
}

/** Everything but the metadata: the status from one, the rest from the other. */
function withParts(
  { kind }: Collection,
  existing: StoredObject,
  sent: SentObject,
  subresource: 'status' | undefined,
): StoredObject {
  const { apiVersion, kind: name, metadata } = existing;
  const main = subresource === 'status' ? existing : sent;
  const { status } = kind.hasStatus && subresource === undefined ? existing : sent;
  return {
    apiVersion,
    kind: name,
    metadata,
    ...without(main, 'apiVersion', 'kind', 'metadata', 'status'),
    ...(status !== undefined && { status }),
  };
}

/** The generation counts changes of anything but metadata and status. */
function counted(
  { kind }: Collection,
  before: StoredObject,
  after: StoredObject,
  metadata: StoredMetadata,
): StoredMetadata {
  const { generation } = metadata;
  if (!kind.hasGeneration || generation === undefined || isDeepStrictEqual(wantedBy(before), wantedBy(after)))
    return metadata;
  return { ...metadata, generation: generation + 1 };
}

function wantedBy(object: StoredObject): JsonObject {
  return without(object, 'metadata', 'status');
}
