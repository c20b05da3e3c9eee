import { firstValueFrom, forkJoin, takeUntil } from 'rxjs';
import { apps, batch, core, networking, type Resource } from '../../kubernetes/index.js';
import type { Transport } from '../../transport/index.js';
import { resolveResource } from '../cluster/resolve.js';
import { complain, type Surroundings } from '../surroundings.js';

/** What people look at. Secrets are not among them: who wants them names them, and gets them without their data. */
const USUAL: readonly Resource[] = [
  ...[core.pods, apps.deployments, apps.replicaSets, apps.statefulSets, apps.daemonSets, batch.jobs, batch.cronJobs],
  ...[core.services, networking.ingresses, core.configMaps, core.persistentVolumeClaims],
  ...[core.nodes, core.namespaces, core.events],
];

/**
 * The resources to serve.
 *
 * @param names as for kubectl; undefined: what people look at
 * @returns undefined when the user stopped it before the server had said what they are
 * @throws Refusal when there is no such resource
 */
export async function kindsFor(
  names: readonly string[] | undefined,
  transport: Transport,
  around: Surroundings,
): Promise<readonly Resource[] | undefined> {
  if (names === undefined) return USUAL;
  const say = (sentence: string) => complain(around, sentence);
  const resolved = [...new Set(names)].map((name) => resolveResource(name, transport, say, around.scheduler));
  return firstValueFrom(forkJoin(resolved).pipe(takeUntil(around.stop$)), { defaultValue: undefined });
}
