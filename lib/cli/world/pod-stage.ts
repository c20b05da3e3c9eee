import type { Pod } from './world.js';
import { isReady } from './world.js';

/** Where in its life a pod on a node is. */
export type PodStage =
  /** The node has not looked at it. */
  | 'scheduled'
  /** Its init container runs. */
  | 'initialising'
  /** Its image is pulled, its containers are made. */
  | 'creating'
  | 'pullFailed'
  | 'pullBackOff'
  /** It runs, but is not ready yet. */
  | 'started'
  | 'ready'
  /** Its first container has just ended. */
  | 'crashed'
  /** It waits before that is started again. */
  | 'crashBackOff'
  /** It was told to stop. */
  | 'stopping'
  /** It ended, for good. */
  | 'over';

/** Read from the pod's status, the only memory that there is. */
export function stageOf(pod: Pod): PodStage {
  const { status, metadata } = pod;
  if (metadata.deletionTimestamp !== undefined) return 'stopping';
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return 'over';
  if (status?.initContainerStatuses?.some(({ state }) => state?.running !== undefined)) return 'initialising';
  const state = status?.containerStatuses?.[0]?.state;
  if (state?.running !== undefined) return isReady(pod) ? 'ready' : 'started';
  if (state?.terminated !== undefined) return 'crashed';
  switch (state?.waiting?.reason) {
    case undefined:
      return 'scheduled';
    case 'ErrImagePull':
      return 'pullFailed';
    case 'ImagePullBackOff':
      return 'pullBackOff';
    case 'CrashLoopBackOff':
      return 'crashBackOff';
    default:
      return 'creating';
  }
}
