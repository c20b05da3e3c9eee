import { afterEach, beforeEach } from '@jest/globals';
import { config } from 'rxjs';

/** Whoever runs the servers of a file of tests. Returns what they have been told in the test that runs. */
export function operator(): () => Promise<readonly unknown[]> {
  const reported: unknown[] = [];
  // Each is told in a task of its own.
  const told = () => new Promise<void>((resolve) => setTimeout(resolve));
  beforeEach(() => {
    reported.length = 0;
    config.onUnhandledError = (error) => reported.push(error);
  });
  afterEach(async () => {
    await told();
    config.onUnhandledError = null;
  });
  return async () => {
    await told();
    return reported;
  };
}
