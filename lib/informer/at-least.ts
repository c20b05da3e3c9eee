import { filter, type Observable, tap } from 'rxjs';
import { compareResourceVersions } from '../kubernetes/index.js';
import type { Snapshot } from '../store/index.js';
import { type AwaitedInformer, firstReady, type ReadyOptions } from './ready.js';

/** Waits for a snapshot that is not older than a resourceVersion. */
export function snapshotAtLeast<T, I extends string>(
  informer: AwaitedInformer,
  snapshot$: Observable<Snapshot<T, I>>,
  resourceVersion: string,
  options: ReadyOptions,
): Promise<Snapshot<T, I>> {
  let progress = 'no list is complete yet';
  const reached$ = snapshot$.pipe(
    tap((snapshot) => {
      progress = `the snapshot is at ${snapshot.resourceVersion || 'no version that is known'}`;
    }),
    filter((snapshot) => isReached(snapshot.resourceVersion, resourceVersion)),
  );
  const goal = {
    unmet: `resourceVersion ${resourceVersion} is not reached`,
    before: `it had reached resourceVersion ${resourceVersion}`,
    progress: () => progress,
  };
  return firstReady(informer, reached$, goal, options);
}

/** @throws TypeError when it is no text; RangeError when it is a request, such as `"0"`, and no version */
export function checkAtLeast(resourceVersion: unknown): void {
  if (typeof resourceVersion !== 'string')
    throw new TypeError(`resourceVersion: ${String(resourceVersion)} is not a text, such as metadata.resourceVersion`);
  if (resourceVersion === '' || resourceVersion === '0')
    throw new RangeError(
      `resourceVersion: "${resourceVersion}" asks a server for any version and is none; give metadata.resourceVersion of what was written`,
    );
}

/** @throws RangeError when nobody can tell */
function isReached(reached: string, wanted: string): boolean {
  if (reached === '') return false;
  const order = compareResourceVersions(reached, wanted);
  if (order !== undefined) return order >= 0;
  throw new RangeError(
    `resourceVersion: "${wanted}" cannot be compared with "${reached}" of the snapshot: only whole numbers have an order (Kubernetes 1.35, KEP-5504)`,
  );
}
