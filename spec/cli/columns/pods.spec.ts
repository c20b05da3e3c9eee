import { describe, expect, it } from '@jest/globals';
import type { V1ContainerStatus, V1Pod } from '@kubernetes/client-node';
import { cellOf } from '../../../lib/cli/columns/column.js';
import { podColumns } from '../../../lib/cli/columns/pods.js';
import type { Plain, PlainValue } from '../../../lib/kubernetes/index.js';

type ContainerStatus = PlainValue<V1ContainerStatus>;
type PodStatus = NonNullable<Plain<V1Pod>['status']>;

const metadata = {
  name: 'web-0',
  namespace: 'shop',
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: '1970-01-01T00:00:00Z',
};

function container(state: ContainerStatus['state'], more: Partial<ContainerStatus> = {}): ContainerStatus {
  return { name: 'web', image: 'web:1', imageID: '', ready: false, restartCount: 0, ...(state && { state }), ...more };
}

const running = (more: Partial<ContainerStatus> = {}) =>
  container({ running: { startedAt: '1970-01-01T00:00:01Z' } }, more);
const waiting = (reason: string, more: Partial<ContainerStatus> = {}) => container({ waiting: { reason } }, more);
const ended = (exitCode: number, reason?: string, more: Partial<ContainerStatus> = {}) =>
  container({ terminated: { exitCode, ...(reason !== undefined && { reason }) } }, more);
const condition = (type: string, status = 'True', reason?: string) => ({
  type,
  status,
  ...(reason !== undefined && { reason }),
});

/** Ready, status and restarts of a pod. */
function shown(status: PodStatus, pod: Partial<Plain<V1Pod>> = {}): string {
  const object: Plain<V1Pod> = { metadata, spec: { containers: [{ name: 'web' }] }, ...pod, status };
  const now = Date.parse('1970-01-01T00:05:00Z');
  return podColumns
    .filter(({ title }) => ['READY', 'STATUS', 'RESTARTS'].includes(title))
    .map((column) => cellOf(column, object, now))
    .join(' ');
}

const deleted = { metadata: { ...metadata, deletionTimestamp: '1970-01-01T00:01:00Z' } };
const withInit = { spec: { initContainers: [{ name: 'a' }, { name: 'b' }], containers: [{ name: 'web' }] } };
const withSidecar = {
  spec: { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }], containers: [{ name: 'web' }] },
};
const twoContainers = { spec: { containers: [{ name: 'web' }, { name: 'log' }] } };

describe('pods: READY STATUS RESTARTS, as kubectl says them', () => {
  it.each<[string, string, PodStatus, Partial<Plain<V1Pod>>?]>([
    ['nothing known yet', '0/1 Pending 0', { phase: 'Pending' }],
    [
      'gated',
      '0/1 SchedulingGated 0',
      { phase: 'Pending', conditions: [condition('PodScheduled', 'False', 'SchedulingGated')] },
    ],
    ['being made', '0/1 ContainerCreating 0', { phase: 'Pending', containerStatuses: [waiting('ContainerCreating')] }],
    ['running', '1/1 Running 0', { phase: 'Running', containerStatuses: [running({ ready: true })] }],
    ['not ready', '0/1 Running 0', { phase: 'Running', containerStatuses: [running()] }],
    ['evicted', '0/1 Evicted 0', { phase: 'Failed', reason: 'Evicted' }],
    ['ended with a reason', '0/1 Error 0', { phase: 'Failed', containerStatuses: [ended(1, 'Error')] }],
    ['ended with a code', '0/1 ExitCode:3 0', { phase: 'Failed', containerStatuses: [ended(3)] }],
    [
      'ended by a signal',
      '0/1 Signal:9 0',
      { phase: 'Failed', containerStatuses: [container({ terminated: { exitCode: 137, signal: 9 } })] },
    ],
    ['done', '0/1 Completed 0', { phase: 'Succeeded', containerStatuses: [ended(0, 'Completed')] }],
    [
      'crashing, with the time of the last end',
      '0/1 CrashLoopBackOff 3 (4m30s ago)',
      {
        phase: 'Running',
        containerStatuses: [
          waiting('CrashLoopBackOff', {
            restartCount: 3,
            lastState: { terminated: { exitCode: 1, finishedAt: '1970-01-01T00:00:30Z' } },
          }),
        ],
      },
    ],
    [
      'one of two done, the other ready',
      '1/2 Running 0',
      {
        phase: 'Running',
        conditions: [condition('Ready')],
        containerStatuses: [ended(0, 'Completed'), running({ name: 'log', ready: true })],
      },
      twoContainers,
    ],
    [
      'one of two done, the pod not ready',
      '1/2 NotReady 0',
      { phase: 'Running', containerStatuses: [ended(0, 'Completed'), running({ name: 'log', ready: true })] },
      twoContainers,
    ],
    [
      'the first container that waits speaks',
      '0/2 ImagePullBackOff 0',
      { phase: 'Pending', containerStatuses: [waiting('ImagePullBackOff'), waiting('ContainerCreating')] },
      twoContainers,
    ],
    ['terminating', '1/1 Terminating 0', { phase: 'Running', containerStatuses: [running({ ready: true })] }, deleted],
    [
      'deleted when it was over',
      '0/1 Completed 0',
      { phase: 'Succeeded', containerStatuses: [ended(0, 'Completed')] },
      deleted,
    ],
    ['lost with its node', '0/1 Unknown 0', { phase: 'Running', reason: 'NodeLost' }, deleted],
    [
      'at its first init container',
      '0/1 Init:0/2 0',
      {
        phase: 'Pending',
        initContainerStatuses: [running(), waiting('PodInitializing')],
        containerStatuses: [waiting('PodInitializing')],
      },
      withInit,
    ],
    [
      'at its second init container',
      '0/1 Init:1/2 0',
      {
        phase: 'Pending',
        initContainerStatuses: [ended(0, 'Completed'), running()],
        containerStatuses: [waiting('PodInitializing')],
      },
      withInit,
    ],
    [
      'an init container failed',
      '0/1 Init:Error 2',
      { phase: 'Pending', initContainerStatuses: [ended(1, 'Error', { restartCount: 2 })] },
      withInit,
    ],
    [
      'an init container crashes',
      '0/1 Init:CrashLoopBackOff 0',
      { phase: 'Pending', initContainerStatuses: [waiting('CrashLoopBackOff')] },
      withInit,
    ],
    [
      'initialised: restarts before that count no more',
      '1/1 Running 1',
      {
        phase: 'Running',
        conditions: [condition('Initialized')],
        initContainerStatuses: [ended(0, 'Completed', { restartCount: 5 })],
        containerStatuses: [running({ ready: true, restartCount: 1 })],
      },
      withInit,
    ],
    [
      'a sidecar counts as a container',
      '2/2 Running 4',
      {
        phase: 'Running',
        conditions: [condition('Initialized')],
        initContainerStatuses: [running({ name: 'proxy', ready: true, started: true, restartCount: 4 })],
        containerStatuses: [running({ ready: true })],
      },
      withSidecar,
    ],
    [
      'a sidecar that has started lets the others begin',
      '1/2 PodInitializing 0',
      {
        phase: 'Pending',
        initContainerStatuses: [running({ name: 'proxy', ready: true, started: true })],
        containerStatuses: [waiting('PodInitializing')],
      },
      withSidecar,
    ],
  ])('%s: %s', (_, text, status, pod = {}) => {
    expect(shown(status, pod)).toBe(text);
  });

  it('an object that is not what its kind should be spoils its own cell at most', () => {
    const wrong: Plain<V1Pod> = JSON.parse(
      JSON.stringify({
        metadata,
        spec: { containers: [], nodeName: '\u001b[2J' },
        status: { phase: 'Running', containerStatuses: [null] },
      }),
    );
    expect(podColumns.map((column) => cellOf(column, wrong, 0))).toEqual([
      'web-0',
      '<invalid>',
      '<invalid>',
      '<invalid>',
      '0s',
      '␛[2J',
    ]);
  });
});
