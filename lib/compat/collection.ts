import { allResources, customResource, type Resource, resourcePath } from '../kubernetes/index.js';
import { type Wanted, wantedBy } from './selectors.js';

/** What the path of `makeInformer` says. */
export interface Collection<T> {
  /** Without its query. */
  readonly path: string;
  readonly resource: Resource<T>;
  readonly namespace: string | undefined;
  /** Of the query. */
  readonly wanted: Wanted;
}

const COLLECTION =
  /^\/(?:api\/(?<core>[^/]+)|apis\/(?<group>[^/]+)\/(?<version>[^/]+))(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<plural>[^/]+)$/;

/**
 * Reads the path of a collection, which may have selectors in a query: `/apis/apps/v1/namespaces/shop/deployments?labelSelector=tier%3Dweb`.
 *
 * @throws TypeError that quotes the path and says what would be right
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 */
export function parseCollection<T>(text: string): Collection<T> {
  const [path = '', query = ''] = `${text}`.split('?', 2);
  const { core, group = '', version = core, namespace, plural } = COLLECTION.exec(path)?.groups ?? {};
  if (version === undefined || plural === undefined) throw wrongPath(text, hint(path));
  try {
    const resource = resourceOf<T>(group, version, plural, namespace !== undefined);
    resourcePath(resource, { namespace }); // whether it can be asked for
    return { path, resource, namespace, wanted: wantedBy('path', new URLSearchParams(query)) };
  } catch (error) {
    throw error instanceof TypeError ? wrongPath(text, error.message) : error;
  }
}

function wrongPath(path: string, why: string): TypeError {
  return new TypeError(`path ${JSON.stringify(path)}: ${why}`);
}

function hint(path: string): string {
  if (/^\/apis?\/(.*\/)?watch\//.test(path)) return 'leave out "watch/", the path is that of the list';
  return 'not the path of a collection, such as "/api/v1/namespaces/default/pods" or "/apis/apps/v1/deployments"';
}

/** A built-in kind, whose objects lack their kind in lists; any other is taken as the path has it. */
function resourceOf<T>(group: string, version: string, plural: string, inNamespace: boolean): Resource<T> {
  const builtIn = allResources.find((one) => one.group === group && one.version === version && one.plural === plural);
  if (builtIn !== undefined) return { group, version, plural, kind: builtIn.kind, namespaced: builtIn.namespaced };
  if (group === '') return { group, version, plural, kind: '', namespaced: inNamespace };
  // A path over all namespaces does not tell whether there are any, and nothing here depends on it.
  return customResource<T>({ group, version, plural, namespaced: inNamespace });
}
