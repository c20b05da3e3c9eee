import { makeStatus, type Status } from '../../kubernetes/index.js';
import { ApiError } from '../store/api-error.js';
import { type ApiResponse, jsonResponse } from './exchange.js';
import { reportToOperator } from './report.js';

/** A status as Go prints it: an empty reason is left out. */
export function statusJson({ reason, ...status }: Status): object {
  return reason === '' ? status : { ...status, reason };
}

/** No more is told to a client: what a bug says may hold what only the operator may know. */
const MISTAKE =
  'Internal error occurred: this server made a mistake of its own, of which its operator is told; ask again, and if it goes on, tell them what you asked for';

/** What was thrown, as clients are told it. What is no ApiError is a bug of this server: a 500, and the operator is told what it says. */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  reportToOperator(error);
  return new ApiError(makeStatus(500, 'InternalError', MISTAKE));
}

/** What is answered when something was thrown. */
export function errorResponse(error: unknown): ApiResponse {
  const { status } = refusalOf(error);
  const wait = status.details?.retryAfterSeconds;
  return jsonResponse(status.code, statusJson(status), wait === undefined ? {} : { 'retry-after': String(wait) });
}
