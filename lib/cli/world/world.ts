import type { V1Deployment, V1Node, V1Pod, V1ReplicaSet } from '@kubernetes/client-node';
import type { Plain } from '../../kubernetes/index.js';

export type Deployment = Plain<V1Deployment>;
export type ReplicaSet = Plain<V1ReplicaSet>;
export type Pod = Plain<V1Pod>;
export type Node = Plain<V1Node>;

/**
 * The state of the simulated cluster, which is in its objects and nowhere else, as in a real one: whatever anybody else does to them,
 * the world goes on from there.
 */
export interface World {
  readonly nodes: readonly Node[];
  readonly deployments: readonly Deployment[];
  readonly replicaSets: readonly ReplicaSet[];
  readonly pods: readonly Pod[];
}

interface Owned {
  readonly metadata: { readonly ownerReferences?: readonly { readonly uid: string }[] };
}

/** Objects by the uid of whoever made them. */
export function byOwner<T extends Owned>(objects: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const object of objects) {
    const uid = object.metadata.ownerReferences?.[0]?.uid ?? '';
    groups.set(uid, [...(groups.get(uid) ?? []), object]);
  }
  return groups;
}

/** Whether a pod, or a node, says so. */
export function isReady({ status }: Pod | Node): boolean {
  return (status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');
}

/** Whether a node says that it is not ready. One that says nothing is new, and taken to be well. */
export function isDown({ status }: Node): boolean {
  return (status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status !== 'True');
}

export function isGoing({ metadata }: { readonly metadata: { readonly deletionTimestamp?: string } }): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Whether a deployment is what it should be, and has been told so. */
export function isSettled({ spec, status, metadata }: Deployment): boolean {
  const desired = spec?.replicas ?? 1;
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0, observedGeneration } = status ?? {};
  return (
    observedGeneration === metadata.generation &&
    replicas === desired &&
    updatedReplicas === desired &&
    availableReplicas === desired
  );
}

export function imageOf({ spec }: Deployment | ReplicaSet | Pod): string {
  const containers = spec !== undefined && 'containers' in spec ? spec.containers : spec?.template?.spec?.containers;
  return containers?.[0]?.image ?? '';
}

/** A release candidate, which does not run: a deployment that gets one is stuck until it is rolled back. */
export function isBroken(image: string): boolean {
  return image.includes('-rc.');
}
