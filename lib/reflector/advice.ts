import type { Status } from '../kubernetes/index.js';
import type { TransportError } from '../transport/index.js';
import type { Attempt } from './attempt.js';
import type { FailureKind } from './failure-kind.js';

/** What a person can do about a failure. Each ends its last sentence, and tells only what helps. */

export const PROTOCOL_ADVICE =
  'See what answers at that URL: a proxy, a login page, or a server that is no Kubernetes API server.';

export const DEPTH_ADVICE = 'Look at that object, and at who writes it: it is left out, and all others are there.';

const REDIRECT_ADVICE =
  'Give the URL where the server really is: redirects are not followed, since the credentials would go along. Or log in, if it is a login page.';
const RUNS_ADVICE = 'See that the API server runs and can be reached from here; the informer goes on trying.';
const NO_TLS_ADVICE =
  'See that the server of your kubeconfig, or the base URL, begins with http:// if that port speaks no TLS.';
const TLS_ADVICE =
  'See that the server of your kubeconfig, or the base URL, begins with https:// and not with http://.';

export function isRedirect({ code }: Status): boolean {
  return code >= 300 && code < 400;
}

/** What Go's servers answer, kube-apiserver among them. */
export function isPlainHttpToTls({ code, message }: Status): boolean {
  return code === 400 && message.includes('HTTP request to an HTTPS server');
}

export function adviceAfterStatus(kind: FailureKind, status: Status, attempt: Attempt): string {
  switch (kind) {
    case 'unauthorized':
      return 'See that the token or certificate of your kubeconfig is valid (kubectl auth whoami): it was asked for anew for this request.';
    case 'forbidden':
      return adviceAfterForbidden(status, attempt);
    case 'notFound':
      return adviceAfterNotFound(attempt);
    case 'expired':
      return 'Nothing: the informer lists again.';
    case 'throttled':
      return 'The server is busy and asked for patience; the informer waits. If it goes on, look at its priority and fairness settings.';
    case 'server':
      return 'Look at the log of the API server; the informer goes on trying.';
    case 'rejected':
      return 'See that the selectors and options of this informer are ones that the server knows.';
    case 'protocol':
      if (isPlainHttpToTls(status)) return TLS_ADVICE;
      return isRedirect(status) ? REDIRECT_ADVICE : PROTOCOL_ADVICE;
    case 'network':
    case 'tls':
    case 'timeout':
    case 'silent':
      return RUNS_ADVICE;
  }
}

/** As kube-apiserver says it. */
const ANONYMOUS = /\bUser "system:anonymous" cannot /;

function adviceAfterForbidden({ message }: Status, { verb, resource, namespace }: Attempt): string {
  if (ANONYMOUS.test(message))
    return 'The server did not learn who asks: see that the request has credentials, such as a token.';
  const role = namespace === undefined ? 'ClusterRole' : 'Role';
  const rule = `apiGroups: ["${resource.group}"], resources: ["${resource.plural}"], verbs: ["list", "watch"]`;
  const [where, bound] =
    namespace === undefined ? ['', ''] : [` in namespace ${namespace}`, `, bound in namespace ${namespace}`];
  return `The right to ${verb} ${resource.plural}${where} is missing. Ask for a ${role} with this rule: ${rule}${bound}.`;
}

function adviceAfterNotFound({ resource: { group, plural, version } }: Attempt): string {
  if (group === '') return 'See that the URL is that of a Kubernetes API server.';
  return (
    `The server does not serve ${plural} in ${group}/${version}: install its CRD, or the server of that API group, ` +
    'or ask for a version that kubectl api-resources shows.'
  );
}

const TLS_ADVICES: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'Renew the certificate of the server, and see that the clock here is right.'],
  [/^CERT_NOT_YET_VALID$/, 'See that the clocks here and on the server are right.'],
  [
    /ALTNAME|HOSTNAME/,
    'Use one of the names of the certificate as server, or set tls-server-name in your kubeconfig to one.',
  ],
  [
    /ALERT|EPROTO/,
    'See that your kubeconfig has a client certificate that this server accepts and that has not expired.',
  ],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH|UNSUPPORTED_PROTOCOL/, NO_TLS_ADVICE],
];

const NETWORK_ADVICES: readonly (readonly [RegExp, string])[] = [
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    'See that the host name of the server is right, and that names are resolved here (DNS, VPN).',
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH)$/,
    'See that this machine is connected, and that a VPN that is needed is up; the informer goes on trying.',
  ],
  [/^HPE_/, TLS_ADVICE],
  [/^EMFILE$/, 'Raise the limit of open files (ulimit -n), or look for what leaves them open.'],
];

export function adviceAfterFault({ kind, code = '', message }: TransportError): string {
  switch (kind) {
    case 'credentials':
      return 'See that the credentials of your kubeconfig can be had: run its exec command, or open its files, by hand.';
    case 'timeout':
      return 'See that nothing on the way (firewall, VPN, proxy) swallows the connection; the informer goes on trying.';
    case 'tls':
      if (message.includes('http://')) return NO_TLS_ADVICE;
      return (
        first(TLS_ADVICES, code) ??
        'See that the cluster in your kubeconfig has the right certificate-authority-data and server name.'
      );
    case 'network':
      if (message.includes('redirect')) return REDIRECT_ADVICE;
      return first(NETWORK_ADVICES, code) ?? RUNS_ADVICE;
  }
}

function first(advices: readonly (readonly [RegExp, string])[], code: string): string | undefined {
  return advices.find(([pattern]) => pattern.test(code))?.[1];
}
