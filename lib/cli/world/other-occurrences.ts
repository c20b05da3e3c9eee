import { type Change, involvedOf, type Occurrence, ownerOf } from './occurrence.js';
import { isReady, type Node, type ReplicaSet } from './world.js';

/** What the deployment controller tells of a ReplicaSet that it made, or that it scaled. */
export function* replicaSetOccurrences({ before, after }: Change<ReplicaSet>): Iterable<Occurrence> {
  const involved = after && ownerOf(after, 'Deployment');
  if (after === undefined || involved === undefined) return;
  const [from, to] = [before === undefined ? 0 : (before.spec?.replicas ?? 1), after.spec?.replicas ?? 1];
  if (from === to) return;
  const message = `Scaled ${to > from ? 'up' : 'down'} replica set ${after.metadata.name} from ${from} to ${to}`;
  yield { involved, type: 'Normal', reason: 'ScalingReplicaSet', message, component: 'deployment-controller' };
}

/** What the node controller and the kubelet tell of a node. */
export function* nodeOccurrences({ before, after }: Change<Node>): Iterable<Occurrence> {
  const node = after ?? before;
  if (node === undefined) return;
  const { name } = node.metadata;
  const involved = involvedOf('v1', 'Node', node);
  const tell = (component: 'kubelet' | 'node-controller', reason: string, message: string): Occurrence => ({
    ...{ involved, type: 'Normal', reason, message, component },
    ...(component === 'kubelet' && { host: name }),
  });
  const status = (component: 'kubelet' | 'node-controller', reason: string) =>
    tell(component, reason, `Node ${name} status is now: ${reason}`);
  if (after === undefined)
    yield tell('node-controller', 'RemovingNode', `Node ${name} event: Removing Node ${name} from Controller`);
  else {
    if (before === undefined)
      yield tell('node-controller', 'RegisteredNode', `Node ${name} event: Registered Node ${name} in Controller`);
    if (isReady(after) !== (before !== undefined && isReady(before)))
      yield isReady(after) ? status('kubelet', 'NodeReady') : status('node-controller', 'NodeNotReady');
    const [was, is] = [before, after].map((state) => state?.spec?.unschedulable === true);
    if (was !== is) yield status('kubelet', is ? 'NodeNotSchedulable' : 'NodeSchedulable');
  }
}
