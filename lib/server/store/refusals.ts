import { makeStatus, qualifiedNameOf, type Resource, type StatusCause } from '../../kubernetes/index.js';
import { ApiError } from './api-error.js';

// Refusals in the words of kube-apiserver 1.37, since people search for them and programs (alas) match them.

type AnyResource = Resource<unknown>;

/** What is wrong with one field of an object or of the options. */
export interface FieldProblem {
  readonly field: string;
  readonly reason: 'FieldValueRequired' | 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueNotSupported';
  readonly message: string;
}

export function requiredField(field: string, why: string): FieldProblem {
  return { field, reason: 'FieldValueRequired', message: `Required value: ${why}` };
}

export function invalidField(field: string, value: unknown, why: string): FieldProblem {
  const shown = value === undefined ? '' : `${JSON.stringify(value)}: `;
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${shown}${why}` };
}

export function forbiddenField(field: string, why: string): FieldProblem {
  return { field, reason: 'FieldValueForbidden', message: `Forbidden: ${why}` };
}

export function unsupportedField(field: string, value: unknown, supported: readonly string[]): FieldProblem {
  const list = supported.map((text) => JSON.stringify(text)).join(', ');
  return {
    field,
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`,
  };
}

function detailsOf(resource: AnyResource, kind: string, name: string) {
  return { ...(name !== '' && { name }), ...(resource.group !== '' && { group: resource.group }), kind };
}

export function badRequest(message: string): ApiError {
  return new ApiError(makeStatus(400, 'BadRequest', message));
}

export function notFound(resource: AnyResource, name: string): ApiError {
  const message = `${qualifiedNameOf(resource)} ${JSON.stringify(name)} not found`;
  return new ApiError(makeStatus(404, 'NotFound', message, detailsOf(resource, resource.plural, name)));
}

/** No such resource, or no such subresource. */
export function noSuchResource(): ApiError {
  return new ApiError(makeStatus(404, 'NotFound', 'the server could not find the requested resource', {}));
}

export function methodNotAllowed(): ApiError {
  const message = 'the server does not allow this method on the requested resource';
  return new ApiError(makeStatus(405, 'MethodNotAllowed', message, {}));
}

export function alreadyExists(resource: AnyResource, name: string): ApiError {
  const message = `${qualifiedNameOf(resource)} ${JSON.stringify(name)} already exists`;
  return new ApiError(makeStatus(409, 'AlreadyExists', message, detailsOf(resource, resource.plural, name)));
}

export function conflict(resource: AnyResource, name: string, why: string): ApiError {
  const message = `Operation cannot be fulfilled on ${qualifiedNameOf(resource)} ${JSON.stringify(name)}: ${why}`;
  return new ApiError(makeStatus(409, 'Conflict', message, detailsOf(resource, resource.plural, name)));
}

/** A precondition of a deletion does not hold. */
export function preconditionFailed(resource: AnyResource, name: string, why: string): ApiError {
  const message = `Operation cannot be fulfilled on ${qualifiedKindOf(resource)} ${JSON.stringify(name)}: ${why}`;
  return new ApiError(makeStatus(409, 'Conflict', message, detailsOf(resource, resource.kind, name)));
}

export function forbidden(resource: AnyResource, name: string, why: string, causes?: readonly StatusCause[]): ApiError {
  const subject = name === '' ? qualifiedNameOf(resource) : `${qualifiedNameOf(resource)} ${JSON.stringify(name)}`;
  const details = { ...detailsOf(resource, resource.plural, name), ...(causes !== undefined && { causes }) };
  return new ApiError(makeStatus(403, 'Forbidden', `${subject} is forbidden: ${why}`, details));
}

export function invalid(resource: AnyResource, name: string, problems: readonly FieldProblem[]): ApiError {
  const subject = `${qualifiedKindOf(resource)} ${JSON.stringify(name)}`;
  return invalidSubject(subject, detailsOf(resource, resource.kind, name), problems);
}

/** An update of a kind that must say from which version it was made. */
export function versionRequired(resource: AnyResource, name: string): ApiError {
  const subject = `${qualifiedNameOf(resource)} ${JSON.stringify(name)}`;
  const problem = invalidField('metadata.resourceVersion', 0, 'must be specified for an update');
  return invalidSubject(subject, detailsOf(resource, resource.plural, name), [problem]);
}

function qualifiedKindOf({ group, kind }: AnyResource): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** Options that cannot be, such as those of a list: `ListOptions.meta.k8s.io "" is invalid`. */
export function invalidOptions(kind: string, problems: readonly FieldProblem[]): ApiError {
  return invalidSubject(`${kind}.meta.k8s.io ""`, { group: 'meta.k8s.io', kind }, problems);
}

function invalidSubject(subject: string, details: object, problems: readonly FieldProblem[]): ApiError {
  const texts = problems.map(({ field, message }) => `${field}: ${message}`);
  const text = texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`;
  const causes = problems.map(({ reason, message, field }) => ({ reason, message, field }));
  return new ApiError(makeStatus(422, 'Invalid', `${subject} is invalid: ${text}`, { ...details, causes }));
}

/** A patch whose result is no object of the kind. */
export function invalidPatch(why: string): ApiError {
  const { field, reason, message } = invalidField('patch', undefined, why);
  const cause = { reason, message, field };
  return new ApiError(makeStatus(422, 'Invalid', ` "" is invalid: ${field}: ${message}`, { causes: [cause] }));
}

/** A JSON patch that does not apply. The real server gives no more words either. */
export function patchRejected(): ApiError {
  const message = 'the server rejected our request due to an error in our request';
  return new ApiError(makeStatus(422, 'Invalid', message, {}));
}

/** The version that was asked for has not been reached. */
export function tooLargeResourceVersion(asked: bigint | string, current: bigint | string): ApiError {
  const message = `Timeout: Too large resource version: ${asked}, current: ${current}`;
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return new ApiError(makeStatus(504, 'Timeout', message, { causes, retryAfterSeconds: 1 }));
}

/** A watch from a version whose following changes are no longer all known. */
export function tooOldResourceVersion(asked: bigint | string, oldest: bigint | string): ApiError {
  return new ApiError(makeStatus(410, 'Expired', `too old resource version: ${asked} (${oldest})`));
}

export function expiredList(): ApiError {
  return new ApiError(makeStatus(410, 'Expired', 'The resourceVersion for the provided list is too old.'));
}

const EXPIRED_CONTINUE =
  'The provided continue parameter is too old to display a consistent list result. List anew without it, or go on with the token ' +
  'in this response: the remainder is then of now, and may not fit what was listed before.';

/** @param token goes on at the same place, at the newest version */
export function expiredContinue(token: string): ApiError {
  return new ApiError({ ...makeStatus(410, 'Expired', EXPIRED_CONTINUE), metadata: { continue: token } });
}

/** A failure that kube-apiserver has no reason for: it answers 500 with the bare words. */
export function serverError(message: string): ApiError {
  return new ApiError(makeStatus(500, '', message));
}
