import type { Resource } from 'rxinformer';
import { forkJoin, from, map, mergeMap, type Observable, of, switchMap, toArray } from 'rxjs';

interface GroupDocument {
  readonly metadata?: { readonly name?: string };
  readonly versions: readonly VersionDocument[];
}

interface VersionDocument {
  readonly version: string;
  readonly resources?: readonly {
    readonly resource: string;
    readonly responseKind: { readonly kind: string };
    readonly scope: 'Namespaced' | 'Cluster';
    readonly verbs: readonly string[];
  }[];
}

/** What servers before Kubernetes 1.27 answer: one document for all groups, and one for the resources of each. */
interface GroupList {
  readonly groups?: readonly { readonly preferredVersion: { readonly groupVersion: string } }[];
}

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs: readonly string[];
  }[];
}

export type GetJson = (path: string, accept: string) => Observable<unknown>;

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/**
 * The resources that a server can list and watch, each in the version that it prefers.
 *
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export function discover(getJson: GetJson): Observable<readonly Resource[]> {
  return forkJoin([resourcesBelow(getJson, 'api'), resourcesBelow(getJson, 'apis')]).pipe(map((parts) => parts.flat()));
}

function resourcesBelow(getJson: GetJson, root: 'api' | 'apis'): Observable<readonly Resource[]> {
  return getJson(root, AGGREGATED).pipe(
    switchMap((document) => {
      if (isAggregated(document)) return of(document.items.flatMap(resourcesOfGroup));
      const versions =
        root === 'api'
          ? ['v1']
          : ((document as GroupList).groups ?? []).map(({ preferredVersion }) => preferredVersion.groupVersion);
      return from(versions).pipe(
        mergeMap((version) => getJson(`${root}/${version}`, 'application/json'), 4),
        map((list) => resourcesOfList(list as ResourceList)),
        toArray(),
        map((lists) => lists.flat()),
      );
    }),
  );
}

function isAggregated(document: unknown): document is { readonly items: readonly GroupDocument[] } {
  return typeof document === 'object' && document !== null && 'items' in document;
}

function resourcesOfGroup({ metadata, versions: [preferred] }: GroupDocument): readonly Resource[] {
  return (preferred?.resources ?? []).filter(isLive).map(({ resource, responseKind, scope }) => ({
    group: metadata?.name ?? '',
    version: preferred?.version ?? '',
    plural: resource,
    kind: responseKind.kind,
    namespaced: scope === 'Namespaced',
  }));
}

function resourcesOfList({ groupVersion, resources }: ResourceList): readonly Resource[] {
  const [version = '', group = ''] = groupVersion.split('/').reverse();
  return resources
    .filter((resource) => isLive(resource) && !resource.name.includes('/'))
    .map(({ name, kind, namespaced }) => ({ group, version, plural: name, kind, namespaced }));
}

function isLive({ verbs }: { readonly verbs: readonly string[] }): boolean {
  return verbs.includes('list') && verbs.includes('watch');
}
