import type { Resource } from './resource.js';

/** Which part of a resource a path is for. */
export interface ResourcePathOptions {
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  /** Absent: the collection. */
  readonly name?: string | undefined;
  /** Such as `status`; needs a name. */
  readonly subresource?: string | undefined;
  /** Parameters in the order given; those that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

/**
 * The path of a collection, an object or a subresource on an API server, encoded.
 *
 * @example
 * resourcePath(core.pods, { namespace: 'shop', name: 'web-0', subresource: 'status' }); // '/api/v1/namespaces/shop/pods/web-0/status'
 * resourcePath(core.pods, { query: { limit: 500, continue: undefined } }); // '/api/v1/pods?limit=500'
 * @throws TypeError when a name cannot be a part of a path (empty, `.`, `..`, with `/` or `%`), when a cluster-scoped resource is given a namespace, when a
 * namespaced object is given none, or when a subresource is given without a name
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 */
export function resourcePath(resource: Resource<unknown>, options: ResourcePathOptions = {}): string {
  const { namespace, name, subresource, query } = options;
  requireScope(resource, options);
  const parts = resource.group === '' ? ['api', resource.version] : ['apis', resource.group, resource.version];
  if (namespace !== undefined) parts.push('namespaces', segment('namespace', namespace));
  parts.push(resource.plural);
  if (name !== undefined) parts.push(segment('name', name));
  if (subresource !== undefined) parts.push(segment('subresource', subresource));
  return `/${parts.join('/')}${queryText(query)}`;
}

function requireScope(resource: Resource<unknown>, { namespace, name, subresource }: ResourcePathOptions): void {
  if (namespace !== undefined && !resource.namespaced)
    throw new TypeError(
      `namespace is ${JSON.stringify(namespace)}, but ${resource.plural} are cluster-scoped: leave it out`,
    );
  if (name !== undefined && namespace === undefined && resource.namespaced)
    throw new TypeError(`namespace is missing: the ${resource.plural} named ${JSON.stringify(name)} live in one`);
  if (subresource !== undefined && name === undefined)
    throw new TypeError(`name is missing: the subresource ${JSON.stringify(subresource)} belongs to one object`);
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#path-segment-names */
function segment(option: string, value: string): string {
  if (value === '' || value === '.' || value === '..' || /[/%]/.test(value))
    throw new TypeError(`${option} is ${JSON.stringify(value)}: it must not be empty, "." or "..", or have "/" or "%"`);
  return encodeURIComponent(value);
}

function queryText(query: ResourcePathOptions['query'] = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
