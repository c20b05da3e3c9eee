import { NO_TLS_ADVICE, TLS_ADVICE } from './advice-on-tls.js';

/** What a person can do about a code of Node or OpenSSL. In bundles for browsers advice-of-code-browser.ts is in its place. */

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

export function tlsAdvice(code: string): string | undefined {
  return first(TLS_ADVICES, code);
}

export function networkAdvice(code: string): string | undefined {
  return first(NETWORK_ADVICES, code);
}

function first(advices: readonly (readonly [RegExp, string])[], code: string): string | undefined {
  return advices.find(([pattern]) => pattern.test(code))?.[1];
}
