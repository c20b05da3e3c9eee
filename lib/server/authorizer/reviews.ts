import type { AccessRequest } from '../http/authorize.js';
import { isJsonObject, type JsonObject } from '../store/json.js';

/** Who has a token, as the cluster says. */
export interface User {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What is posted, and where. */
export interface Review {
  readonly kind: 'TokenReview' | 'SubjectAccessReview';
  readonly path: string;
  readonly spec: object;
  /** What no message may show. */
  readonly secret?: string;
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-review-v1/ */
export function tokenReview(token: string, audiences: readonly string[] | undefined): Review {
  const path = '/apis/authentication.k8s.io/v1/tokenreviews';
  return { kind: 'TokenReview', path, spec: { token, ...(audiences !== undefined && { audiences }) }, secret: token };
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/subject-access-review-v1/ */
export function subjectAccessReview({ username, ...user }: User, { verb, path, resource }: AccessRequest): Review {
  const asked =
    resource === undefined ? { nonResourceAttributes: { path, verb } } : { resourceAttributes: { ...resource, verb } };
  return {
    kind: 'SubjectAccessReview',
    path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    spec: { user: username, ...user, ...asked },
  };
}

export function bodyOf({ kind, spec }: Review): string {
  const group = kind === 'TokenReview' ? 'authentication.k8s.io' : 'authorization.k8s.io';
  return JSON.stringify({ apiVersion: `${group}/v1`, kind, spec });
}

/**
 * Whose token it is; undefined: nobody's, or it is for other audiences than those that were asked for. A server that knows nothing
 * of audiences answers without any, and then its word is not about them.
 */
export function userIn(answer: unknown, audiences: readonly string[] | undefined): User | 'none' | undefined {
  const status = statusIn(answer);
  if (status === undefined) return undefined;
  if (status.authenticated !== true) return 'none';
  if (audiences !== undefined && !textsIn(status.audiences).some((audience) => audiences.includes(audience)))
    return 'none';
  const { username, uid, groups, extra } = isJsonObject(status.user) ? status.user : {};
  if (typeof username !== 'string' || username === '') return undefined;
  return {
    username,
    ...(typeof uid === 'string' && { uid }),
    ...(groups !== undefined && { groups: textsIn(groups) }),
    ...(isJsonObject(extra) && { extra: extraIn(extra) }),
  };
}

/** Whether somebody may, and the reason, if the cluster gives one. */
export interface Access {
  readonly allowed: boolean;
  readonly reason?: string;
}

/** Undefined: the answer says neither yes nor no. */
export function accessIn(answer: unknown): Access | undefined {
  const status = statusIn(answer);
  if (typeof status?.allowed !== 'boolean') return undefined;
  const { reason } = status;
  const allowed = status.allowed && status.denied !== true;
  return { allowed, ...(typeof reason === 'string' && reason !== '' && { reason }) };
}

function statusIn(answer: unknown): JsonObject | undefined {
  return isJsonObject(answer) && isJsonObject(answer.status) ? answer.status : undefined;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}

function extraIn(extra: JsonObject): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, textsIn(values)]));
}
