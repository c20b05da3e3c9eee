import { DecodeError, TransformError, type WatchFrame } from '../codec/index.js';
import type { KubernetesObject } from '../kubernetes/index.js';
import type { Attempt } from './attempt.js';
import type { ObjectEvent } from './events.js';
import { decodeFailure, type Failure, mistakeFailure, statusFailure, transformFailure } from './failure.js';
import type { Input } from './machine.js';
import { TransportMistake } from './transport-mistake.js';

/** What a frame of a watch is to `step`. */
export function inputOf<T extends KubernetesObject>(frame: WatchFrame<T>, attempt: Attempt): Input<T> {
  switch (frame.type) {
    case 'ADDED':
      return eventInput('added', frame);
    case 'MODIFIED':
      return eventInput('modified', frame);
    case 'DELETED':
      return eventInput('deleted', frame);
    case 'BOOKMARK': {
      const { resourceVersion, initialEventsEnd } = frame;
      return { type: 'event', event: { type: 'bookmark', resourceVersion }, resourceVersion, initialEventsEnd };
    }
    case 'ERROR': {
      const { status } = frame;
      const seconds = status.details?.retryAfterSeconds;
      const retryAfterMs = seconds === undefined ? undefined : seconds * 1000;
      return { type: 'refused', status, failure: statusFailure(status, attempt), retryAfterMs };
    }
  }
}

function eventInput<T>(
  type: ObjectEvent<T>['type'],
  { object, resourceVersion }: { readonly object: T; readonly resourceVersion: string },
): Input<T> {
  return { type: 'event', event: { type, object, resourceVersion }, resourceVersion };
}

export function garbledFailure(error: unknown, attempt: Attempt): Failure {
  if (error instanceof TransformError) return transformFailure(error, attempt);
  if (error instanceof TransportMistake) return mistakeFailure(error, attempt);
  return decodeFailure(
    error instanceof DecodeError ? error : new DecodeError(String(error), { cause: error }),
    attempt,
  );
}
