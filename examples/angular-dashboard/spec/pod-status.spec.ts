import { describe, expect, it } from '@jest/globals';
import { type PodLike, podReady, podRestarts, podStatus } from '../src/app/kinds/pod-status';

const container = (state: object, ready = false) => ({ name: 'main', ready, restartCount: 2, state });
const pod = (status: PodLike['status'], metadata: PodLike['metadata'] = {}): PodLike => ({
  metadata,
  spec: { containers: [{}, {}], initContainers: [{}, {}] },
  status,
});

describe('the status of a pod', () => {
  it.each<[PodLike, string, string]>([
    [pod({ phase: 'Running', containerStatuses: [container({ running: {} }, true)] }), 'Running', 'good'],
    [pod({ phase: 'Pending' }), 'Pending', 'busy'],
    [
      pod({ phase: 'Running', containerStatuses: [container({ waiting: { reason: 'CrashLoopBackOff' } })] }),
      'CrashLoopBackOff',
      'bad',
    ],
    [pod({ phase: 'Failed', containerStatuses: [container({ terminated: { exitCode: 3 } })] }), 'ExitCode:3', 'bad'],
    [
      pod({ phase: 'Succeeded', containerStatuses: [container({ terminated: { reason: 'Completed', exitCode: 0 } })] }),
      'Completed',
      'done',
    ],
    [pod({ phase: 'Failed', reason: 'Evicted' }), 'Evicted', 'bad'],
    [pod({ phase: 'Running' }, { deletionTimestamp: '2026-01-01T00:00:00Z' }), 'Terminating', 'busy'],
    [
      pod({ phase: 'Pending', initContainerStatuses: [container({ terminated: { exitCode: 0 } }), container({})] }),
      'Init:1/2',
      'busy',
    ],
    [
      pod({ phase: 'Pending', initContainerStatuses: [container({ waiting: { reason: 'ErrImagePull' } })] }),
      'Init:ErrImagePull',
      'bad',
    ],
    [pod(undefined), 'Unknown', 'off'],
  ])('is that of kubectl (%#)', (given, text, tone) => {
    expect(podStatus(given)).toEqual({ text, tone });
  });

  it('goes with how many of its containers are ready, and how often they were started again', () => {
    const two = pod({ containerStatuses: [container({ running: {} }, true), container({ running: {} })] });
    expect(podReady(two)).toEqual([1, 2]);
    expect(podRestarts(two)).toBe(4);
  });
});
