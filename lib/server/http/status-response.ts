import { makeStatus, type Status } from '../../kubernetes/index.js';
import { ApiError } from '../store/api-error.js';
import { type ApiResponse, jsonResponse } from './exchange.js';

/** A status as Go prints it: an empty reason is left out. */
export function statusJson({ reason, ...status }: Status): object {
  return reason === '' ? status : { ...status, reason };
}

/** What is answered when something was thrown. A bug of this server is a 500, and no more than its message goes out. */
export function errorResponse(error: unknown): ApiResponse {
  const status = error instanceof ApiError ? error.status : internalError(error);
  const wait = status.details?.retryAfterSeconds;
  return jsonResponse(status.code, statusJson(status), wait === undefined ? {} : { 'retry-after': String(wait) });
}

function internalError(error: unknown): Status {
  const why = error instanceof Error ? error.message : String(error);
  return makeStatus(500, 'InternalError', `Internal error occurred: ${why}`, { causes: [{ message: why }] });
}
