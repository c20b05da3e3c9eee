import { makeStatus } from '../../kubernetes/index.js';
import { ApiError } from '../store/api-error.js';

/** One form that a client accepts an answer in: a media type with its parameters. */
interface MediaRange {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** How objects are shown. */
export type Form = 'object' | 'table' | 'metadata';

/** `list`: many objects in one answer; `object`: one, or one in each event of a watch. */
export type Shape = 'list' | 'object';

const JSON_TYPES: readonly string[] = ['application/json', 'application/*', '*/*'];

function mediaRanges(accept: string): MediaRange[] {
  return accept.split(',').map((range) => {
    const [type = '', ...rest] = range.split(';').map((part) => part.trim());
    const parameters = rest.map((part): [string, string] => {
      const at = part.indexOf('=');
      return [part.slice(0, at), part.slice(at + 1)];
    });
    return { type: type.toLowerCase(), parameters: Object.fromEntries(parameters) };
  });
}

/** All that there are. */
export const FORMS: readonly Form[] = ['object', 'table', 'metadata'];

/**
 * The first form of an `Accept` header that this server speaks: JSON of the object, or a `Table` or
 * `PartialObjectMetadata` of it.
 *
 * @param forms those that can be had
 * @throws ApiError 406
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#alternate-representations-of-resources
 */
export function negotiate(accept: string | undefined, shape: Shape, forms: readonly Form[]): Form {
  for (const range of mediaRanges(accept === undefined || accept === '' ? '*/*' : accept)) {
    const form = JSON_TYPES.includes(range.type) ? formOf(range, shape) : undefined;
    if (form !== undefined && forms.includes(form)) return form;
  }
  throw new ApiError(makeStatus(406, 'NotAcceptable', `only the following media types are accepted: ${typeOf(forms)}`));
}

function typeOf(forms: readonly Form[]): string {
  return forms.includes('object') ? 'application/json' : 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
}

function formOf({ parameters: { as, g, v } }: MediaRange, shape: Shape): Form | undefined {
  if (as === undefined) return 'object';
  if (g !== 'meta.k8s.io' || v !== 'v1') return undefined;
  if (as === 'Table') return 'table';
  return as === (shape === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata') ? 'metadata' : undefined;
}

/** Whether the client asks for all of discovery in one document. */
export function wantsAggregatedDiscovery(accept: string | undefined): boolean {
  return mediaRanges(accept ?? '').some(
    ({ type, parameters: { g, v, as } }) =>
      type === 'application/json' && g === 'apidiscovery.k8s.io' && v === 'v2' && as === 'APIGroupDiscoveryList',
  );
}
