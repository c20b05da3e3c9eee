import { isObservable } from 'rxjs';
import { IDENTITY_FIELDS } from '../../codec/index.js';
import type { InformerScope } from '../../informer/index.js';
import {
  matchesFields,
  parseFieldSelector,
  parseLabelSelector,
  printFieldSelector,
  printLabelSelector,
  type Resource,
} from '../../kubernetes/index.js';
import { badRequest } from '../store/refusals.js';
import { pathOfField } from '../store/selectable-fields.js';

/** What a request is about. */
export interface Wanted extends Selectors {
  readonly namespace: string | undefined;
  /** Undefined: many objects. */
  readonly name: string | undefined;
}

/** The namespaces that an informer holds; undefined: all. */
export function namespacesOf({ namespace }: InformerScope): readonly string[] | undefined {
  if (namespace === undefined || isObservable(namespace)) return undefined;
  return typeof namespace === 'string' ? [namespace] : [...new Set(namespace)];
}

/** What an informer lacks for a request. */
export interface Shortfall {
  /** In words, and what to ask for instead. */
  readonly why: string;
  /** Whether it may hold the one object that is asked for all the same: where it does, that can be told; where not, nothing can. */
  readonly mayHold: boolean;
}

/**
 * Why an informer cannot answer a request: what it holds is less, so that the answer would lack objects, or say of one that exists that there is
 * none. Undefined: it can.
 *
 * @throws ApiError 400 for a selector that is none
 */
export function shortfall(scope: InformerScope, resource: Resource<unknown>, wanted: Wanted): Shortfall | undefined {
  const { plural } = resource;
  const namespaces = namespacesOf(scope);
  if (namespaces !== undefined && !namespaces.includes(wanted.namespace ?? '')) {
    const some = `${namespaces.length === 1 ? 'the namespace' : 'the namespaces'} ${namespaces.join(', ')}`;
    const why = `this relay holds ${plural} of ${some} only: ask for ${namespaces.length === 1 ? 'that' : 'one of them'}`;
    return { why, mayHold: false };
  }
  const { name } = wanted;
  const why = name === undefined ? unselected(scope, resource, wanted) : unnamed(scope, plural, name, wanted.namespace);
  return why === undefined ? undefined : { why, mayHold: name !== undefined };
}

/** Why it does not hold all that selectors want. */
function unselected(scope: InformerScope, resource: Resource<unknown>, wanted: Wanted): string | undefined {
  const { plural } = resource;
  const labels = missing(labelTerms(scope.labelSelector ?? ''), labelTerms(wanted.labelSelector));
  if (labels !== '') return `this relay holds ${plural} with ${labels} only: ask with labelSelector=${labels}`;
  const fields = missing(fieldTerms(scope.fieldSelector ?? ''), fieldTerms(wanted.fieldSelector));
  if (fields !== '') return `this relay holds ${plural} with ${fields} only: ask with fieldSelector=${fields}`;
  const [unheld] = selectedPaths(resource, furtherSelectors(scope, wanted)).filter((path) => !holdsField(scope, path));
  return unheld === undefined ? undefined : `this relay does not hold ${unheld} of ${plural}, to select them by`;
}

/** Why it may not hold an object that exists. A selector by name or namespace alone is known to select it or not. */
function unnamed(scope: InformerScope, plural: string, name: string, namespace = ''): string | undefined {
  const known: Readonly<Record<string, string>> = { 'metadata.name': name, 'metadata.namespace': namespace };
  const open = parseFieldSelector(scope.fieldSelector ?? '').filter(
    (term) => !Object.hasOwn(known, term.path) || !matchesFields([term], (path) => known[path]),
  );
  const terms = [...labelTerms(scope.labelSelector ?? ''), printFieldSelector(open)].filter((term) => term !== '');
  if (terms.length === 0) return undefined;
  return `this relay holds ${plural} with ${terms.join(',')} only, and ${name} is not among them: whether there is one cannot be told`;
}

/** What objects are selected by. */
export interface Selectors {
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

/**
 * What is left of selectors without the terms that all objects of an informer match, since its server chose them so: they need not be looked at, and could
 * not be where the informer does not keep what they are about.
 *
 * @throws ApiError 400 for a selector that is none
 */
export function furtherSelectors(
  scope: InformerScope,
  { labelSelector = '', fieldSelector = '' }: { readonly [S in keyof Selectors]?: string | undefined },
): Selectors {
  return {
    labelSelector: missing(labelTerms(labelSelector), labelTerms(scope.labelSelector ?? '')),
    fieldSelector: missing(fieldTerms(fieldSelector), fieldTerms(scope.fieldSelector ?? '')),
  };
}

/** What the selectors look at. */
function selectedPaths(resource: Resource<unknown>, { labelSelector, fieldSelector }: Selectors): readonly string[] {
  const labels = parsed(() => parseLabelSelector(labelSelector)).length > 0 ? ['metadata.labels'] : [];
  const fields = parsed(() => parseFieldSelector(fieldSelector)).map(({ path }) => pathOfField(resource, path) ?? path);
  return [...labels, ...fields];
}

/** Whether an informer holds all that there is at a path of an object. */
export function holdsField({ fields, metadataOnly }: InformerScope, path: string): boolean {
  const held = metadataOnly ? ['metadata'] : fields;
  return (
    held === undefined || [...IDENTITY_FIELDS, ...held].some((each) => path === each || path.startsWith(`${each}.`))
  );
}

/** The terms of one selector that another does not have. */
function missing(terms: readonly string[], others: readonly string[]): string {
  return terms.filter((term) => !others.includes(term)).join(',');
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
