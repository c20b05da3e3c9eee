import { of, switchMap } from 'rxjs';
import { expiredContinue, inconsistentToken, tooLargeResourceVersion } from '../../server/index.js';
import { answer, retryAfter } from './answers.js';
import { kindOf, queryOf, withQuery } from './request-info.js';
import type { Serve } from './serve.js';

/** A watch from before what was asked for. What is no number, or forgotten, is left as it is. */
export function rewindWatch(serve: Serve, versions: bigint): Serve {
  return (request) => {
    const asked = revisionOf(queryOf(request.path).get('resourceVersion'));
    if (asked === undefined || asked <= versions) return serve(request);
    return serve(withQuery(request, { resourceVersion: String(asked - versions) }));
  };
}

/** The versions that a server has given. */
export interface Versions {
  newest(): bigint;
  /** Before it there is nothing to go back to. */
  readonly oldest: bigint;
}

/**
 * A list as a replica answers it that is behind: any state it has, where any will do; of one that it has not seen yet, that it is too large; the
 * newest only after asking etcd, so that this is never stale.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#semantics-for-get-and-list
 */
export function readStale(serve: Serve, versions: bigint, { newest, oldest }: Versions): Serve {
  return (request) => {
    const query = queryOf(request.path);
    const asked = revisionOf(query.get('resourceVersion'));
    const at = newest() - versions < oldest ? oldest : newest() - versions;
    if (asked === undefined || kindOf(request) !== 'list' || query.has('resourceVersionMatch')) return serve(request);
    if (asked > at) return answer(504, tooLargeResourceVersion(asked, at).status, retryAfter(1));
    return serve(withQuery(request, { resourceVersion: String(at), resourceVersionMatch: 'Exact' })).pipe(
      // That state is forgotten.
      switchMap((response) => (response.status === 410 ? serve(request) : of(response))),
    );
  };
}

/** Fewer objects a page than were asked for, and pages where none were asked for. */
export function lowerLimit(serve: Serve, limit: number): Serve {
  return (request) => {
    const query = queryOf(request.path);
    const asked = Number(query.get('limit') ?? 0);
    const changes = { limit: String(asked === 0 ? limit : Math.min(asked, limit)) };
    const version = query.get('resourceVersion') ?? '';
    // A list of "any version" comes whole from the cache, whatever its limit.
    if (version === '0') return serve(withQuery(request, { ...changes, resourceVersion: undefined }));
    // With a limit a version would be meant exactly.
    const match = asked === 0 && version !== '' ? { resourceVersionMatch: 'NotOlderThan' } : {};
    return serve(withQuery(request, { ...match, ...changes }));
  };
}

/** A later page whose token is too old. */
export function refusePage(serve: Serve, inconsistent: boolean): Serve {
  return (request) => {
    const token = queryOf(request.path).get('continue') ?? '';
    if (token === '') return serve(request);
    const { status } = expiredContinue(inconsistent ? inconsistentToken(token) : '');
    return answer(410, inconsistent ? status : { ...status, metadata: {} });
  };
}

/** A server that does not know the parameters of a streamed list takes it for a watch. */
export function withoutInitialEvents(serve: Serve): Serve {
  return (request) => serve(withQuery(request, { sendInitialEvents: undefined, resourceVersionMatch: undefined }));
}

function revisionOf(text: string | null): bigint | undefined {
  return text !== null && /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
}
