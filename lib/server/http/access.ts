import type { SchedulerLike } from 'rxjs';
import { isPromiseLike } from '../../codec/index.js';
import { makeStatus, type Resource } from '../../kubernetes/index.js';
import { ApiError } from '../store/api-error.js';
import { forbidden } from '../store/refusals.js';
import { decisionOf } from './decision.js';
import type { ApiRequest } from './exchange.js';
import { selectedName, type Target, type Verb, verbOf } from './request-info.js';

/** What somebody wants to do. */
export interface AccessRequest {
  /** The bearer token of the request. Undefined: it has none. */
  readonly token: string | undefined;
  /** RBAC's word, such as `list`; for a path that is no resource, the method in lower case. */
  readonly verb: string;
  readonly path: string;
  /** The resource; undefined for another path, such as `/version`. */
  readonly resource?: {
    readonly group: string;
    readonly version: string;
    /** The plural name, such as `pods`. */
    readonly resource: string;
    readonly subresource?: string;
    /** Absent: the cluster, or all namespaces. */
    readonly namespace?: string;
    /** Absent: the collection. A field selector that says `metadata.name=…` counts as a name, as it does for kube-apiserver. */
    readonly name?: string;
  };
}

/**
 * Whether it may be done. `unauthenticated`: nobody knows who asks, 401. `denied`: 403 that names the user and the reason. `unavailable`: nobody
 * can say now, 503 with the reason. Users and reasons are told to the client.
 */
export type AccessDecision =
  | { readonly access: 'granted' }
  | { readonly access: 'unauthenticated' }
  | { readonly access: 'denied'; readonly user: string; readonly reason?: string }
  | { readonly access: 'unavailable'; readonly reason: string };

/**
 * Decides about one request, at once or later: the request waits, 30 s at most, and is then answered with 503. One that throws or rejects, or gives
 * what is no decision (`false`, nothing), lets nobody in: it is answered with 500, or with the status of an `ApiError`. Of what else it throws the client is
 * told nothing: that goes to `config.onUnhandledError` of RxJS, or is a warning of Node's where none is set.
 *
 * @example
 * const authorize: Authorize = async ({ token, verb, resource }) => {
 *   if (token === undefined) return { access: 'unauthenticated' };
 *   const user = await userOf(token); // yours; undefined: there is no such token
 *   if (user === undefined) return { access: 'unauthenticated' };
 *   if (resource?.namespace === user.team) return { access: 'granted' };
 *   return { access: 'denied', user: user.name, reason: `who is of ${user.team} may ${verb} there only` };
 * };
 */
export type Authorize = (request: AccessRequest) => AccessDecision | PromiseLike<AccessDecision>;

/**
 * Undefined: it may be done. A promise: that is not known yet.
 *
 * @throws ApiError 401, 403 or 503, in the API server's words, or what `decisionOf` throws; a promise rejects with it
 */
export function requireAccess(
  authorize: Authorize,
  request: ApiRequest,
  target: Target,
  verb: Verb | undefined,
  scheduler: SchedulerLike,
): Promise<void> | undefined {
  // kube-apiserver, too, asks about HEAD as about GET, though it then has none.
  const asked = accessRequest(request, target, request.method === 'HEAD' ? verbOf('GET', target) : verb);
  const decision = decisionOf(authorize, asked, scheduler);
  if (isPromiseLike(decision)) return decision.then((made) => admit(asked, made));
  admit(asked, decision);
  return undefined;
}

function admit(asked: AccessRequest, decision: AccessDecision): void {
  switch (decision.access) {
    case 'granted':
      return;
    case 'unauthenticated':
      throw new ApiError(makeStatus(401, 'Unauthorized', 'Unauthorized'));
    case 'denied':
      throw denied(asked, decision.user, decision.reason);
    case 'unavailable':
      throw new ApiError(makeStatus(503, 'ServiceUnavailable', decision.reason, { retryAfterSeconds: 1 }));
  }
}

function accessRequest(
  { method, headers }: ApiRequest,
  { path, query, resource }: Target,
  verb: Verb | undefined,
): AccessRequest {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const common = { token, verb: verb ?? method.toLowerCase(), path };
  if (resource === undefined) return { ...common, verb: method.toLowerCase() };
  const { group, version, plural, subresource, namespace } = resource;
  const ofMany = verb === 'list' || verb === 'watch' || verb === 'deletecollection';
  const name = resource.name ?? (ofMany ? selectedName(query) : undefined);
  return {
    ...common,
    resource: {
      group,
      version,
      resource: plural,
      ...(subresource !== undefined && { subresource }),
      ...(namespace !== undefined && { namespace }),
      ...(name !== undefined && { name }),
    },
  };
}

function denied({ verb, path, resource }: AccessRequest, user: string, reason: string | undefined): ApiError {
  const because = reason === undefined ? '' : `: ${reason}`;
  const who = `User ${JSON.stringify(user)} cannot ${verb}`;
  if (resource === undefined) {
    const message = `forbidden: ${who} path ${JSON.stringify(path)}${because}`;
    return new ApiError(makeStatus(403, 'Forbidden', message, {}));
  }
  const { group, version, resource: plural, subresource, namespace, name = '' } = resource;
  const what = subresource === undefined ? plural : `${plural}/${subresource}`;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const named: Resource<unknown> = { group, version, plural, kind: '', namespaced: namespace !== undefined };
  return forbidden(
    named,
    name,
    `${who} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${because}`,
  );
}
