import { type DecodeError, TooDeepError, type TransformError } from '../codec/index.js';
import { isExpired, isTooLargeResourceVersion, type Status } from '../kubernetes/index.js';
import type { RequestTrouble, TransportError } from '../transport/index.js';
import {
  adviceAfterFault,
  adviceAfterStatus,
  DEPTH_ADVICE,
  isPlainHttpToTls,
  isRedirect,
  PROTOCOL_ADVICE,
} from './advice.js';
import type { Attempt } from './attempt.js';
import type { FailureKind } from './failure-kind.js';
import type { TransportMistake } from './transport-mistake.js';

/** A fault of the server or of the way to it, as a value, told for people. */
export interface Failure {
  readonly kind: FailureKind;
  /** What happened, at which URL; without a full stop at its end. */
  readonly message: string;
  /** What a person can do about it. */
  readonly advice: string;
  /** The HTTP status code, where the server answered with one. */
  readonly code?: number;
}

/** Ends without a full stop, whoever said it, so that an advice can follow: `${message}. ${advice}`. */
function messageOf({ verb, url }: Attempt, said: string): string {
  return `${verb} ${url}: ${said.trim().replace(/\.$/, '')}`;
}

/** What the transport knows better, as to what is behind it. */
function advised(
  { advise, verb, resource }: Attempt,
  trouble: Omit<RequestTrouble, 'verb' | 'plural'>,
): string | undefined {
  return advise?.({ ...trouble, verb, plural: resource.plural });
}

/** A Status that the server answered with, or sent within a watch. */
export function statusFailure(status: Status, attempt: Attempt): Failure {
  const kind = kindOf(status);
  const said = status.message === '' ? status.reason : status.message;
  return {
    kind,
    code: status.code,
    message: messageOf(attempt, `${status.code}${said === '' ? '' : ` ${said}`}`),
    advice: advised(attempt, { code: status.code, message: said }) ?? adviceAfterStatus(kind, status, attempt),
  };
}

export function transportFailure(error: TransportError, attempt: Attempt): Failure {
  const kind = error.kind === 'credentials' ? 'unauthorized' : error.kind;
  const { message } = error;
  const advice = advised(attempt, { error, message }) ?? adviceAfterFault(error);
  return { kind, message: messageOf(attempt, message), advice };
}

export function decodeFailure(error: DecodeError, attempt: Attempt): Failure {
  return {
    kind: 'protocol',
    message: messageOf(attempt, error.message),
    advice: error instanceof TooDeepError ? DEPTH_ADVICE : PROTOCOL_ADVICE,
  };
}

export function mistakeFailure(error: TransportMistake, attempt: Attempt): Failure {
  return {
    kind: 'protocol',
    message: messageOf(attempt, error.message),
    advice:
      'Mend the transport option: request() has to return an Observable of one response, and no request was made.',
  };
}

/** An object that the caller's own transform refused. */
export function transformFailure(error: TransformError, attempt: Attempt): Failure {
  return {
    kind: 'protocol',
    message: messageOf(attempt, error.message),
    advice: 'Mend the transform option, so that it stands every object; this one is left out.',
  };
}

/** A connection that brought no byte for so many milliseconds. */
export function silentFailure(milliseconds: number, attempt: Attempt): Failure {
  return {
    kind: 'silent',
    message: `${attempt.verb} ${attempt.url}: nothing came for ${Math.round(milliseconds / 1000)} s`,
    advice:
      'The connection was replaced. If this repeats, look for a load balancer or a VPN that drops idle connections.',
  };
}

/** A process that did not run for so many milliseconds, so that nobody knows what became of its connections. */
export function sleptFailure(milliseconds: number, attempt: Attempt): Failure {
  const seconds = Math.round(milliseconds / 1000);
  return {
    kind: 'silent',
    message: messageOf(attempt, `this process did not run, and nothing came for ${seconds} s`),
    advice:
      'Nothing: the connection was replaced, since it may have died while this computer slept or this process was stopped.',
  };
}

/** A request that is not made, or fails, while the browser says that there is no network. */
export function offlineFailure(attempt: Attempt): Failure {
  return {
    kind: 'network',
    message: messageOf(attempt, 'this computer is offline, as the browser says'),
    advice:
      'Connect it to a network: the informer goes on as soon as the browser tells it, and tries once or twice a minute meanwhile.',
  };
}

/** A connection that was closed because the browser stops the page. */
export function frozenFailure(attempt: Attempt): Failure {
  return {
    kind: 'silent',
    message: messageOf(attempt, 'the browser stopped this page'),
    advice: 'Nothing: the informer goes on as soon as the page runs again.',
  };
}

/** A watch that the server ended at once, with nothing in it, as servers do whose history is gone and who do not say so. */
export function emptyWatchFailure(attempt: Attempt): Failure {
  return {
    kind: 'server',
    message: `${attempt.verb} ${attempt.url}: the server ended the watch at once, without a word`,
    advice: 'If it goes on, look for a proxy on the way that cuts streams, and at the log of the server.',
  };
}

/** A list whose continue token leads to the same page again. */
export function endlessListFailure(attempt: Attempt): Failure {
  return {
    kind: 'protocol',
    message: `${attempt.verb} ${attempt.url}: the pages of the list do not end`,
    advice: PROTOCOL_ADVICE,
  };
}

/** A list that cannot be watched on from where it stands. */
export function unversionedFailure(attempt: Attempt): Failure {
  return {
    kind: 'protocol',
    message: messageOf(
      attempt,
      'the list has no resourceVersion; what is deleted while its watch is opened shows late',
    ),
    advice:
      'Nothing: the informer lists again every minute. To mend it, let the server give its lists a resourceVersion.',
  };
}

/** A server that was restored to a state of before what is known of it. */
export function wentBackFailure(from: string, to: string, attempt: Attempt): Failure {
  return {
    kind: 'expired',
    message: messageOf(attempt, `the server went back to resourceVersion ${to}, but this watch began at ${from}`),
    advice:
      'Nothing: the informer lists again. If nobody restored the server from a backup, look for servers behind that URL that are not of one cluster.',
  };
}

/** A server that ends watches, or expires lists, so often that the request budget has to hold the informer back (L8). */
export function hastyServerFailure(attempt: Attempt): Failure {
  return {
    kind: 'server',
    message: `${attempt.verb} ${attempt.url}: the server ends watches too often; the next request waits`,
    advice: 'Look for a proxy on the way that cuts streams, and at the log of the server.',
  };
}

/** The same where the informer, too, may be the one that cannot make up its mind: a namespace that leaves its set and comes back. */
export function tooOftenFailure(attempt: Attempt): Failure {
  return {
    kind: 'server',
    message: `${attempt.verb} ${attempt.url}: the server ends watches too often, or the namespace came back too often; the next request waits`,
    advice:
      'Look whether the set of namespaces flaps (debounceTime), for a proxy on the way that cuts streams, and at the log of the server.',
  };
}

function kindOf(status: Status): FailureKind {
  if (isRedirect(status) || isPlainHttpToTls(status)) return 'protocol';
  if (isExpired(status)) return 'expired';
  if (isTooLargeResourceVersion(status)) return 'server';
  switch (status.code) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'notFound';
    case 429:
      return 'throttled';
    default:
      return status.code >= 500 ? 'server' : 'rejected';
  }
}
