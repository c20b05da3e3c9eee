import { FORMS, type Form, negotiate, type Shape } from '../http/negotiation.js';
import type { ResourcePath } from '../http/request-info.js';
import { ApiError } from '../store/api-error.js';
import { forbidden } from '../store/refusals.js';
import { attempt } from './attempt.js';
import { holdsField, type Shortfall } from './coverage.js';
import { fieldSetOf } from './field-sets.js';
import type { RelayedInformer } from './relayed-informer.js';

/** How a request wants to be answered. */
export interface Asked {
  readonly accept: string | undefined;
  readonly shape: Shape;
  readonly query: URLSearchParams;
}

/** Informers that may have the one object that is asked for, best first, and what is said where none has it. */
export interface Chances {
  readonly kind: 'chances';
  readonly informers: readonly RelayedInformer[];
  readonly refusal: ApiError;
}

/** Who answers a request. It is decided by what informers hold by their options, so that a list and the watch after it are of the same one. */
export type Route = { readonly kind: 'sure'; readonly informer: RelayedInformer } | Chances;

/**
 * The informer that holds all that is wanted, or, for one object where there is none such, those that may have it.
 *
 * @param informers of one resource
 * @throws ApiError 400 for selectors and fields that are none, 403 and 406 for what cannot be had
 */
export function routeOf(informers: readonly RelayedInformer[], path: ResourcePath, asked: Asked): Route {
  const wanted = {
    namespace: path.namespace,
    name: path.name,
    labelSelector: asked.query.get('labelSelector') ?? '',
    fieldSelector: asked.query.get('fieldSelector') ?? '',
  };
  const looked = informers.map((informer) => ({ informer, shortfall: informer.shortfall(wanted) }));
  const complete = looked.filter(({ shortfall }) => shortfall === undefined).map(({ informer }) => informer);
  const partial = looked.filter(({ shortfall }) => shortfall?.mayHold).map(({ informer }) => informer);
  const sure = attempt(() => bestOf(complete, asked));
  if (sure !== undefined && !(sure instanceof ApiError)) return { kind: 'sure', informer: sure };
  const best = attempt(() => bestOf(partial, asked));
  if (best === undefined || best instanceof ApiError) throw sure ?? best ?? refused(path, looked);
  return { kind: 'chances', informers: inOrder(partial, asked), refusal: sure ?? refused(path, looked) };
}

function refused(
  { name = '' }: ResourcePath,
  looked: readonly { readonly informer: RelayedInformer; readonly shortfall: Shortfall | undefined }[],
): ApiError {
  const why = looked.flatMap(({ shortfall }) => shortfall?.why ?? []).join('; ');
  const [first] = looked;
  if (first === undefined) throw new Error('no informer of a resource that is relayed');
  return forbidden(first.informer.served.resource, name, why);
}

/**
 * The first that shows what the client would have most, with all the fields that are wanted. Whole objects that nobody holds are answered with
 * what there is; fields by name that nobody holds are refused. Undefined: there is none.
 */
function bestOf(informers: readonly RelayedInformer[], asked: Asked): RelayedInformer | undefined {
  if (informers.length === 0) return undefined;
  const { accept, shape, query } = asked;
  const form = negotiate(
    accept,
    shape,
    FORMS.filter((each) => informers.some(({ forms }) => forms.includes(each))),
  );
  const showing = informers.filter(({ forms }) => forms.includes(form));
  const fields = fieldsOf(form, query);
  const [first] = showing;
  const whole = showing.find((informer) => holdsAll(informer, fields));
  if (whole !== undefined || first === undefined) return whole;
  if (form !== 'object' || fields === undefined) return first;
  throw narrower(showing);
}

/** Those who can show it, in the order of `bestOf`. */
function inOrder(informers: readonly RelayedInformer[], asked: Asked): readonly RelayedInformer[] {
  const best = attempt(() => bestOf(informers, asked));
  if (best === undefined || best instanceof ApiError) return [];
  return [
    best,
    ...inOrder(
      informers.filter((each) => each !== best),
      asked,
    ),
  ];
}

/** The fields that are shown in a form; undefined: all. */
function fieldsOf(form: Form, query: URLSearchParams): readonly string[] | undefined {
  switch (form) {
    case 'object': {
      const fields = query.get('fields') ?? '';
      return fields === '' ? undefined : fieldSetOf(fields).paths;
    }
    case 'metadata':
      return ['metadata'];
    case 'table':
      return undefined;
  }
}

function holdsAll({ scope }: RelayedInformer, fields: readonly string[] | undefined): boolean {
  if (fields === undefined) return scope.fields === undefined;
  return fields.every((path) => holdsField(scope, path));
}

function narrower(informers: readonly RelayedInformer[]): ApiError {
  const [first] = informers;
  if (first === undefined) throw new Error('no informer to say what it holds');
  const { resource } = first.served;
  const held = informers.map(({ scope }) => scope.fields?.join(',') ?? '');
  const why = held.map((each) => `this relay holds only ${each} of ${resource.plural}: ask with fields=${each}`);
  return forbidden(resource, '', why.join('; '));
}
