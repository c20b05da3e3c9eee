import type { V1Container, V1ContainerStatus } from '@kubernetes/client-node';
import type { Plain, PlainValue } from '../../kubernetes/index.js';
import { type Involved, involvedOf, type Occurrence } from './occurrence.js';
import type { Pod } from './world.js';

type Container = PlainValue<V1Container>;
type ContainerStatus = PlainValue<V1ContainerStatus>;

/** A container of a pod, and what became of it. */
export interface ContainerChange {
  readonly pod: Pod;
  readonly container: Container;
  readonly list: 'containers' | 'initContainers';
  readonly before: Plain<ContainerStatus> | undefined;
  readonly after: Plain<ContainerStatus>;
  /** For how long, in milliseconds, it was as before. */
  readonly lastedMs: number;
}

type Word = Pick<Occurrence, 'type' | 'reason' | 'message'>;

/** What the kubelet tells of a container. */
export function containerOccurrences(change: ContainerChange): readonly Occurrence[] {
  const { pod, container, list } = change;
  return wordsOn(change).map((word) => toldOf(pod, list, container.name, word));
}

/** The images of the init containers are what a node pulls first. Nothing in the status of the pod tells of it. */
export function initPullOccurrences(pod: Pod): readonly Occurrence[] {
  const containers = pod.spec?.initContainers ?? [];
  return containers.map(({ name, image = '' }) => toldOf(pod, 'initContainers', name, pulling(image)));
}

function toldOf(pod: Pod, list: ContainerChange['list'], name: string, word: Word): Occurrence {
  const involved: Involved = { ...involvedOf('v1', 'Pod', pod), fieldPath: `spec.${list}{${name}}` };
  const host = pod.spec?.nodeName;
  return { involved, component: 'kubelet', ...word, ...(host !== undefined && { host }) };
}

function wordsOn(change: ContainerChange): readonly Word[] {
  const { pod, container, before, after } = change;
  const { name, image = '' } = container;
  const [was, is] = [before?.state, after.state];
  if (is?.running !== undefined) return was?.running === undefined ? [...pulled(image, change), ...begun(name)] : [];
  if (is?.terminated !== undefined) return failedItsProbe(before, container) ? [unhealthy(pod, container)] : [];
  if (is?.waiting?.reason === was?.waiting?.reason) return [];
  switch (is?.waiting?.reason) {
    case 'ContainerCreating':
      return [pulling(image)];
    case 'ErrImagePull':
      return [
        warning('Failed', `Failed to pull image "${image}": ${is.waiting.message ?? 'no reason given'}`),
        warning('Failed', 'Error: ErrImagePull'),
      ];
    case 'ImagePullBackOff':
      return [normal('BackOff', `Back-off pulling image "${image}"`), warning('Failed', 'Error: ImagePullBackOff')];
    case 'CrashLoopBackOff':
      return [warning('BackOff', `Back-off restarting failed container ${name} in pod ${described(pod)}`)];
    default:
      return [];
  }
}

/** An image is pulled for the first start of a container, and is there for all others. */
function pulled(image: string, { list, before, lastedMs }: ContainerChange): readonly Word[] {
  if ((before?.state?.terminated ?? before?.lastState?.terminated) !== undefined)
    return [normal('Pulled', `Container image "${image}" already present on machine`)];
  const isUnderWay = list === 'initContainers' || before?.state?.waiting?.reason === 'ContainerCreating';
  // A later attempt shows in the status only when it is done: it was quick.
  const duration = goDuration(isUnderWay ? lastedMs : Math.min(lastedMs, QUICK_MS));
  const done = normal('Pulled', `Successfully pulled image "${image}" in ${duration} (${duration} including waiting)`);
  return isUnderWay ? [done] : [pulling(image), done];
}

const QUICK_MS = 800;

/** As Go prints it: `350ms`, `2.5s`, `4m29.2s`. */
function goDuration(ms: number): string {
  const whole = Math.round(ms);
  if (whole < 1000) return whole === 0 ? '0s' : `${whole}ms`;
  const minutes = Math.floor(whole / 60_000);
  const seconds = `${(whole % 60_000) / 1000}s`;
  if (minutes === 0) return seconds;
  return minutes < 60 ? `${minutes}m${seconds}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
}

function begun(name: string): readonly Word[] {
  return [normal('Created', `Created container: ${name}`), normal('Started', `Started container ${name}`)];
}

function pulling(image: string): Word {
  return normal('Pulling', `Pulling image "${image}"`);
}

/** Whether it ended before it was ready, so that its probe had failed meanwhile. */
function failedItsProbe(before: ContainerStatus | undefined, { readinessProbe }: Container): boolean {
  return before?.state?.running !== undefined && !before.ready && readinessProbe?.httpGet !== undefined;
}

function unhealthy({ status }: Pod, { readinessProbe }: Container): Word {
  const { path = '/', port = 80 } = readinessProbe?.httpGet ?? {};
  const address = `${status?.podIP ?? ''}:${port}`;
  const failure = `Get "http://${address}${path}": dial tcp ${address}: connect: connection refused`;
  return warning('Unhealthy', `Readiness probe failed: ${failure}`);
}

function described({ metadata: { name, namespace, uid } }: Pod): string {
  return `${name}_${namespace ?? 'default'}(${uid})`;
}

function normal(reason: string, message: string): Word {
  return { type: 'Normal', reason, message };
}

function warning(reason: string, message: string): Word {
  return { type: 'Warning', reason, message };
}
