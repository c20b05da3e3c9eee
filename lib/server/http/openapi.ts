import { resourcePath } from '../../kubernetes/index.js';
import type { Served } from '../store/served.js';
import { type ApiResponse, jsonResponse } from './exchange.js';

const ROOT = '/openapi/v3';

/**
 * The least of OpenAPI that kubectl asks for before it writes: that each kind can be patched, and by which parameter
 * the server is told to check fields. There are no schemas, so no fields are checked, and of each kind is said just that: the fields of all
 * built-in kinds would be megabytes of documents, many times this package.
 */
export class OpenApi {
  private readonly documents: ReadonlyMap<string, readonly Served[]>;

  constructor(
    resources: Iterable<Served>,
    private readonly writable: boolean,
  ) {
    const documents = new Map<string, Served[]>();
    for (const served of resources) {
      const path = `${served.resource.group === '' ? 'api' : 'apis'}/${served.apiVersion}`;
      documents.set(path, [...(documents.get(path) ?? []), served]);
    }
    this.documents = documents;
  }

  /** Undefined: no such document. */
  handle(path: string): ApiResponse | undefined {
    if (path === ROOT) return jsonResponse(200, { paths: this.index() });
    const resources = this.documents.get(path.slice(ROOT.length + 1));
    if (!path.startsWith(`${ROOT}/`) || resources === undefined) return undefined;
    const paths = this.writable ? Object.fromEntries(resources.map(patchOperation)) : {};
    const schemas = Object.fromEntries(resources.map(schemaOf));
    const info = { title: 'rxinformer', version: '1' };
    return jsonResponse(200, { openapi: '3.0.0', info, paths, components: { schemas } });
  }

  private index(): object {
    const entries = [...this.documents.keys()].map((path) => [path, { serverRelativeURL: `${ROOT}/${path}` }]);
    return Object.fromEntries(entries);
  }
}

/** Which `kubectl explain` shows. */
function schemaOf({ resource: { group, version, kind } }: Served): [name: string, schema: object] {
  const schema = {
    description: `What fields a ${kind} has is not known to this server, which takes any.`,
    type: 'object',
    'x-kubernetes-group-version-kind': [{ group, version, kind }],
    'x-kubernetes-preserve-unknown-fields': true,
  };
  return [group === '' ? `${version}.${kind}` : `${group}.${version}.${kind}`, schema];
}

function patchOperation({ resource }: Served): [path: string, item: object] {
  const { group, version, kind, namespaced } = resource;
  const collection = resourcePath(resource, namespaced ? { namespace: 'NAMESPACE' } : {}).replace(
    'NAMESPACE',
    '{namespace}',
  );
  const patch = {
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': { group, version, kind },
    parameters: ['dryRun', 'fieldValidation'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    responses: { 200: { description: 'OK' } },
  };
  return [`${collection}/{name}`, { patch }];
}
