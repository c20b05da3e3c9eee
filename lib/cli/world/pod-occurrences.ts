import { containerOccurrences, initPullOccurrences } from './container-occurrences.js';
import { type Change, involvedOf, type Occurrence, ownerOf } from './occurrence.js';
import { isGoing, isReady, type Pod, type ReplicaSet } from './world.js';

/** What else there is, for who needs to know why a pod went. */
export interface Surroundings {
  /** The ReplicaSet with a uid. */
  readonly replicaSet: (uid: string) => ReplicaSet | undefined;
  /** All pods, with those that are going. */
  readonly pods: () => Iterable<Pod>;
}

/**
 * What the ReplicaSet controller, the scheduler and the kubelet tell of what became of a pod, in the order in which they see it.
 *
 * @param lastedMs for how many milliseconds it was as before
 */
export function* podOccurrences(
  { before, after }: Change<Pod>,
  lastedMs: number,
  surroundings: Surroundings,
): Iterable<Occurrence> {
  if (after === undefined) {
    if (before !== undefined && !isGoing(before)) yield* killing(before);
    return;
  }
  if (before === undefined) yield* created(after);
  if (after.spec?.nodeName !== undefined && before?.spec?.nodeName === undefined)
    yield* [scheduled(after), ...initPullOccurrences(after)];
  yield* failedScheduling(before, after);
  if (isGoing(after)) {
    if (before === undefined || !isGoing(before)) yield* [...surplus(after, surroundings), ...killing(after)];
    return;
  }
  yield* nodeNotReady(before, after);
  yield* containers(before, after, lastedMs);
}

function* created(pod: Pod): Iterable<Occurrence> {
  const involved = ownerOf(pod, 'ReplicaSet');
  const message = `Created pod: ${pod.metadata.name}`;
  if (involved !== undefined)
    yield { involved, type: 'Normal', reason: 'SuccessfulCreate', message, component: 'replicaset-controller' };
}

/** A pod goes because of its ReplicaSet where that has more of them than it should have. */
function* surplus(pod: Pod, { replicaSet, pods }: Surroundings): Iterable<Occurrence> {
  const involved = ownerOf(pod, 'ReplicaSet');
  const set = involved && replicaSet(involved.uid);
  if (involved === undefined || set === undefined || isGoing(set)) return;
  const isOfSet = ({ metadata }: Pod) => metadata.ownerReferences?.some(({ uid }) => uid === involved.uid) === true;
  const left = [...pods()].filter((other) => other !== pod && isOfSet(other) && !isGoing(other)).length;
  const message = `Deleted pod: ${pod.metadata.name}`;
  if (left >= (set.spec?.replicas ?? 1))
    yield { involved, type: 'Normal', reason: 'SuccessfulDelete', message, component: 'replicaset-controller' };
}

function scheduled(pod: Pod): Occurrence {
  const { name, namespace = 'default' } = pod.metadata;
  const message = `Successfully assigned ${namespace}/${name} to ${pod.spec?.nodeName ?? ''}`;
  const involved = involvedOf('v1', 'Pod', pod);
  return { involved, type: 'Normal', reason: 'Scheduled', message, component: 'default-scheduler' };
}

function* failedScheduling(before: Pod | undefined, after: Pod): Iterable<Occurrence> {
  const message = whyUnschedulable(after);
  if (message === undefined || message === (before && whyUnschedulable(before))) return;
  const involved = involvedOf('v1', 'Pod', after);
  yield { involved, type: 'Warning', reason: 'FailedScheduling', message, component: 'default-scheduler' };
}

function whyUnschedulable({ status }: Pod): string | undefined {
  const told = status?.conditions?.find(({ reason, status }) => reason === 'Unschedulable' && status === 'False');
  return told && (told.message ?? '');
}

/** Its containers are as they were, so it is their node that nobody hears of. */
function* nodeNotReady(before: Pod | undefined, after: Pod): Iterable<Occurrence> {
  const isRunning = after.status?.containerStatuses?.every(({ ready }) => ready) === true;
  if (before === undefined || !isReady(before) || isReady(after) || !isRunning) return;
  const involved = involvedOf('v1', 'Pod', after);
  const message = 'Node is not ready';
  yield { involved, type: 'Warning', reason: 'NodeNotReady', message, component: 'node-controller' };
}

function* killing(pod: Pod): Iterable<Occurrence> {
  const host = pod.spec?.nodeName;
  if (host === undefined) return;
  for (const { name, state } of pod.status?.containerStatuses ?? []) {
    const involved = { ...involvedOf('v1', 'Pod', pod), fieldPath: `spec.containers{${name}}` };
    const message = `Stopping container ${name}`;
    if (state?.running !== undefined)
      yield { involved, type: 'Normal', reason: 'Killing', message, component: 'kubelet', host };
  }
}

function* containers(before: Pod | undefined, pod: Pod, lastedMs: number): Iterable<Occurrence> {
  const { spec, status } = pod;
  const kinds = [
    ['initContainers', spec?.initContainers, before?.status?.initContainerStatuses, status?.initContainerStatuses],
    ['containers', spec?.containers, before?.status?.containerStatuses, status?.containerStatuses],
  ] as const;
  for (const [list, all = [], were = [], are = []] of kinds)
    for (const container of all) {
      const [was, is] = [were, are].map((statuses) => statuses.find(({ name }) => name === container.name));
      if (is !== undefined) yield* containerOccurrences({ pod, container, list, before: was, after: is, lastedMs });
    }
}
