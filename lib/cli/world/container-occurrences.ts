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
  const involved: Involved = { ...involvedOf('v1', 'Pod', pod), fieldPath: `spec.${list}{${container.name}}` };
  const host = pod.spec?.nodeName;
  return wordsOn(change).map((word) => ({
    ...{ involved, component: 'kubelet' as const, ...word },
    ...(host !== undefined && { host }),
  }));
}

function wordsOn({ pod, container, before, after, lastedMs }: ContainerChange): readonly Word[] {
  const { name, image = '' } = container;
  const [was, is] = [before?.state, after.state];
  if (is?.running !== undefined)
    return was?.running === undefined ? [...pulled(image, before, lastedMs), ...begun(name)] : [];
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
function pulled(image: string, before: ContainerStatus | undefined, lastedMs: number): readonly Word[] {
  if ((before?.state?.terminated ?? before?.lastState?.terminated) !== undefined)
    return [normal('Pulled', `Container image "${image}" already present on machine`)];
  const duration = lastedMs < 1000 ? `${lastedMs}ms` : `${lastedMs / 1000}s`;
  const done = normal('Pulled', `Successfully pulled image "${image}" in ${duration} (${duration} including waiting)`);
  return before?.state?.waiting?.reason === 'ContainerCreating' ? [done] : [pulling(image), done];
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
