import { qualifiedNameOf, shortNamesOf, singularNameOf } from '../../kubernetes/index.js';
import type { Collection } from '../store/collection.js';
import type { Collections } from '../store/collections.js';
import { isNamespaces } from '../store/namespaces.js';
import { type ApiRequest, type ApiResponse, jsonResponse } from './exchange.js';
import { wantsAggregatedDiscovery } from './negotiation.js';

const STATUS_VERBS = ['get', 'patch', 'update'];

/** What `kubectl get all` means. */
const ALL = new Set(
  (
    'pods replicationcontrollers services daemonsets.apps deployments.apps replicasets.apps statefulsets.apps ' +
    'horizontalpodautoscalers.autoscaling cronjobs.batch jobs.batch'
  ).split(' '),
);

function verbsOf(collection: Collection): readonly string[] {
  const all = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
  return isNamespaces(collection) ? all.filter((verb) => verb !== 'deletecollection') : all;
}

function namesOf({ resource }: Collection): { shortNames?: readonly string[]; categories?: readonly string[] } {
  const shortNames = shortNamesOf(resource);
  return {
    ...(shortNames.length > 0 && { shortNames }),
    ...(ALL.has(qualifiedNameOf(resource)) && { categories: ['all'] }),
  };
}

/** Group, then version, in the order of preference. */
type Groups = ReadonlyMap<string, ReadonlyMap<string, readonly Collection[]>>;

function groupsOf(collections: Collections): Groups {
  const groups = new Map<string, Map<string, Collection[]>>();
  for (const collection of collections.all()) {
    const { group, version } = collection.resource;
    const versions = groups.get(group) ?? new Map<string, Collection[]>();
    groups.set(group, versions.set(version, [...(versions.get(version) ?? []), collection]));
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

  constructor(collections: Collections) {
    this.groups = groupsOf(collections);
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
    const collections = this.groups.get(group)?.get(version);
    const groupVersion = collections?.[0]?.apiVersion;
    if (collections === undefined || groupVersion === undefined) return undefined;
    const resources = collections.flatMap(legacyResources);
    return jsonResponse(200, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources });
  }

  private aggregated(inCore: boolean): ApiResponse {
    const items = [...this.groups].filter(([name]) => (name === '') === inCore).map(aggregatedGroup);
    const document = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
    return jsonResponse(200, document, {
      'content-type': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    });
  }
}

function legacyResources(collection: Collection): object[] {
  const { plural: name, namespaced, kind } = collection.resource;
  const singularName = singularNameOf(collection.resource);
  return [
    { name, singularName, namespaced, kind, verbs: verbsOf(collection), ...namesOf(collection) },
    ...(collection.kind.hasStatus
      ? [{ name: `${name}/status`, singularName: '', namespaced, kind, verbs: STATUS_VERBS }]
      : []),
  ];
}

function aggregatedGroup([name, versions]: [string, ReadonlyMap<string, readonly Collection[]>]): object {
  return {
    metadata: name === '' ? {} : { name },
    versions: [...versions].map(([version, collections]) => ({
      version,
      resources: collections.map(aggregatedResource),
      freshness: 'Current',
    })),
  };
}

function aggregatedResource(collection: Collection): object {
  const { group, version, plural, kind, namespaced } = collection.resource;
  const responseKind = { group, version, kind };
  return {
    resource: plural,
    responseKind,
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singularNameOf(collection.resource),
    verbs: verbsOf(collection),
    ...namesOf(collection),
    ...(collection.kind.hasStatus && {
      subresources: [{ subresource: 'status', responseKind, verbs: STATUS_VERBS }],
    }),
  };
}
