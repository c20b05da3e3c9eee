import type { V1ContainerStatus, V1Pod, V1PodCondition } from '@kubernetes/client-node';
import type { Plain, PlainValue } from '../../kubernetes/index.js';

type Pod = Plain<V1Pod>;
type ContainerStatus = PlainValue<V1ContainerStatus>;
type Terminated = NonNullable<NonNullable<ContainerStatus['state']>['terminated']>;

/**
 * What a pod is doing, in kubectl's one word: its phase, unless something more telling is known of its containers or its end
 * (`CrashLoopBackOff`, `Init:0/1`, `Completed`, `Terminating`).
 *
 * @see https://github.com/kubernetes/kubernetes/blob/master/pkg/printers/internalversion/printers.go (printPod)
 */
export function podStatus(pod: Pod): string {
  const { status, metadata } = pod;
  if (metadata.deletionTimestamp !== undefined) {
    if (status?.reason === 'NodeLost') return 'Unknown';
    if (!isOver(status?.phase)) return 'Terminating';
  }
  return initStatus(pod) ?? containersStatus(pod) ?? status?.reason ?? gate(pod) ?? status?.phase ?? 'Unknown';
}

/** How many of a pod's containers are ready, and how many there are, sidecars included. */
export function podReadiness(pod: Pod): { readonly ready: number; readonly containers: number } {
  const containers = (pod.spec?.containers.length ?? 0) + (pod.spec?.initContainers ?? []).filter(isSidecar).length;
  const statuses = [
    ...startedSidecars(pod),
    ...(initStatus(pod) === undefined ? (pod.status?.containerStatuses ?? []) : []),
  ];
  const ready = statuses.filter((container) => container.ready && container.state?.running !== undefined).length;
  return { ready, containers };
}

/** How often a pod's containers were started again, and when the last of them ended before that. */
export function podRestarts(pod: Pod): { readonly count: number; readonly lastAt: string | undefined } {
  const { initContainerStatuses = [], containerStatuses = [] } = pod.status ?? {};
  // Once the pod is initialised, nobody asks how often that was tried.
  const counted =
    initStatus(pod) === undefined ? [...sidecarStatuses(pod), ...containerStatuses] : initContainerStatuses;
  const ends = counted.flatMap(({ lastState }) => lastState?.terminated?.finishedAt ?? []).sort();
  return { count: counted.reduce((sum, { restartCount }) => sum + restartCount, 0), lastAt: ends.at(-1) };
}

/** What the init containers are at; undefined once they are done. */
function initStatus(pod: Pod): string | undefined {
  if (hasCondition(pod, 'Initialized')) return undefined;
  const names = (pod.spec?.initContainers ?? []).map(({ name }) => name);
  for (const [index, container] of (pod.status?.initContainerStatuses ?? []).entries()) {
    const { terminated, waiting } = container.state ?? {};
    if (terminated?.exitCode === 0 || (isSidecarName(pod, container.name) && container.started === true)) continue;
    if (terminated !== undefined) return `Init:${endOf(terminated)}`;
    if (waiting?.reason !== undefined && waiting.reason !== 'PodInitializing') return `Init:${waiting.reason}`;
    return `Init:${index}/${names.length}`;
  }
  return undefined;
}

/** What the first container that waits or has ended says. A pod that goes on with others of its containers runs. */
function containersStatus(pod: Pod): string | undefined {
  const statuses = pod.status?.containerStatuses ?? [];
  const words = statuses.flatMap(({ state }) => {
    if (state?.waiting?.reason) return [state.waiting.reason];
    return state?.terminated === undefined ? [] : [endOf(state.terminated)];
  });
  const [word] = words;
  const runs = statuses.some(({ ready, state }) => ready && state?.running !== undefined);
  if (word === 'Completed' && runs) return hasCondition(pod, 'Ready') ? 'Running' : 'NotReady';
  return word;
}

function endOf({ reason, signal, exitCode }: Terminated): string {
  return reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`);
}

function gate(pod: Pod): string | undefined {
  const scheduled = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  return scheduled?.reason === 'SchedulingGated' ? scheduled.reason : undefined;
}

/** Sidecars are init containers that go on beside the others (KEP-753). */
function isSidecar({ restartPolicy }: { readonly restartPolicy?: string }): boolean {
  return restartPolicy === 'Always';
}

function isSidecarName(pod: Pod, name: string): boolean {
  return (pod.spec?.initContainers ?? []).some((container) => container.name === name && isSidecar(container));
}

function sidecarStatuses(pod: Pod): readonly ContainerStatus[] {
  return (pod.status?.initContainerStatuses ?? []).filter(({ name }) => isSidecarName(pod, name));
}

function startedSidecars(pod: Pod): readonly ContainerStatus[] {
  return sidecarStatuses(pod).filter(({ started }) => started === true);
}

function hasCondition(pod: Pod, type: PlainValue<V1PodCondition>['type']): boolean {
  return (pod.status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
}

function isOver(phase: string | undefined): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
