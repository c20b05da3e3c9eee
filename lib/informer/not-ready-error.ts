import type { Failure } from '../reflector/index.js';

/** Why `ready()` gave up: the informer was stopped, the time is over, or something is wrong that will not heal by itself. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';

  constructor(
    message: string,
    /** What was wrong between the informer and its server at that time, if anything. */
    readonly failure?: Failure,
  ) {
    super(message);
  }
}
