import { apps, core } from '../../kubernetes/index.js';
import { type Possibility, remove } from './action.js';
import { GRACE } from './replica-sets.js';
import { isGoing, type Pod, type ReplicaSet, type World } from './world.js';

const WEIGHT = 10;

/** What the garbage collector would do: delete what is left of deployments and ReplicaSets that somebody deleted. */
export function* garbageCollector({ deployments, replicaSets, pods }: World): Iterable<Possibility> {
  for (const set of orphans(replicaSets, 'Deployment', deployments))
    yield { weight: WEIGHT, act: () => remove(apps.replicaSets, set) };
  for (const pod of orphans(pods, 'ReplicaSet', replicaSets))
    yield { weight: WEIGHT, act: () => remove(core.pods, pod, GRACE) };
}

function orphans<T extends ReplicaSet | Pod>(
  objects: readonly T[],
  kind: string,
  owners: readonly { readonly metadata: { readonly uid: string } }[],
): readonly T[] {
  const uids = new Set(owners.map(({ metadata }) => metadata.uid));
  return objects.filter((object) => {
    const owner = object.metadata.ownerReferences?.find((reference) => reference.kind === kind);
    return owner !== undefined && !uids.has(owner.uid) && !isGoing(object);
  });
}
