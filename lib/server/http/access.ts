import type { SchedulerLike } from 'rxjs';
import { isPromiseLike } from '../../codec/index.js';
import { makeStatus, type Resource } from '../../kubernetes/index.js';
import { ApiError } from '../store/api-error.js';
import { forbidden } from '../store/refusals.js';
import type { AccessDecision, AccessRequest, Authorize } from './authorize.js';
import { decisionOf } from './decision.js';
import type { ApiRequest } from './exchange.js';
import { selectedName, type Target, type Verb, verbOf } from './request-info.js';

/** What somebody was let in by. */
export type Granted = Extract<AccessDecision, { readonly access: 'granted' }>;

/** How long a decision is waited for. */
export interface Waiting {
  readonly scheduler: SchedulerLike;
  /** Aborted when the server stops. Undefined: that is not known. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * That it may be done. A promise: that is not known yet.
 *
 * @throws ApiError 401, 403 or 503, in the API server's words, or what `decisionOf` throws; a promise rejects with it
 */
export function requireAccess(
  authorize: Authorize,
  request: ApiRequest,
  target: Target,
  verb: Verb | undefined,
  { scheduler, stopping }: Waiting,
): Promise<Granted> | Granted {
  // kube-apiserver, too, asks about HEAD as about GET, though it then has none.
  const asked = accessRequest(request, target, request.method === 'HEAD' ? verbOf('GET', target) : verb);
  const decision = decisionOf(authorize, asked, { scheduler, ends: [request.signal, stopping] });
  if (isPromiseLike(decision)) return decision.then((made) => admit(asked, made));
  return admit(asked, decision);
}

const UNAVAILABLE = 'nobody can say now whether this request is allowed; try again later';

function admit(asked: AccessRequest, decision: AccessDecision): Granted {
  switch (decision.access) {
    case 'granted':
      return decision;
    case 'unauthenticated':
      throw new ApiError(makeStatus(401, 'Unauthorized', 'Unauthorized'));
    case 'denied':
      throw denied(asked, decision.user, decision.reason);
    case 'unavailable':
      throw new ApiError(
        makeStatus(503, 'ServiceUnavailable', decision.reason ?? UNAVAILABLE, { retryAfterSeconds: 1 }),
      );
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

function denied(
  { verb, path, resource }: AccessRequest,
  user: string | undefined,
  reason: string | undefined,
): ApiError {
  const because = reason === undefined ? '' : `: ${reason}`;
  const who = `${user === undefined ? 'the user of this request' : `User ${JSON.stringify(user)}`} cannot ${verb}`;
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
