import { apps, core } from '../../kubernetes/index.js';
import { type Random, whole } from '../../testing/index.js';
import { type Possibility, patch, remove } from './action.js';
import { nodeTroubles } from './nodes.js';
import { GRACE } from './replica-sets.js';
import { toldReason } from './scheduler.js';
import {
  byOwner,
  type Deployment,
  imageOf,
  isBroken,
  isGoing,
  isReady,
  isSettled,
  type Pod,
  type World,
} from './world.js';

/** A label by which somebody asks for nodes that there are not. */
const NO_NODE_HAS = { disktype: 'ssd' };

/** What people would do, and what goes wrong. It is rare beside what controllers have to do, so that the world comes to rest in between. */
export function* incidents(world: World): Iterable<Possibility> {
  for (const deployment of world.deployments.filter((object) => !isGoing(object))) {
    if (isStuck(deployment)) yield* rollBack(deployment, world);
    else if (isSettled(deployment)) yield* [rollOut(deployment), scale(deployment)];
  }
  for (const pod of world.pods) {
    if (isReady(pod) && !isGoing(pod)) yield { weight: 0.004, act: () => remove(core.pods, pod, GRACE) };
  }
  yield* nodeTroubles(world);
}

function rollOut(deployment: Deployment): Possibility {
  const act = (random: Random) => {
    const image = nextImage(imageOf(deployment), random);
    return withImage(deployment, image, !isBroken(image) && random() < 0.08 ? NO_NODE_HAS : null);
  };
  return { weight: 0.05, act };
}

/** One for each deployment of which somebody could release next what no node takes. */
export function misplacedReleases({ deployments }: World): readonly Possibility[] {
  return deployments
    .filter((deployment) => !isGoing(deployment) && isSettled(deployment) && !isStuck(deployment))
    .map((deployment) => ({ weight: 1, act: () => withImage(deployment, imageOf(deployment), NO_NODE_HAS) }));
}

/** A release that cannot run: a candidate that crashes, or one for a kind of node that there is not. */
function isStuck(deployment: Deployment): boolean {
  return isBroken(imageOf(deployment)) || isMisplaced(deployment);
}

function isOf({ metadata, spec }: Deployment, pod: Pod): boolean {
  return (
    pod.metadata.namespace === metadata.namespace && pod.metadata.labels?.app === spec?.template.metadata?.labels?.app
  );
}

function isMisplaced({ spec }: Deployment): boolean {
  return spec?.template.spec?.nodeSelector?.disktype !== undefined;
}

/** Back to the newest image that worked, on any node. */
function* rollBack(deployment: Deployment, { replicaSets, pods }: World): Iterable<Possibility> {
  // Nobody takes back what has not been seen to fail.
  if (isMisplaced(deployment) && !pods.some((pod) => isOf(deployment, pod) && toldReason(pod) !== undefined)) return;
  const images = [...(byOwner(replicaSets).get(deployment.metadata.uid) ?? [])].sort(youngestFirst).map(imageOf);
  const good = images.find((image) => !isBroken(image)) ?? imageOf(deployment).replace(/-rc\..*/, '');
  yield { weight: isMisplaced(deployment) ? 1 : 0.3, act: () => withImage(deployment, good, null) };
}

function youngestFirst(a: Dated, b: Dated): number {
  return a.metadata.creationTimestamp > b.metadata.creationTimestamp ? -1 : 1;
}

interface Dated {
  readonly metadata: { readonly creationTimestamp: string };
}

function withImage(deployment: Deployment, image: string, nodeSelector: Readonly<Record<string, string>> | null) {
  const containers = (deployment.spec?.template.spec?.containers ?? []).map((container, index) =>
    index === 0 ? { ...container, image } : container,
  );
  return patch(apps.deployments, deployment, { spec: { template: { spec: { containers, nodeSelector } } } });
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
