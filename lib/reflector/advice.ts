import type { Status } from '../kubernetes/index.js';
import type { TransportError } from '../transport/index.js';
import { networkAdvice, tlsAdvice } from './advice-of-code.js';
import { NO_TLS_ADVICE, TLS_ADVICE } from './advice-on-tls.js';
import type { Attempt } from './attempt.js';
import type { FailureKind } from './failure-kind.js';

/** What a person can do about a failure. Each ends its last sentence, and tells only what helps. */

export const PROTOCOL_ADVICE =
  'See what answers at that URL: a proxy, a login page, or a server that is no Kubernetes API server.';

export const DEPTH_ADVICE = 'Look at that object, and at who writes it: it is left out, and all others are there.';

const REDIRECT_ADVICE =
  'Give the URL where the server really is: redirects are not followed, since the credentials would go along. Or log in, if it is a login page.';
const RUNS_ADVICE = 'See that the API server runs and can be reached from here; the informer goes on trying.';

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

export function adviceAfterFault({ kind, code = '', message }: TransportError): string {
  switch (kind) {
    case 'credentials':
      return 'See that the credentials of your kubeconfig can be had: run its exec command, or open its files, by hand.';
    case 'timeout':
      return 'See that nothing on the way (firewall, VPN, proxy) swallows the connection; the informer goes on trying.';
    case 'tls':
      if (message.includes('http://')) return NO_TLS_ADVICE;
      return (
        tlsAdvice(code) ??
        'See that the cluster in your kubeconfig has the right certificate-authority-data and server name.'
      );
    case 'network':
      if (message.includes('redirect')) return REDIRECT_ADVICE;
      return networkAdvice(code) ?? RUNS_ADVICE;
  }
}
