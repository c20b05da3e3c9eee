import { isDnsSubdomain, parseFieldSelector, type Resource } from '../../kubernetes/index.js';
import { badRequest, noSuchResource } from '../store/refusals.js';

/** What is done to a resource: the words of RBAC. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** Which part of which resource a path names. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** A request's target, taken apart. */
export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined: the path is not one of a resource. */
  readonly resource: ResourcePath | undefined;
}

/** @throws ApiError 400 for a target that is no URL, or not encoded as one */
export function parseTarget(target: string): Target {
  const [path = '', query = ''] = splitOnce(target, '?');
  if (!path.startsWith('/')) throw badRequest(`the path ${JSON.stringify(path)} does not begin with "/"`);
  const segments = path.split('/').slice(1).map(decoded);
  return { path, query: new URLSearchParams(query), resource: resourcePathOf(segments) };
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(`the path segment ${JSON.stringify(segment)} is not encoded as in a URL`);
  }
}

function resourcePathOf(segments: readonly string[]): ResourcePath | undefined {
  const [root, ...rest] = segments;
  const inCore = root === 'api';
  if (!inCore && root !== 'apis') return undefined;
  const [group = '', version, ...parts] = inCore ? ['', ...rest] : rest;
  if (version === undefined || parts.length === 0 || parts.includes('')) return undefined;
  const [first, namespace, plural, name, ...subresource] = parts;
  // /namespaces/x, /namespaces/x/status and /namespaces/x/finalize are about the namespace itself.
  const within = first === 'namespaces' && plural !== undefined && plural !== 'status' && plural !== 'finalize';
  if (within) return { group, version, plural, namespace, name, subresource: joined(subresource) };
  return {
    group,
    version,
    plural: first ?? '',
    namespace: undefined,
    name: namespace,
    subresource: joined(parts.slice(2)),
  };
}

function joined(parts: readonly string[]): string | undefined {
  return parts.length === 0 ? undefined : parts.join('/');
}

/** Undefined: the method is none of a resource. */
export function verbOf(method: string, { query, resource }: Target): Verb | undefined {
  const named = resource?.name !== undefined;
  switch (method) {
    case 'GET':
      return named ? 'get' : flag(query, 'watch') === true ? 'watch' : 'list';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return named ? 'delete' : 'deletecollection';
    default:
      return undefined;
  }
}

/** Go's reading of a flag: present is true, unless it says `false` or `0`. */
export function flag(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name);
  return value === null ? undefined : !/^(false|0)$/i.test(value);
}

/** @throws ApiError 400 for what is no whole number */
export function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  if (!/^-?\d{1,15}$/.test(text)) throw badRequest(`${name}: ${JSON.stringify(text)} is no whole number`);
  return Number(text);
}

/**
 * The one name that a selection of a collection can have: kube-apiserver, too, lets somebody list and watch an object whose name he may.
 *
 * @see https://github.com/kubernetes/apiserver/blob/master/pkg/endpoints/request/requestinfo.go
 */
export function selectedName(query: URLSearchParams): string | undefined {
  const selector = query.get('fieldSelector');
  if (selector === null || !selector.includes('metadata.name')) return undefined;
  try {
    const exact = parseFieldSelector(selector).find(
      ({ path, operator, value }) => path === 'metadata.name' && operator === '=' && isDnsSubdomain(value),
    );
    return exact?.value;
  } catch {
    return undefined; // It is refused later, by who may be refused for that.
  }
}

export function text(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) ?? undefined;
}

/** @throws ApiError 404 for a path with a namespace where the resource has none, or the other way round */
export function requireScope({ namespaced }: Resource<unknown>, { namespace, name }: ResourcePath): void {
  if (namespace !== undefined && !namespaced) throw noSuchResource();
  if (name !== undefined && namespace === undefined && namespaced) throw noSuchResource();
}
