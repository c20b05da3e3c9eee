import { isObservable } from 'rxjs';
import type { InformerScope } from '../../informer/index.js';
import {
  parseFieldSelector,
  parseLabelSelector,
  printFieldSelector,
  printLabelSelector,
  type Resource,
} from '../../kubernetes/index.js';
import { badRequest } from '../store/refusals.js';
import { pathOfField } from '../store/selectable-fields.js';

/** What a request is about. */
export interface Wanted {
  readonly namespace: string | undefined;
  /** Undefined: many objects. */
  readonly name: string | undefined;
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

/** The namespaces that an informer holds; undefined: all. */
export function namespacesOf({ namespace }: InformerScope): readonly string[] | undefined {
  if (namespace === undefined || isObservable(namespace)) return undefined;
  return typeof namespace === 'string' ? [namespace] : [...new Set(namespace)];
}

/**
 * Why an informer cannot answer a request: what it holds is less, so that the answer would lack objects. Undefined: it can. One object that it
 * holds can be had in any case.
 *
 * @throws ApiError 400 for a selector that is none
 */
export function shortfall(scope: InformerScope, resource: Resource<unknown>, wanted: Wanted): string | undefined {
  const { plural } = resource;
  const namespaces = namespacesOf(scope);
  if (namespaces !== undefined && !namespaces.includes(wanted.namespace ?? '')) {
    const some = `${namespaces.length === 1 ? 'the namespace' : 'the namespaces'} ${namespaces.join(', ')}`;
    return `this relay holds ${plural} of ${some} only: ask for ${namespaces.length === 1 ? 'that' : 'one of them'}`;
  }
  if (wanted.name !== undefined) return undefined;
  const labels = missing(labelTerms(scope.labelSelector ?? ''), labelTerms(wanted.labelSelector));
  if (labels !== '') return `this relay holds ${plural} with ${labels} only: ask with labelSelector=${labels}`;
  const fields = missing(fieldTerms(scope.fieldSelector ?? ''), fieldTerms(wanted.fieldSelector));
  if (fields !== '') return `this relay holds ${plural} with ${fields} only: ask with fieldSelector=${fields}`;
  const [unheld] = selectedPaths(resource, wanted).filter((path) => !holds(scope, path));
  return unheld === undefined ? undefined : `this relay does not hold ${unheld} of ${plural}, to select them by`;
}

/** What the selectors look at. */
function selectedPaths(resource: Resource<unknown>, { labelSelector, fieldSelector }: Wanted): readonly string[] {
  const labels = parsed(() => parseLabelSelector(labelSelector)).length > 0 ? ['metadata.labels'] : [];
  const fields = parsed(() => parseFieldSelector(fieldSelector)).map(({ path }) => pathOfField(resource, path) ?? path);
  return [...labels, ...fields];
}

const ALWAYS_HELD: readonly string[] = ['metadata.name', 'metadata.namespace'];

function holds({ fields, metadataOnly }: InformerScope, path: string): boolean {
  const held = metadataOnly ? ['metadata'] : fields;
  return held === undefined || [...ALWAYS_HELD, ...held].some((each) => path === each || path.startsWith(`${each}.`));
}

/** The terms of what is held that what is wanted does not have too: it may be more. */
function missing(held: readonly string[], wanted: readonly string[]): string {
  return held.filter((term) => !wanted.includes(term)).join(',');
}

function labelTerms(text: string): readonly string[] {
  return parsed(() => parseLabelSelector(text)).map((requirement) => printLabelSelector([requirement]));
}

function fieldTerms(text: string): readonly string[] {
  return parsed(() => parseFieldSelector(text)).map((requirement) => printFieldSelector([requirement]));
}

function parsed<S>(parse: () => S): S {
  try {
    return parse();
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
}
