import { core } from '../../kubernetes/index.js';
import { choose, type Random } from '../../testing/index.js';
import { type Possibility, patch, patchStatus, timestamp } from './action.js';
import { isDown, isGoing, type Node, type Pod, type World } from './world.js';

const WEIGHT = 8;

/** What the scheduler would do: give each pod a node that takes it, one with few pods; or say why there is none. */
export function* scheduler({ nodes, pods }: World): Iterable<Possibility> {
  for (const pod of pods.filter((pod) => pod.spec?.nodeName === undefined && !isGoing(pod))) {
    const open = nodes.filter((node) => whyNot(node, pod) === undefined);
    const why = open.length > 0 ? '' : reasonOf(nodes, pod);
    if (open.length > 0)
      yield {
        weight: WEIGHT,
        act: (random) => patch(core.pods, pod, { spec: { nodeName: nodeFor(open, pods, random) } }),
      };
    else if (why !== toldReason(pod))
      yield { weight: WEIGHT, act: (_, now) => patchStatus(core.pods, pod, unschedulable(why, now)) };
  }
}

/** Why a node does not take a pod, in the scheduler's words. */
function whyNot(node: Node, { spec }: Pod): string | undefined {
  if (isGoing(node) || node.spec?.unschedulable === true) return 'node(s) were unschedulable';
  if (isDown(node)) return 'node(s) had untolerated taint {node.kubernetes.io/not-ready: }';
  const wanted = Object.entries(spec?.nodeSelector ?? {});
  const isMatched = wanted.every(([key, value]) => node.metadata.labels?.[key] === value);
  return isMatched ? undefined : "node(s) didn't match Pod's node affinity/selector";
}

function reasonOf(nodes: readonly Node[], pod: Pod): string {
  const counts = new Map<string, number>();
  for (const node of nodes) {
    const why = whyNot(node, pod) ?? '';
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const parts = [...counts].map(([why, count]) => `${count} ${why}`).sort();
  return `0/${nodes.length} nodes are available${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`;
}

function nodeFor(open: readonly Node[], pods: readonly Pod[], random: Random): string {
  const loads = open.map(({ metadata: { name } }) => {
    const load = pods.filter(({ spec }) => spec?.nodeName === name).length;
    return { name, weight: 1 / (1 + load) ** 2 };
  });
  return choose(loads, random)?.name ?? '';
}

/** Why it has no node, as it was told. */
export function toldReason({ status }: Pod): string | undefined {
  return (status?.conditions ?? []).find(({ reason }) => reason === 'Unschedulable')?.message;
}

function unschedulable(message: string, now: number): object {
  const condition = {
    ...{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message },
    lastTransitionTime: timestamp(now),
  };
  return { phase: 'Pending', conditions: [condition] };
}
