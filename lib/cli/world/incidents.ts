import { apps, core } from '../../kubernetes/index.js';
import { type Random, whole } from '../../testing/index.js';
import { type Possibility, patch, remove } from './action.js';
import { GRACE } from './replica-sets.js';
import {
  byOwner,
  type Deployment,
  imageOf,
  isBroken,
  isGoing,
  isReady,
  isSettled,
  type Node,
  type Pod,
  type World,
} from './world.js';

/** What people would do, and what goes wrong. It is rare beside what controllers have to do, so that the world comes to rest in between. */
export function* incidents(world: World): Iterable<Possibility> {
  for (const deployment of world.deployments.filter((object) => !isGoing(object))) {
    if (isBroken(imageOf(deployment))) yield rollBack(deployment, world);
    else if (isSettled(deployment)) yield* [rollOut(deployment), scale(deployment)];
  }
  for (const pod of world.pods) {
    if (isReady(pod) && !isGoing(pod)) yield { weight: 0.004, act: () => remove(core.pods, pod, GRACE) };
  }
  yield* maintenance(world);
}

function rollOut(deployment: Deployment): Possibility {
  return { weight: 0.05, act: (random) => withImage(deployment, nextImage(imageOf(deployment), random)) };
}

/** Back to the newest image that worked. */
function rollBack(deployment: Deployment, { replicaSets }: World): Possibility {
  const images = [...(byOwner(replicaSets).get(deployment.metadata.uid) ?? [])].sort(youngestFirst).map(imageOf);
  const good = images.find((image) => !isBroken(image)) ?? imageOf(deployment).replace(/-rc\..*/, '');
  return { weight: 0.3, act: () => withImage(deployment, good) };
}

function youngestFirst(a: Dated, b: Dated): number {
  return a.metadata.creationTimestamp > b.metadata.creationTimestamp ? -1 : 1;
}

interface Dated {
  readonly metadata: { readonly creationTimestamp: string };
}

function withImage(deployment: Deployment, image: string) {
  const containers = (deployment.spec?.template.spec?.containers ?? []).map((container, index) =>
    index === 0 ? { ...container, image } : container,
  );
  return patch(apps.deployments, deployment, { spec: { template: { spec: { containers } } } });
}

/** The next version; one in eight is a release candidate that does not run. */
function nextImage(image: string, random: Random): string {
  const [, repository = '', version = '1.0.0'] = /^(.*?)(?::([^:/]+))?$/.exec(image) ?? [];
  const [major = 1, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  if (random() < 0.125) return `${repository}:${major}.${minor + 1}.0-rc.1`;
  return random() < 0.3 ? `${repository}:${major}.${minor + 1}.0` : `${repository}:${major}.${minor}.${patch + 1}`;
}

function scale(deployment: Deployment): Possibility {
  const replicas = deployment.spec?.replicas ?? 1;
  const change = (random: Random) =>
    (replicas <= 1 || (replicas < 7 && random() < 0.5) ? 1 : -1) * (1 + whole(random, 2));
  return {
    weight: 0.03,
    act: (random) =>
      patch(apps.deployments, deployment, { spec: { replicas: Math.max(1, replicas + change(random)) } }),
  };
}

/** Now and then one node is drained, and opened again when it is empty. */
function* maintenance({ nodes, pods, deployments }: World): Iterable<Possibility> {
  const closed = nodes.filter(({ spec }) => spec?.unschedulable === true);
  for (const node of closed) yield* drain(node, pods);
  if (closed.length > 0 || nodes.length < 2 || !deployments.every(isSettled)) return;
  for (const node of nodes)
    yield { weight: 0.12, act: () => patch(core.nodes, node, { spec: { unschedulable: true } }) };
}

function* drain(node: Node, pods: readonly Pod[]): Iterable<Possibility> {
  const left = pods.filter(({ spec }) => spec?.nodeName === node.metadata.name);
  for (const pod of left.filter((candidate) => !isGoing(candidate)))
    yield { weight: 0.5, act: () => remove(core.pods, pod, GRACE) };
  if (left.length === 0) yield { weight: 0.5, act: () => patch(core.nodes, node, { spec: { unschedulable: null } }) };
}
