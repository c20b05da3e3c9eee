import { core } from '../../kubernetes/index.js';
import { choose, type Random } from '../../testing/index.js';
import { type Possibility, patch, patchStatus, timestamp } from './action.js';
import { isGoing, type Node, type Pod, type World } from './world.js';

const WEIGHT = 8;

/** What the scheduler would do: give each pod a node, one with few pods. */
export function* scheduler({ nodes, pods }: World): Iterable<Possibility> {
  const open = nodes.filter(
    ({ spec, metadata }) => spec?.unschedulable !== true && metadata.deletionTimestamp === undefined,
  );
  const waiting = pods.filter((pod) => pod.spec?.nodeName === undefined && !isGoing(pod));
  for (const pod of waiting) {
    if (open.length > 0)
      yield {
        weight: WEIGHT,
        act: (random) => patch(core.pods, pod, { spec: { nodeName: nodeFor(open, pods, random) } }),
      };
    else if (!isToldUnschedulable(pod))
      yield { weight: WEIGHT, act: (_, now) => patchStatus(core.pods, pod, unschedulable(nodes.length, now)) };
  }
}

function nodeFor(open: readonly Node[], pods: readonly Pod[], random: Random): string {
  const loads = open.map(({ metadata: { name } }) => {
    const load = pods.filter(({ spec }) => spec?.nodeName === name).length;
    return { name, weight: 1 / (1 + load) ** 2 };
  });
  return choose(loads, random)?.name ?? '';
}

function isToldUnschedulable({ status }: Pod): boolean {
  return (status?.conditions ?? []).some(({ reason }) => reason === 'Unschedulable');
}

function unschedulable(nodes: number, now: number): object {
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message: `0/${nodes} nodes are available: ${nodes} node(s) were unschedulable.`,
    lastTransitionTime: timestamp(now),
  };
  return { phase: 'Pending', conditions: [condition] };
}
