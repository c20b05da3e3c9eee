import type { Status } from '../../kubernetes/index.js';

/** The API server refuses. `status` is what it would send over HTTP. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(readonly status: Status) {
    super(status.message);
  }
}
