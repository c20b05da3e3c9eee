import type { Collection } from './collection.js';
import { isJsonObject, valueAt } from './json.js';
import { type FieldProblem, invalidOptions, preconditionFailed, unsupportedField } from './refusals.js';
import type { StoredObject } from './stored-object.js';
import { timestamp, withMetadata } from './versions.js';

/** How an object is to be deleted. */
export interface DeleteOptions {
  /**
   * Seconds that a pod on a node is given to stop. Default: 0, since no kubelet is there to stop it. Other kinds know
   * no grace.
   */
  readonly gracePeriodSeconds?: number | undefined;
  /** The object must still be this one: else 409. */
  readonly preconditions?:
    | { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined }
    | undefined;
  /** Checked and then passed over: no garbage collector is there, and dependents stay. */
  readonly propagationPolicy?: string | undefined;
}

/** What a deletion does now: first the mark, if there is one, as a change of its own; then the removal. */
export interface Deletion {
  /** The object, marked as being deleted. Absent: it is already, or goes at once. */
  readonly marked?: StoredObject;
  /** False: somebody must first remove a finalizer, or the grace must end by another deletion without grace. */
  readonly removes: boolean;
}

const POLICIES: readonly string[] = ['Foreground', 'Background', 'Orphan'];

/** @throws ApiError 422 for a policy that there is not */
export function requireDeleteOptions({ propagationPolicy }: DeleteOptions): void {
  if (propagationPolicy === undefined || POLICIES.includes(propagationPolicy)) return;
  const problem: FieldProblem = unsupportedField('propagationPolicy', propagationPolicy, POLICIES);
  throw invalidOptions('DeleteOptions', [problem]);
}

/**
 * Decides what the deletion of an object does.
 *
 * @throws ApiError 409 when a precondition does not hold
 */
export function deletionOf(
  collection: Collection,
  existing: StoredObject,
  options: DeleteOptions,
  now: number,
): Deletion {
  requirePreconditions(collection, existing, options);
  const grace = graceOf(collection, existing, options);
  const marked = mark(collection, existing, grace, now);
  const { finalizers = [] } = existing.metadata;
  return { ...(marked !== undefined && { marked }), removes: finalizers.length === 0 && grace === 0 };
}

function requirePreconditions(
  { resource }: Collection,
  { metadata }: StoredObject,
  { preconditions }: DeleteOptions,
): void {
  const { uid, resourceVersion } = preconditions ?? {};
  if (uid !== undefined && uid !== metadata.uid)
    throw preconditionFailed(
      resource,
      metadata.name,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). ` +
        'The object might have been deleted and then recreated',
    );
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw preconditionFailed(
      resource,
      metadata.name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record ` +
        `(${metadata.resourceVersion}). The object might have been modified`,
    );
}

/** A pod that no node runs, or that has ended, needs no grace; and no later deletion lengthens it. */
function graceOf(
  { kind }: Collection,
  { metadata, ...pod }: StoredObject,
  { gracePeriodSeconds = 0 }: DeleteOptions,
): number {
  if (!kind.diesGracefully || !valueAt(pod, 'spec.nodeName')) return 0;
  if (isJsonObject(pod.status) && (pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed')) return 0;
  return Math.min(Math.max(gracePeriodSeconds, 0), metadata.deletionGracePeriodSeconds ?? Number.POSITIVE_INFINITY);
}

/** Only pods and what must wait for its finalizers are marked; marking raises the generation. */
function mark({ kind }: Collection, object: StoredObject, grace: number, now: number): StoredObject | undefined {
  const { finalizers = [], deletionTimestamp, deletionGracePeriodSeconds, generation } = object.metadata;
  if (!kind.diesGracefully && finalizers.length === 0) return undefined;
  if (deletionTimestamp !== undefined && deletionGracePeriodSeconds === grace) return undefined;
  return withMetadata(object, {
    ...(generation !== undefined && deletionTimestamp === undefined && { generation: generation + 1 }),
    deletionTimestamp: timestamp(now + grace * 1000),
    deletionGracePeriodSeconds: grace,
  });
}
