import { compareResourceVersions, makeStatus, qualifiedNameOf, type Resource } from '../../kubernetes/index.js';
import { UPSTREAM_HEADER } from '../../reflector/index.js';
import { withHeaders } from '../guard/index.js';
import type { ApiRequest, ApiResponse } from '../http/exchange.js';
import { getList, getOne, getWatch } from '../http/reading.js';
import { type ResourcePath, requireScope, type Target, type Verb } from '../http/request-info.js';
import { ApiError } from '../store/api-error.js';
import type { RelayReader } from './relay-reader.js';
import type { RelayedInformer } from './relayed-informer.js';
import { type Chances, routeOf } from './routing.js';
import type { Upstream } from './upstream.js';

/** How long a request waits for a version that the relay has not reached, as kube-apiserver's cache does. */
const FRESH_MS = 3000;

/** Answers requests for what is relayed. */
export class RelayHandler {
  constructor(private readonly informers: readonly RelayedInformer[]) {}

  handle(
    request: ApiRequest,
    { query }: Target,
    path: ResourcePath,
    verb: Verb | undefined,
  ): ApiResponse | Promise<ApiResponse> {
    const relayed = this.informers.filter(({ served }) => isAt(served.resource, path));
    const [first] = relayed;
    if (first === undefined) throw notRelayed(path, this.informers);
    requireScope(first.served.resource, path);
    if (verb !== 'get' && verb !== 'list' && verb !== 'watch') throw readOnly();
    if (path.subresource !== undefined) throw notRelayed(path, this.informers);
    const asked = { accept: request.headers.accept, shape: verb === 'list' ? 'list' : 'object', query } as const;
    const route = routeOf(relayed, path, asked);
    const { name, namespace } = path;
    const answer = (informer: RelayedInformer) => {
      const reader = informer.reader(namespace);
      const call = { request, query, reader, namespace };
      return whenKnown(reader, query, () => {
        if (name !== undefined) return getOne(call, name);
        return verb === 'watch' ? getWatch(call) : getList(call);
      });
    };
    return route.kind === 'sure' ? answer(route.informer) : firstFound(route, answer);
  }
}

/**
 * The answer of the first informer that has the object. None has it: then that some could not be asked, else that nobody can tell.
 *
 * All are asked at once, so that those who wait wait together.
 */
async function firstFound(
  { informers, refusal }: Chances,
  answer: (informer: RelayedInformer) => ApiResponse | Promise<ApiResponse>,
): Promise<ApiResponse> {
  const asked = informers.map((informer) => outcomeOf(() => answer(informer)));
  const failures: ApiError[] = [];
  for (const each of asked) {
    const outcome = await each;
    if (!(outcome instanceof ApiError)) return outcome;
    if (outcome.status.code !== 404) failures.push(outcome);
  }
  throw failures[0] ?? refusal;
}

async function outcomeOf(answer: () => ApiResponse | Promise<ApiResponse>): Promise<ApiResponse | ApiError> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Connects what the request is about for as long as it takes, and waits where it has to. */
function whenKnown(
  reader: RelayReader,
  query: URLSearchParams,
  answer: () => ApiResponse,
): ApiResponse | Promise<ApiResponse> {
  const { upstream } = reader.relayed;
  const release = upstream.hold();
  // A watch holds on by itself, once it is read.
  const releaseSoon = () => queueMicrotask(release);
  try {
    const waiting = upstream.servable(reader.relayed.part);
    if (waiting === undefined && hasReached(reader, query)) {
      const response = withAge(answer(), upstream);
      releaseSoon();
      return response;
    }
    return (waiting ?? Promise.resolve())
      .then(() => hasReached(reader, query) || upstream.until(() => hasReached(reader, query), FRESH_MS))
      .then(() => withAge(answer(), upstream))
      .finally(releaseSoon);
  } catch (error) {
    release();
    throw error;
  }
}

function hasReached({ relayed }: RelayReader, query: URLSearchParams): boolean {
  const asked = query.get('resourceVersion') ?? '';
  return compareResourceVersions(asked, relayed.version) !== 1;
}

function isAt({ group, version, plural }: Resource<unknown>, path: ResourcePath): boolean {
  return group === path.group && version === path.version && plural === path.plural;
}

function notRelayed(
  { group, version, plural, subresource }: ResourcePath,
  informers: readonly RelayedInformer[],
): ApiError {
  const name = group === '' ? plural : `${plural}.${version}.${group}`;
  const what = subresource === undefined ? name : `${name}/${subresource}`;
  const has = [...new Set(informers.map(({ served }) => qualifiedNameOf(served.resource)))];
  const message = `this relay does not have ${what}: it relays ${has.length === 0 ? 'nothing' : has.join(', ')}`;
  return new ApiError(makeStatus(404, 'NotFound', message, {}));
}

function readOnly(): ApiError {
  const message = 'this relay is read-only: write to the API server itself';
  return new ApiError(makeStatus(405, 'MethodNotAllowed', message, {}));
}

/** That what is shown is old, kubectl shows to people by the one header, and informers tell by the other before the first bookmark says it. */
function withAge(response: ApiResponse, { warning, header }: Upstream): ApiResponse {
  if (warning === undefined || header === undefined) return response;
  return withHeaders(response, {
    warning: `299 - "${warning.replace(/[^ -~]|["\\]/g, '?')}"`,
    [UPSTREAM_HEADER]: header,
  });
}
