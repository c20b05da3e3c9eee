import { chain, messageOf } from './error-chain.js';
import type { TransportErrorKind } from './transport.js';

/** What is known of a code. */
export interface CodedFault {
  readonly kind: TransportErrorKind;
  readonly message: string;
}

/**
 * What a code of Node, OpenSSL or undici means; undefined: nothing that is known here. No error of a browser has such a code, so that
 * bundles for browsers have fault-of-code-browser.ts in its place (`browser` in package.json).
 *
 * @param error whose code it is, or that of its cause
 * @param place host and port
 */
export function faultOfCode(code: string, error: unknown, place: string): CodedFault | undefined {
  const certificate = CERTIFICATE[code];
  if (certificate !== undefined) {
    const names = namesIn(error);
    const detail = names === undefined ? certificate : `${certificate}: ${names}`;
    return { kind: 'tls', message: `the certificate of ${place} ${detail}` };
  }
  if (TLS.test(code)) return { kind: 'tls', message: tlsMessage(code, error, place) };
  const message = NETWORK[code]?.(place);
  return message === undefined ? undefined : { kind: TIMEOUT.test(code) ? 'timeout' : 'network', message };
}

/** @see https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed, and not among those that are trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an authority that is not trusted',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet; see that the clocks are right',
  CERT_REVOKED: 'was revoked',
  CERT_SIGNATURE_FAILURE: 'does not bear the signature of the authority that is trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  HOSTNAME_MISMATCH: 'is for another name',
  INVALID_PURPOSE: 'is not meant for servers',
};

const TLS =
  /^(EPROTO$|ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|CRL_|ERROR_IN_|UNABLE_TO_|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$)/;
/** Alerts by which a server says what it thinks of the certificate that it was shown, or was not. */
const CLIENT_CERTIFICATE = /ALERT_(CERTIFICATE|BAD_CERTIFICATE|NO_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA)/;
const NO_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL/;
const TIMEOUT = /^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/;

function tlsMessage(code: string, error: unknown, place: string): string {
  // Some come as a mere EPROTO, with OpenSSL's reason in words: "wrong version number".
  const reason = [code, ...chain(error).map(messageOf)].join(' ').toUpperCase().replaceAll(' ', '_');
  if (CLIENT_CERTIFICATE.test(reason)) return `${place} refused the client certificate, or wants one (${code})`;
  if (NO_TLS.test(reason)) return `${place} does not speak TLS as it is known here; it may be an http:// server`;
  return `the TLS handshake with ${place} failed (${code})`;
}

const closedEarly = (place: string) => `${place} closed the connection before the answer was complete`;
const unreachable = (place: string) => `no route to ${place}`;
const notHttp = (place: string) => `what ${place} answers is not HTTP; it may be an https:// server`;

/** @see https://nodejs.org/api/errors.html#common-system-errors */
const NETWORK: Readonly<Record<string, (place: string) => string>> = {
  ECONNREFUSED: (place) => `${place} refused the connection; nothing listens there`,
  ENOTFOUND: (place) => `the host name of ${place} is not known`,
  EAI_AGAIN: (place) => `the host name of ${place} could not be looked up: no answer from the name server`,
  ETIMEDOUT: (place) => `${place} does not answer`,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  HPE_INVALID_CONSTANT: notHttp,
  HPE_INVALID_VERSION: notHttp,
  EMFILE: (place) => `no connection to ${place}: this process has too many files and sockets open`,
  Z_BUF_ERROR: closedEarly,
  Z_DATA_ERROR: (place) => `the compressed answer of ${place} is damaged`,
  UND_ERR_CONNECT_TIMEOUT: (place) => `no connection to ${place} in time`,
  UND_ERR_HEADERS_TIMEOUT: (place) => `${place} took too long to answer`,
  UND_ERR_BODY_TIMEOUT: (place) => `${place} fell silent in the middle of its answer`,
};

/** Which names a certificate has, where Node found the wanted one missing: `DNS:localhost, IP Address:127.0.0.1`. */
function namesIn(error: unknown): string | undefined {
  for (const link of chain(error)) {
    const certificate = 'cert' in link ? link.cert : undefined;
    if (typeof certificate !== 'object' || certificate === null || !('subjectaltname' in certificate)) continue;
    if (typeof certificate.subjectaltname === 'string') return certificate.subjectaltname;
  }
  return undefined;
}
