import type { V1ContainerState, V1ContainerStatus, V1PodStatus } from '@kubernetes/client-node';
import type { PlainValue } from '../../kubernetes/index.js';
import { timestamp } from './action.js';
import type { PodStage } from './pod-stage.js';
import type { Pod } from './world.js';

type Status = PlainValue<V1PodStatus>;
type ContainerStatus = PlainValue<V1ContainerStatus>;
type ContainerState = PlainValue<V1ContainerState>;

/** How a container that crashes ends. */
export interface Exit {
  readonly exitCode: number;
  readonly reason: 'Error' | 'OOMKilled';
}

/** The stages in which a pod has a status of its own making. */
export type ReportedStage = Exclude<PodStage, 'scheduled' | 'stopping' | 'over'>;

/** What a node reports of a pod that comes to a stage, given what it reported before. */
export function statusAt(pod: Pod, stage: ReportedStage, now: number, exit: Exit, address: string): Status {
  const time = timestamp(now);
  const running = stage === 'started' || stage === 'ready' || stage === 'crashed' || stage === 'crashBackOff';
  const initContainers = pod.spec?.initContainers ?? [];
  return {
    phase: running ? 'Running' : 'Pending',
    startTime: pod.status?.startTime ?? time,
    ...(running ? { podIP: address, podIPs: [{ ip: address }] } : {}),
    conditions: [
      condition(pod, 'PodScheduled', true, time),
      condition(pod, 'Initialized', stage !== 'initialising', time),
      condition(pod, 'ContainersReady', stage === 'ready', time),
      condition(pod, 'Ready', stage === 'ready', time),
    ],
    ...(initContainers.length === 0
      ? {}
      : { initContainerStatuses: initContainers.map(({ name, image = '' }) => initStatus(name, image, stage, time)) }),
    containerStatuses: (pod.spec?.containers ?? []).map(({ name, image = '' }, index) =>
      containerStatus(pod, { name, image }, index === 0 ? stage : companionStage(stage), time, exit),
    ),
  };
}

/** A pod's other containers run on while the first one crashes. */
function companionStage(stage: ReportedStage): ReportedStage {
  return stage === 'crashed' || stage === 'crashBackOff' || stage === 'started' ? 'ready' : stage;
}

function containerStatus(
  pod: Pod,
  { name, image }: { readonly name: string; readonly image: string },
  stage: ReportedStage,
  time: string,
  exit: Exit,
): ContainerStatus {
  const before = pod.status?.containerStatuses?.find((container) => container.name === name);
  const state = containerState(stage, before?.state, time, exit);
  const ended = before?.state?.terminated ?? before?.lastState?.terminated;
  return {
    name,
    image,
    imageID: state.running === undefined ? '' : `${image.split(':')[0]}@sha256:demo`,
    ready: stage === 'ready',
    started: state.running !== undefined,
    restartCount: (before?.restartCount ?? 0) + (stage === 'started' && ended !== undefined ? 1 : 0),
    state,
    lastState: ended === undefined ? {} : { terminated: ended },
  };
}

function containerState(
  stage: ReportedStage,
  before: ContainerState | undefined,
  time: string,
  { exitCode, reason }: Exit,
): ContainerState {
  switch (stage) {
    case 'initialising':
      return { waiting: { reason: 'PodInitializing' } };
    case 'creating':
      return { waiting: { reason: 'ContainerCreating' } };
    case 'pullFailed':
      return { waiting: { reason: 'ErrImagePull', message: 'connection reset by registry' } };
    case 'pullBackOff':
      return { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } };
    case 'started':
      return { running: { startedAt: time } };
    case 'ready':
      return { running: { startedAt: before?.running?.startedAt ?? time } };
    case 'crashed':
      return {
        terminated: { exitCode, reason, startedAt: before?.running?.startedAt ?? time, finishedAt: time },
      };
    case 'crashBackOff':
      return { waiting: { reason: 'CrashLoopBackOff', message: 'back-off restarting failed container' } };
  }
}

function initStatus(name: string, image: string, stage: ReportedStage, time: string): ContainerStatus {
  const done = stage !== 'initialising';
  return {
    name,
    image,
    imageID: '',
    ready: done,
    restartCount: 0,
    state: done
      ? { terminated: { exitCode: 0, reason: 'Completed', finishedAt: time, startedAt: time } }
      : { running: { startedAt: time } },
  };
}

function condition(pod: Pod, type: string, holds: boolean, time: string) {
  const status = holds ? 'True' : 'False';
  const before = pod.status?.conditions?.find((known) => known.type === type && known.status === status);
  return { type, status, lastTransitionTime: before?.lastTransitionTime ?? time };
}
