import { makeStatus } from '../../kubernetes/index.js';
import { ApiError } from '../store/api-error.js';
import type { Collection } from '../store/collection.js';
import { isJsonObject } from '../store/json.js';
import type { PatchType } from '../store/patches.js';
import { badRequest } from '../store/refusals.js';
import type { ApiRequest } from './exchange.js';

/** Bytes: what kube-apiserver takes. */
export const BODY_LIMIT = 3 * 1024 * 1024;

export function tooLarge(): ApiError {
  const message = `Request entity too large: limit is ${BODY_LIMIT}`;
  return new ApiError(makeStatus(413, 'RequestEntityTooLarge', message));
}

function unsupported(accepted: readonly string[]): ApiError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new ApiError(makeStatus(415, 'UnsupportedMediaType', message));
}

function mediaType({ headers }: ApiRequest): string {
  return (headers['content-type'] ?? '').split(';', 1).join().trim().toLowerCase();
}

/** The JSON of a body. @throws ApiError 415 for another type, and what `refuse` makes of a text that is no JSON */
export function parsedJson(request: ApiRequest, refuse: (why: string) => ApiError): unknown {
  const type = mediaType(request);
  if (type !== '' && type !== 'application/json') throw unsupported(['application/json']);
  return parse(request.body, (why) => refuse(`couldn't get version/kind; json parse error: ${why}`));
}

function parse(body: string, refuse: (why: string) => ApiError): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

/** The object in a body, of whatever shape. A custom resource must say what it is: its server cannot know. */
export function sentValue(request: ApiRequest, { resource, kind }: Collection): unknown {
  const unrecognized = (why: string) =>
    badRequest(`the object provided is unrecognized (must be of type ${resource.kind}): ${why}`);
  const value = parsedJson(request, unrecognized);
  if (!kind.builtIn && isJsonObject(value))
    for (const field of ['kind', 'apiVersion'])
      if (value[field] === undefined) throw unrecognized(`it has no ${JSON.stringify(field)}`);
  return value;
}

const PATCH_TYPES: Readonly<Record<string, PatchType>> = {
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'json',
};

/**
 * The patch in a body, and how it is to be applied. Strategic merge patches and server-side apply need schemas: 415.
 */
export function sentPatch(request: ApiRequest): { readonly patch: unknown; readonly type: PatchType } {
  const type = PATCH_TYPES[mediaType(request)];
  if (type === undefined) throw unsupported(Object.keys(PATCH_TYPES));
  return { type, patch: parse(request.body, () => badRequest('invalid JSON patch')) };
}
