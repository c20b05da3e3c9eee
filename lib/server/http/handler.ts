import { isPromiseLike } from '../../codec/index.js';
import { methodNotAllowed } from '../store/refusals.js';
import { type Granted, requireAccess, type Waiting } from './access.js';
import type { Authorize } from './authorize.js';
import { type ApiRequest, type ApiResponse, jsonResponse, textResponse } from './exchange.js';
import { type RecheckTimes, rechecked } from './recheck.js';
import { parseTarget, type ResourcePath, type Target, type Verb, verbOf } from './request-info.js';
import { errorResponse } from './status-response.js';

/** The Kubernetes whose behaviour this server follows. */
const VERSION = { major: '1', minor: '37', gitVersion: 'v1.37.0-rxinformer', platform: 'node' };

/** Answers every request, at once where it can; never throws, never rejects. */
export type Handler = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

/** What a server consists of. */
export interface HandlerParts extends Waiting {
  /** Throws, or rejects, with what refuses the request. */
  readonly resources: {
    handle(
      request: ApiRequest,
      target: Target,
      path: ResourcePath,
      verb: Verb | undefined,
    ): ApiResponse | Promise<ApiResponse>;
  };
  readonly documents: readonly Documents[];
  readonly authorize: Authorize | undefined;
  /** Whether open watches are asked about again. Undefined: they are not. */
  readonly recheck?: RecheckTimes | undefined;
}

/** For probes, which have no credentials; they say that the process runs, and nothing else. */
const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz']);

export function createHandler({ resources, documents, authorize, recheck, ...waiting }: HandlerParts): Handler {
  return (request) => {
    try {
      const target = parseTarget(request.target);
      const verb = verbOf(request.method, target);
      const { resource } = target;
      const answer = (asked: ApiRequest) =>
        resource === undefined
          ? handleOther(asked, target, documents)
          : resources.handle(asked, target, resource, verb);
      if (authorize === undefined || HEALTH.has(target.path)) return settled(answer(request));
      const ask = () => requireAccess(authorize, request, target, verb, waiting);
      const lasting = (response: ApiResponse) => withRecheck(response, verb, ask, recheck);
      const answerTo = ({ user }: Granted) =>
        answer(user === undefined ? request : { ...request, client: `user ${user}` });
      return settled(whenGranted(ask(), answerTo, lasting));
    } catch (error) {
      return errorResponse(error);
    }
  };
}

/** Rejections become answers. */
function settled(answer: ApiResponse | Promise<ApiResponse>): ApiResponse | Promise<ApiResponse> {
  return isPromiseLike(answer) ? answer.catch(errorResponse) : answer;
}

function whenGranted(
  decided: Promise<Granted> | Granted,
  answer: (granted: Granted) => ApiResponse | Promise<ApiResponse>,
  lasting: (response: ApiResponse) => ApiResponse,
): ApiResponse | Promise<ApiResponse> {
  const answered = isPromiseLike(decided) ? decided.then(answer) : answer(decided);
  return isPromiseLike(answered) ? answered.then(lasting) : lasting(answered);
}

function withRecheck(
  response: ApiResponse,
  verb: Verb | undefined,
  ask: () => unknown,
  times: RecheckTimes | undefined,
): ApiResponse {
  const { body } = response;
  if (times === undefined || verb !== 'watch' || typeof body === 'string') return response;
  return { ...response, body: rechecked(body, async () => ask(), times) };
}

/** Documents about the server. */
export interface Documents {
  handle(path: string, request: ApiRequest): ApiResponse | undefined;
}

/** Paths that are no resources. */
function handleOther(request: ApiRequest, { path }: Target, documents: readonly Documents[]): ApiResponse {
  const response = otherResponse(request, path, documents);
  if (response !== undefined && request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed();
  if (response !== undefined) return response;
  return textResponse(404, '404 page not found\n');
}

function otherResponse(request: ApiRequest, path: string, documents: readonly Documents[]): ApiResponse | undefined {
  switch (path) {
    case '/healthz':
    case '/livez':
    case '/readyz':
      return textResponse(200, 'ok');
    case '/version':
    case '/version/':
      return jsonResponse(200, VERSION);
    default:
      return documents.map((document) => document.handle(path, request)).find((response) => response !== undefined);
  }
}
