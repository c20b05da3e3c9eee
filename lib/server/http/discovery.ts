import { qualifiedNameOf, shortNamesOf, singularNameOf } from '../../kubernetes/index.js';
import { isNamespaces } from '../store/namespaces.js';
import type { Served } from '../store/served.js';
import { type ApiRequest, type ApiResponse, jsonResponse } from './exchange.js';
import { wantsAggregatedDiscovery } from './negotiation.js';

/** What may be done to the resources of a server. */
export interface Verbs {
  of(served: Served): readonly string[];
  /** To its status; none where it has no `/status`. */
  ofStatus(served: Served): readonly string[];
}

export const ALL_VERBS: Verbs = {
  of(served) {
    const all = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
    return isNamespaces(served) ? all.filter((verb) => verb !== 'deletecollection') : all;
  },
  ofStatus: ({ kind }) => (kind.hasStatus ? ['get', 'patch', 'update'] : []),
};

export const READ_VERBS: Verbs = { of: () => ['get', 'list', 'watch'], ofStatus: () => [] };

/** What `kubectl get all` means. */
const ALL = new Set(
  (
    'pods replicationcontrollers services daemonsets.apps deployments.apps replicasets.apps statefulsets.apps ' +
    'horizontalpodautoscalers.autoscaling cronjobs.batch jobs.batch'
  ).split(' '),
);

function namesOf({ resource }: Served): { shortNames?: readonly string[]; categories?: readonly string[] } {
  const shortNames = shortNamesOf(resource);
  return {
    ...(shortNames.length > 0 && { shortNames }),
    ...(ALL.has(qualifiedNameOf(resource)) && { categories: ['all'] }),
  };
}

/** Group, then version, in the order of preference. */
type Groups = ReadonlyMap<string, ReadonlyMap<string, readonly Served[]>>;

function groupsOf(resources: Iterable<Served>): Groups {
  const groups = new Map<string, Map<string, Served[]>>();
  for (const served of resources) {
    const { group, version } = served.resource;
    const versions = groups.get(group) ?? new Map<string, Served[]>();
    groups.set(group, versions.set(version, [...(versions.get(version) ?? []), served]));
  }
  return groups;
}

/**
 * Tells what resources there are: `/api`, `/apis` and what is below them, and both as one document for clients that
 * accept it.
 *
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export class Discovery {
  private readonly groups: Groups;

  constructor(
    resources: Iterable<Served>,
    private readonly verbs: Verbs,
  ) {
    this.groups = groupsOf(resources);
  }

  /** Undefined: the path is none of discovery's. */
  handle(path: string, { headers }: ApiRequest): ApiResponse | undefined {
    const [root, ...parts] = path.replace(/\/$/, '').split('/').slice(1);
    if (root !== 'api' && root !== 'apis') return undefined;
    const inCore = root === 'api';
    const [group, version, ...more] = inCore ? ['', ...parts] : parts;
    if (more.length > 0) return undefined;
    if (version !== undefined) return this.resourceList(group ?? '', version);
    if (!inCore && group !== undefined) return this.group(group);
    if (wantsAggregatedDiscovery(headers.accept)) return this.aggregated(inCore);
    return inCore ? jsonResponse(200, { kind: 'APIVersions', versions: ['v1'] }) : this.groupList();
  }

  private groupList(): ApiResponse {
    const groups = [...this.groups.keys()].filter((name) => name !== '').map((name) => this.groupInfo(name));
    return jsonResponse(200, { kind: 'APIGroupList', apiVersion: 'v1', groups });
  }

  private group(name: string): ApiResponse | undefined {
    if (name === '' || !this.groups.has(name)) return undefined;
    return jsonResponse(200, { kind: 'APIGroup', apiVersion: 'v1', ...this.groupInfo(name) });
  }

  private groupInfo(name: string): object {
    const versions = [...(this.groups.get(name)?.keys() ?? [])].map((version) => ({
      groupVersion: `${name}/${version}`,
      version,
    }));
    return { name, versions, preferredVersion: versions[0] };
  }

  private resourceList(group: string, version: string): ApiResponse | undefined {
    const served = this.groups.get(group)?.get(version);
    const groupVersion = served?.[0]?.apiVersion;
    if (served === undefined || groupVersion === undefined) return undefined;
    const resources = served.flatMap((each) => legacyResources(each, this.verbs));
    return jsonResponse(200, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources });
  }

  private aggregated(inCore: boolean): ApiResponse {
    const items = [...this.groups]
      .filter(([name]) => (name === '') === inCore)
      .map((group) => aggregatedGroup(group, this.verbs));
    const document = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
    return jsonResponse(200, document, {
      'content-type': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    });
  }
}

function legacyResources(served: Served, verbs: Verbs): object[] {
  const { plural: name, namespaced, kind } = served.resource;
  const singularName = singularNameOf(served.resource);
  const ofStatus = verbs.ofStatus(served);
  return [
    { name, singularName, namespaced, kind, verbs: verbs.of(served), ...namesOf(served) },
    ...(ofStatus.length > 0 ? [{ name: `${name}/status`, singularName: '', namespaced, kind, verbs: ofStatus }] : []),
  ];
}

function aggregatedGroup([name, versions]: [string, ReadonlyMap<string, readonly Served[]>], verbs: Verbs): object {
  return {
    metadata: name === '' ? {} : { name },
    versions: [...versions].map(([version, resources]) => ({
      version,
      resources: resources.map((served) => aggregatedResource(served, verbs)),
      freshness: 'Current',
    })),
  };
}

function aggregatedResource(served: Served, verbs: Verbs): object {
  const { group, version, plural, kind, namespaced } = served.resource;
  const ofStatus = verbs.ofStatus(served);
  const responseKind = { group, version, kind };
  return {
    resource: plural,
    responseKind,
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singularNameOf(served.resource),
    verbs: verbs.of(served),
    ...namesOf(served),
    ...(ofStatus.length > 0 && {
      subresources: [{ subresource: 'status', responseKind, verbs: ofStatus }],
    }),
  };
}
