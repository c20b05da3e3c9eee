import { ApiError, parseTarget, verbOf } from '../../server/index.js';
import type { TransportRequest } from '../../transport/index.js';

/**
 * What a request is about, as far as faults care. `page` is a later page of a list, `watchList` a watch that begins with a streamed list; all
 * that changes something is `write`.
 */
export type RequestKind = 'list' | 'page' | 'watch' | 'watchList' | 'get' | 'write';

export function kindOf({ method = 'GET', path }: TransportRequest): RequestKind {
  if (method !== 'GET') return 'write';
  const target = targetOf(path);
  if (target?.resource === undefined) return 'get';
  switch (verbOf(method, target)) {
    case 'watch':
      return target.query.has('sendInitialEvents') ? 'watchList' : 'watch';
    case 'list':
      return (target.query.get('continue') ?? '') === '' ? 'list' : 'page';
    default:
      return 'get';
  }
}

/** Undefined: the server will refuse it. */
function targetOf(path: string): ReturnType<typeof parseTarget> | undefined {
  try {
    return parseTarget(path);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

export function queryOf(path: string): URLSearchParams {
  const at = path.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : path.slice(at + 1));
}

/** The same request with other parameters; undefined takes one out. */
export function withQuery(
  request: TransportRequest,
  changes: Readonly<Record<string, string | undefined>>,
): TransportRequest {
  const query = queryOf(request.path);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  const path = request.path.replace(/\?.*/s, '');
  const text = query.toString();
  return { ...request, path: text === '' ? path : `${path}?${text}` };
}
