import { apps, core } from '../../kubernetes/index.js';
import type { Random } from '../../testing/index.js';
import { create, type Possibility, patchStatus, remove } from './action.js';
import { nameSuffix } from './random.js';
import { byOwner, isGoing, isReady, type Pod, type ReplicaSet, type World } from './world.js';

const WEIGHT = 10;
/** Seconds that a pod is given to stop. */
export const GRACE = 30;

/** What the ReplicaSet controller would do: make pods, delete those that are too many, and report how many there are. */
export function* replicaSetController({ replicaSets, pods }: World): Iterable<Possibility> {
  const children = byOwner(pods.filter((pod) => !isGoing(pod)));
  for (const set of replicaSets.filter((object) => !isGoing(object))) {
    const owned = children.get(set.metadata.uid) ?? [];
    const desired = set.spec?.replicas ?? 1;
    if (owned.length < desired) yield { weight: WEIGHT, act: (random) => create(core.pods, podOf(set, random)) };
    const [surplus] = owned.length > desired ? [...owned].sort(leastMissed) : [];
    if (surplus !== undefined) yield { weight: WEIGHT, act: () => remove(core.pods, surplus, GRACE) };
    yield* report(set, owned);
  }
}

function podOf(set: ReplicaSet, random: Random) {
  const { name, namespace = 'default', uid } = set.metadata;
  const template = set.spec?.template;
  return {
    metadata: {
      name: `${name}-${nameSuffix(random)}`,
      generateName: `${name}-`,
      namespace,
      labels: { ...template?.metadata?.labels },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid, controller: true }],
    },
    spec: { containers: [], ...template?.spec },
  };
}

/** Pods that serve nobody go first, then the youngest. */
function leastMissed(a: Pod, b: Pod): number {
  if (isReady(a) !== isReady(b)) return isReady(a) ? 1 : -1;
  return a.metadata.creationTimestamp > b.metadata.creationTimestamp ? -1 : 1;
}

function* report(set: ReplicaSet, owned: readonly Pod[]): Iterable<Possibility> {
  const ready = owned.filter(isReady).length;
  const status = {
    replicas: owned.length,
    readyReplicas: ready,
    availableReplicas: ready,
    observedGeneration: set.metadata.generation ?? 1,
  };
  const { replicas, readyReplicas = 0, observedGeneration } = set.status ?? {};
  if (replicas !== owned.length || readyReplicas !== ready || observedGeneration !== status.observedGeneration)
    yield { weight: WEIGHT, act: () => patchStatus(apps.replicaSets, set, status) };
}
