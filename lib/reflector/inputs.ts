import { DecodeError, TransformError, type WatchFrame } from '../codec/index.js';
import type { KubernetesObject } from '../kubernetes/index.js';
import type { Attempt } from './attempt.js';
import type { ObjectEvent } from './events.js';
import { decodeFailure, type Failure, mistakeFailure, statusFailure, transformFailure } from './failure.js';
import type { Input, UpstreamTrouble } from './machine.js';
import type { SteadyClock } from './steady-clock.js';
import { TransportMistake } from './transport-mistake.js';
import { decodeUpstream, UPSTREAM_HEADER, unreadUpstreamFailure, upstreamFailure } from './upstream.js';

/** Times of day, as those of the state. */
type Clock = Pick<SteadyClock, 'now' | 'timeAt'>;

/** What a frame of a watch is to `step`. */
export function inputOf<T extends KubernetesObject>(frame: WatchFrame<T>, attempt: Attempt, clock: Clock): Input<T> {
  switch (frame.type) {
    case 'ADDED':
      return eventInput('added', frame);
    case 'MODIFIED':
      return eventInput('modified', frame);
    case 'DELETED':
      return eventInput('deleted', frame);
    case 'BOOKMARK': {
      const { resourceVersion, initialEventsEnd, upstream } = frame;
      const event = { type: 'bookmark', resourceVersion } as const;
      const said = upstream === undefined ? undefined : troubleOf(upstream, attempt, clock);
      return { type: 'event', event, resourceVersion, initialEventsEnd, upstream: said };
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

/** What the headers of an answer say of a relay's own connection; undefined: nothing. */
export function troubleIn(
  headers: Readonly<Record<string, string>>,
  attempt: Attempt,
  clock: Clock,
): UpstreamTrouble | undefined {
  const said = headers[UPSTREAM_HEADER];
  return said === undefined ? undefined : troubleOf(decoded(said), attempt, clock);
}

/** `''`: nobody can read it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Its clock and this one may differ: nothing is known to be stale since a time that is still to come. */
function troubleOf(text: string, attempt: Attempt, clock: Clock): UpstreamTrouble {
  const upstream = decodeUpstream(text);
  const now = clock.now();
  if (upstream === undefined) return { failure: unreadUpstreamFailure(attempt), staleSince: now };
  return { failure: upstreamFailure(upstream, attempt), staleSince: Math.min(now, clock.timeAt(upstream.staleSince)) };
}

export function garbledFailure(error: unknown, attempt: Attempt): Failure {
  if (error instanceof TransformError) return transformFailure(error, attempt);
  if (error instanceof TransportMistake) return mistakeFailure(error, attempt);
  return decodeFailure(
    error instanceof DecodeError ? error : new DecodeError(String(error), { cause: error }),
    attempt,
  );
}
