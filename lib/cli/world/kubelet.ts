import { core } from '../../kubernetes/index.js';
import { type Random, whole } from '../../testing/index.js';
import { type Possibility, patchStatus, remove } from './action.js';
import { stageOf } from './pod-stage.js';
import { type Exit, type ReportedStage, statusAt } from './pod-status.js';
import { imageOf, isBroken, isDown, type Pod, type World } from './world.js';

/** What the nodes would do with their pods: start them, watch them crash, start them again, stop them. */
export function* kubelet({ nodes, pods }: World): Iterable<Possibility> {
  const places = new Map(nodes.map(({ metadata }, index) => [metadata.name, index]));
  const down = new Set(nodes.filter(isDown).map(({ metadata }) => metadata.name));
  for (const pod of pods) {
    const { nodeName = '' } = pod.spec ?? {};
    const place = places.get(nodeName);
    if (place !== undefined && !down.has(nodeName)) yield* nextOf(pod, place);
  }
}

function* nextOf(pod: Pod, place: number): Iterable<Possibility> {
  const become = (stage: ReportedStage, weight: number): Possibility => ({
    weight,
    act: (random, now) =>
      patchStatus(core.pods, pod, statusAt(pod, stage, now, exitOf(random), addressOf(pod, place, random))),
  });
  switch (stageOf(pod)) {
    case 'scheduled':
      yield become((pod.spec?.initContainers ?? []).length > 0 ? 'initialising' : 'creating', 6);
      break;
    case 'initialising':
      yield become('creating', 2);
      break;
    case 'creating':
      yield become('started', 3);
      yield become('pullFailed', 0.15);
      break;
    case 'pullFailed':
      yield become('pullBackOff', 2);
      break;
    case 'pullBackOff':
      yield become('started', 1);
      break;
    case 'started':
      yield* isBroken(imageOf(pod))
        ? [become('crashed', 3)]
        : [become('ready', 3), become('crashed', crashWeight(pod))];
      break;
    case 'ready':
      yield become('crashed', 0.012);
      break;
    case 'crashed':
      yield* restartsOf(pod) === 0 ? [become('started', 2)] : [become('crashBackOff', 2)];
      break;
    case 'crashBackOff':
      // Each wait is twice as long as the one before, up to a limit.
      yield become('started', Math.max(0.1, 2 ** -restartsOf(pod)));
      break;
    case 'stopping':
      yield { weight: 2, act: () => remove(core.pods, pod) };
      break;
    case 'over':
      break;
  }
}

/** Who has crashed is likely to crash again, before it is well. */
function crashWeight(pod: Pod): number {
  return restartsOf(pod) === 0 ? 0.02 : 2;
}

function restartsOf({ status }: Pod): number {
  return status?.containerStatuses?.[0]?.restartCount ?? 0;
}

function exitOf(random: Random): Exit {
  return random() < 0.3 ? { exitCode: 137, reason: 'OOMKilled' } : { exitCode: 1, reason: 'Error' };
}

function addressOf({ status }: Pod, place: number, random: Random): string {
  return status?.podIP ?? `10.244.${place}.${2 + whole(random, 250)}`;
}
