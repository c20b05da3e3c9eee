import { apps } from '../../kubernetes/index.js';
import { create, type Possibility, patch, patchStatus, remove } from './action.js';
import { hashName } from './random.js';
import { byOwner, type Deployment, isGoing, type ReplicaSet, type World } from './world.js';

/** Controllers are quicker than machines. */
const WEIGHT = 10;
const HISTORY_LIMIT = 2;
const REVISION = 'deployment.kubernetes.io/revision';

/** What the deployment controller would do: a rolling update with a quarter more pods, and a quarter fewer that are ready. */
export function* deploymentController({ deployments, replicaSets }: World): Iterable<Possibility> {
  const children = byOwner(replicaSets);
  for (const deployment of deployments.filter((object) => !isGoing(object))) {
    const owned = children.get(deployment.metadata.uid) ?? [];
    const hash = hashName(JSON.stringify(deployment.spec?.template));
    const current = owned.find((set) => set.metadata.labels?.['pod-template-hash'] === hash);
    const old = owned.filter((set) => set !== current);
    yield* current === undefined ? [newReplicaSet(deployment, hash, old)] : rollOut(deployment, current, old);
    yield* tidy(old);
    yield* report(deployment, current, owned);
  }
}

function newReplicaSet(deployment: Deployment, hash: string, old: readonly ReplicaSet[]): Possibility {
  const { metadata, spec } = deployment;
  const labels = { ...spec?.template.metadata?.labels, 'pod-template-hash': hash };
  const revision = Math.max(0, ...old.map(revisionOf)) + 1;
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name, uid: metadata.uid, controller: true };
  const object = {
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace ?? 'default',
      labels,
      annotations: { [REVISION]: String(revision) },
      ownerReferences: [owner],
    },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { ...spec?.template, metadata: { ...spec?.template.metadata, labels } },
    },
  };
  return { weight: WEIGHT, act: () => create(apps.replicaSets, object) };
}

function* rollOut(deployment: Deployment, current: ReplicaSet, old: readonly ReplicaSet[]): Iterable<Possibility> {
  const desired = deployment.spec?.replicas ?? 1;
  const planned = sum([current, ...old], replicasOf);
  // A set that was told to shrink may not have done so yet.
  const total = sum([current, ...old], (set) => Math.max(replicasOf(set), set.status?.replicas ?? 0));
  const more = Math.min(desired - replicasOf(current), desired + Math.ceil(desired / 4) - total);
  if (replicasOf(current) > desired) yield scale(current, desired);
  else if (more > 0) yield scale(current, replicasOf(current) + more);
  const unready = replicasOf(current) - (current.status?.availableReplicas ?? 0);
  const spare = planned - unready - (desired - Math.floor(desired / 4));
  const retiring = old.find((set) => replicasOf(set) > 0);
  if (retiring !== undefined && spare > 0) yield scale(retiring, Math.max(0, replicasOf(retiring) - spare));
}

function scale(set: ReplicaSet, replicas: number): Possibility {
  return { weight: WEIGHT, act: () => patch(apps.replicaSets, set, { spec: { replicas } }) };
}

/** Of the ReplicaSets that are empty the newest stay, to roll back to. */
function* tidy(old: readonly ReplicaSet[]): Iterable<Possibility> {
  const empty = old.filter((set) => replicasOf(set) === 0 && (set.status?.replicas ?? 0) === 0 && !isGoing(set));
  const byAge = empty.sort((a, b) => revisionOf(b) - revisionOf(a));
  for (const set of byAge.slice(HISTORY_LIMIT)) yield { weight: WEIGHT, act: () => remove(apps.replicaSets, set) };
}

function* report(
  deployment: Deployment,
  current: ReplicaSet | undefined,
  owned: readonly ReplicaSet[],
): Iterable<Possibility> {
  const replicas = sum(owned, (set) => set.status?.replicas ?? 0);
  const availableReplicas = sum(owned, (set) => set.status?.availableReplicas ?? 0);
  const status = {
    observedGeneration: deployment.metadata.generation ?? 1,
    replicas,
    updatedReplicas: current?.status?.replicas ?? 0,
    readyReplicas: sum(owned, (set) => set.status?.readyReplicas ?? 0),
    availableReplicas,
    unavailableReplicas: Math.max(0, (deployment.spec?.replicas ?? 1) - availableReplicas),
  };
  const known = deployment.status;
  const isNews =
    known?.observedGeneration !== status.observedGeneration ||
    known.replicas !== status.replicas ||
    known.updatedReplicas !== status.updatedReplicas ||
    known.readyReplicas !== status.readyReplicas ||
    known.availableReplicas !== status.availableReplicas;
  if (isNews) yield { weight: WEIGHT, act: () => patchStatus(apps.deployments, deployment, status) };
}

function revisionOf({ metadata }: ReplicaSet): number {
  return Number(metadata.annotations?.[REVISION] ?? 0);
}

function replicasOf({ spec }: ReplicaSet): number {
  return spec?.replicas ?? 1;
}

function sum(sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number): number {
  return sets.reduce((total, set) => total + count(set), 0);
}
