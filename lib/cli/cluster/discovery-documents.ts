import { field, listAt, textAt, textsAt } from '../text/json.js';
import type { ServedResource } from './served-resource.js';

/** Whether the answer of `/api` or `/apis` is one document for all groups (since Kubernetes 1.27), as it was asked for. */
export function isAggregated(document: unknown): boolean {
  return textAt(document, 'kind') === 'APIGroupDiscoveryList';
}

/**
 * The resources in an `APIGroupDiscoveryList`: groups in the server's order, the preferred version of each first.
 *
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#aggregated-discovery
 */
export function aggregatedResources(document: unknown): readonly ServedResource[] {
  return listAt(document, 'items').flatMap((group) =>
    listAt(group, 'versions').flatMap((version) =>
      listAt(version, 'resources').map((resource) => ({
        group: textAt(group, 'metadata', 'name'),
        version: textAt(version, 'version'),
        plural: textAt(resource, 'resource'),
        kind: textAt(resource, 'responseKind', 'kind'),
        namespaced: textAt(resource, 'scope') === 'Namespaced',
        singular: textAt(resource, 'singularResource'),
        shortNames: textsAt(resource, 'shortNames'),
        verbs: textsAt(resource, 'verbs'),
      })),
    ),
  );
}

/** The groups whose own server did not answer the API server, so that their resources are old or missing. */
export function staleGroups(document: unknown): readonly string[] {
  return listAt(document, 'items').flatMap((group) =>
    listAt(group, 'versions').some((version) => textAt(version, 'freshness') === 'Stale')
      ? [textAt(group, 'metadata', 'name')]
      : [],
  );
}

/** A group in one of its versions, which older servers have a document of its own for. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  /** Where that document is. */
  readonly path: string;
}

/** The versions of the core group in an `APIVersions`, the answer of `/api`. */
export function coreVersions(document: unknown): readonly GroupVersion[] {
  return textsAt(document, 'versions').map((version) => ({ group: '', version, path: `/api/${version}` }));
}

/** The groups and versions in an `APIGroupList`, the answer of `/apis`: the preferred version of each group first. */
export function groupVersions(document: unknown): readonly GroupVersion[] {
  return listAt(document, 'groups').flatMap((entry) => {
    const group = textAt(entry, 'name');
    const versions = [textAt(entry, 'preferredVersion', 'version'), ...listAt(entry, 'versions').map(versionOf)];
    return [...new Set(versions)]
      .filter((version) => version !== '')
      .map((version) => ({ group, version, path: `/apis/${group}/${version}` }));
  });
}

function versionOf(entry: unknown): string {
  return textAt(entry, 'version');
}

/** The resources in an `APIResourceList`. Subresources, which have a slash in their names, are left out. */
export function listedResources(document: unknown, { group, version }: GroupVersion): readonly ServedResource[] {
  return listAt(document, 'resources')
    .map((resource) => ({
      group,
      version,
      plural: textAt(resource, 'name'),
      kind: textAt(resource, 'kind'),
      namespaced: field(resource, 'namespaced') === true,
      singular: textAt(resource, 'singularName'),
      shortNames: textsAt(resource, 'shortNames'),
      verbs: textsAt(resource, 'verbs'),
    }))
    .filter(({ plural }) => !plural.includes('/'));
}
