import type { Status } from '../../../lib/kubernetes/index.js';
import { ApiError, type ApiServer, type ApiServerOptions, createApiServer } from '../../../lib/server/index.js';
import { TestClock } from '../../support/virtual-time.js';

/** 2026-01-06T08:00:00Z */
export const START = 1_767_686_400_000;

/** A server whose uids are counted, whose time stands still and whose timers are a test's. Its first two writes were the namespaces `default` and `kube-system`. */
export function testServer(options: ApiServerOptions = {}): ApiServer {
  let uids = 0;
  return createApiServer({
    now: () => START,
    scheduler: new TestClock(),
    uid: () => {
      uids += 1;
      return `uid-${uids}`;
    },
    ...options,
  });
}

/** The Status of a refusal. */
export function refusal(call: () => unknown): Status {
  try {
    call();
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
  throw new Error('it was not refused');
}
