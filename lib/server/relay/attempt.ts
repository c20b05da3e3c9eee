import { ApiError } from '../store/api-error.js';

/** What something gives, or by which it is refused. */
export function attempt<T>(what: () => T): T | ApiError {
  try {
    return what();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
