import type { DecodeError, TransformError } from '../codec/index.js';
import { isExpired, isTooLargeResourceVersion, type Status } from '../kubernetes/index.js';
import type { TransportError } from '../transport/index.js';

/**
 * What is wrong between an informer and its server.
 *
 * - `network`: no connection, or it broke
 * - `tls`: the certificate or the handshake was refused
 * - `timeout`: no connection, or no answer, in time
 * - `silent`: a connection that brought nothing for longer than the deadline, and was given up
 * - `unauthorized`: 401, or credentials could not be had
 * - `forbidden`: 403
 * - `notFound`: 404, the resource is not served there
 * - `expired`: 410, the history that was asked for is gone
 * - `throttled`: 429
 * - `server`: 5xx
 * - `protocol`: the server sent what could not be understood
 * - `rejected`: any other 4xx
 */
export type FailureKind =
  | 'network'
  | 'tls'
  | 'timeout'
  | 'silent'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'expired'
  | 'throttled'
  | 'server'
  | 'protocol'
  | 'rejected';

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

/** What was being done, for the messages. */
export interface Attempt {
  readonly verb: 'list' | 'watch';
  /** Where, without query: `https://10.0.0.1:6443/api/v1/pods`. */
  readonly url: string;
  /** The resource as RBAC names it. */
  readonly resource: { readonly group: string; readonly plural: string; readonly version: string };
  readonly namespace?: string | undefined;
}

/** Ends without a full stop, whoever said it, so that an advice can follow: `${message}. ${advice}`. */
function messageOf({ verb, url }: Attempt, said: string): string {
  return `${verb} ${url}: ${said.trim().replace(/\.$/, '')}`;
}

/** A Status that the server answered with, or sent within a watch. */
export function statusFailure(status: Status, attempt: Attempt): Failure {
  const kind = kindOf(status);
  const said = status.message === '' ? status.reason : status.message;
  return {
    kind,
    code: status.code,
    message: messageOf(attempt, `${status.code}${said === '' ? '' : ` ${said}`}`),
    advice: adviceFor(kind, attempt),
  };
}

export function transportFailure(error: TransportError, attempt: Attempt): Failure {
  const kind = error.kind === 'credentials' ? 'unauthorized' : error.kind;
  const advice =
    error.kind === 'credentials'
      ? 'See that the credentials of your kubeconfig can be had: run its exec command, or open its files, by hand.'
      : adviceFor(kind, attempt);
  return { kind, message: messageOf(attempt, error.message), advice };
}

export function decodeFailure(error: DecodeError, attempt: Attempt): Failure {
  return {
    kind: 'protocol',
    message: messageOf(attempt, error.message),
    advice: adviceFor('protocol', attempt),
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
    advice: adviceFor('silent', attempt),
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

/** A watch that the server ended at once, with nothing in it, as servers do whose history is gone and who do not say so. */
export function emptyWatchFailure(attempt: Attempt): Failure {
  return {
    kind: 'server',
    message: `${attempt.verb} ${attempt.url}: the server ended the watch at once, without a word`,
    advice: 'If it goes on, look for a proxy on the way that cuts streams, and at the log of the API server.',
  };
}

/** A list whose continue token leads to the same page again. */
export function endlessListFailure(attempt: Attempt): Failure {
  return {
    kind: 'protocol',
    message: `${attempt.verb} ${attempt.url}: the pages of the list do not end`,
    advice: adviceFor('protocol', attempt),
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

/** A server that ends watches, or expires lists, so often that the request budget has to hold the informer back (L8). */
export function hastyServerFailure(attempt: Attempt): Failure {
  return {
    kind: 'server',
    message: `${attempt.verb} ${attempt.url}: the server ends watches too often; the next request waits`,
    advice: 'Look for a proxy on the way that cuts streams, and at the log of the API server.',
  };
}

function kindOf(status: Status): FailureKind {
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

function adviceFor(kind: FailureKind, attempt: Attempt): string {
  switch (kind) {
    case 'network':
      return 'See that the API server runs and can be reached from here; the informer goes on trying.';
    case 'tls':
      return 'See that the cluster in your kubeconfig has the right certificate-authority-data and server name.';
    case 'timeout':
      return 'See that nothing on the way (firewall, VPN, proxy) swallows the connection; the informer goes on trying.';
    case 'silent':
      return 'The connection was replaced. If this repeats, look for a load balancer or a VPN that drops idle connections.';
    case 'unauthorized':
      return 'See that the token or certificate of your kubeconfig is valid: kubectl auth whoami.';
    case 'forbidden':
      return `Ask for a ${attempt.namespace === undefined ? 'ClusterRole' : 'Role'} with this rule: ${rbacRule(attempt)}`;
    case 'notFound':
      return attempt.resource.group === ''
        ? 'See that the URL is that of a Kubernetes API server.'
        : `The server does not serve ${attempt.resource.plural} in ${attempt.resource.group}/${attempt.resource.version}: install its CRD, or ask for a version that kubectl api-resources shows.`;
    case 'expired':
      return 'Nothing: the informer lists again.';
    case 'throttled':
      return 'The server is busy and asked for patience; the informer waits. If it goes on, look at its priority and fairness settings.';
    case 'server':
      return 'Look at the log of the API server; the informer goes on trying.';
    case 'protocol':
      return 'See what answers at that URL: a proxy, a login page, or a server that is no Kubernetes API server.';
    case 'rejected':
      return 'See that the selectors and options of this informer are ones that the server knows.';
  }
}

function rbacRule({ resource, namespace }: Attempt): string {
  const rule = `apiGroups: ["${resource.group}"], resources: ["${resource.plural}"], verbs: ["list", "watch"]`;
  return namespace === undefined ? rule : `${rule}, bound in namespace ${namespace}`;
}
