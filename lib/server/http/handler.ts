import { isPromiseLike } from '../../codec/index.js';
import { methodNotAllowed } from '../store/refusals.js';
import { type Authorize, requireAccess } from './access.js';
import { type ApiRequest, type ApiResponse, jsonResponse, textResponse } from './exchange.js';
import { parseTarget, type ResourcePath, type Target, type Verb, verbOf } from './request-info.js';
import { errorResponse } from './status-response.js';

/** The Kubernetes whose behaviour this server follows. */
const VERSION = { major: '1', minor: '37', gitVersion: 'v1.37.0-rxinformer', platform: 'node' };

/** Answers every request, at once where it can; never throws, never rejects. */
export type Handler = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

/** What a server consists of. */
export interface HandlerParts {
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
}

export function createHandler({ resources, documents, authorize }: HandlerParts): Handler {
  return (request) => {
    try {
      const target = parseTarget(request.target);
      const verb = verbOf(request.method, target);
      const { resource } = target;
      const answer = () =>
        resource === undefined
          ? handleOther(request, target, documents)
          : resources.handle(request, target, resource, verb);
      const decided = authorize === undefined ? undefined : requireAccess(authorize, request, target, verb);
      const answered = decided === undefined ? answer() : decided.then(answer);
      return isPromiseLike(answered) ? answered.catch(errorResponse) : answered;
    } catch (error) {
      return errorResponse(error);
    }
  };
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
