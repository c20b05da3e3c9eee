import { core } from '../../kubernetes/index.js';
import { type Possibility, patch, patchStatus, remove, timestamp } from './action.js';
import { GRACE } from './replica-sets.js';
import { isDown, isGoing, isReady, type Node, type Pod, type World } from './world.js';

const WEIGHT = 10;

/** What the node controller would do: nobody is to be sent to pods whose node has gone silent. */
export function* nodeController({ nodes, pods }: World): Iterable<Possibility> {
  const down = new Set(nodes.filter(isDown).map(({ metadata }) => metadata.name));
  for (const pod of pods)
    if (down.has(pod.spec?.nodeName ?? '') && isReady(pod) && !isGoing(pod))
      yield { weight: WEIGHT, act: (_, now) => patchStatus(core.pods, pod, { conditions: unready(pod, now) }) };
}

function unready({ status }: Pod, now: number): readonly object[] {
  return (status?.conditions ?? []).map((condition) =>
    condition.type === 'Ready' ? { ...condition, status: 'False', lastTransitionTime: timestamp(now) } : condition,
  );
}

/** Now and then a node is drained, and opened again when it is empty, or its container runtime hangs for a while: one at a time. */
export function* nodeTroubles(world: World): Iterable<Possibility> {
  const { nodes, pods } = world;
  for (const node of nodes.filter(isClosed)) yield* drain(node, pods);
  for (const node of nodes.filter(isDown))
    yield { weight: 0.6, act: (_, now) => patchStatus(core.nodes, node, health(node, true, now)) };
  yield* drains(world);
  yield* failures(world);
}

/** One for each node that could be drained next. */
export function drains({ nodes }: World): readonly Possibility[] {
  if (nodes.length < 2 || nodes.some((node) => isClosed(node) || isDown(node))) return [];
  return nodes.map((node) => ({
    weight: 0.006,
    act: () => patch(core.nodes, node, { spec: { unschedulable: true } }),
  }));
}

/** One for each node that could fail next. */
export function failures({ nodes }: World): readonly Possibility[] {
  if (nodes.length < 2 || nodes.some(isDown)) return [];
  return nodes.filter(isReady).map((node) => ({
    weight: 0.006,
    act: (_, now) => patchStatus(core.nodes, node, health(node, false, now)),
  }));
}

function isClosed({ spec }: Node): boolean {
  return spec?.unschedulable === true;
}

function* drain(node: Node, pods: readonly Pod[]): Iterable<Possibility> {
  const left = pods.filter(({ spec }) => spec?.nodeName === node.metadata.name);
  for (const pod of left.filter((candidate) => !isGoing(candidate)))
    yield { weight: 1.5, act: () => remove(core.pods, pod, GRACE) };
  if (left.length === 0) yield { weight: 2, act: () => patch(core.nodes, node, { spec: { unschedulable: null } }) };
}

/** As the kubelet says it. */
function health({ status }: Node, isWell: boolean, now: number): object {
  const others = (status?.conditions ?? []).filter(({ type }) => type !== 'Ready');
  const ready = isWell
    ? { status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
    : { status: 'False', reason: 'KubeletNotReady', message: 'container runtime is down' };
  return { conditions: [...others, { type: 'Ready', ...ready, lastTransitionTime: timestamp(now) }] };
}
