import { X509Certificate } from 'node:crypto';
import type { RequestOptions } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import { codeOf, messageOf } from '../error-chain.js';
import { TransportError } from '../transport.js';

const NAMES = ['ca', 'cert', 'key', 'pfx', 'passphrase', 'servername', 'rejectUnauthorized'] as const;

/** Whom to trust, and as whom to appear, in a TLS handshake. */
export type TlsIdentity = { readonly [N in (typeof NAMES)[number]]?: RequestOptions[N] };

/** The part of a request's options that the handshake depends on. */
export function tlsIdentityOf(options: RequestOptions): TlsIdentity {
  return Object.fromEntries(NAMES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}

/**
 * Reads the certificates and keys once for many connections.
 *
 * @param owner - whose they are, for messages
 */
export function secureContextOf({ ca, cert, key, pfx, passphrase }: TlsIdentity, owner: string): SecureContext {
  if (typeof ca === 'string' || ca instanceof Buffer) checkAuthority(ca, owner);
  try {
    return createSecureContext({ ca, cert, key, pfx, passphrase });
  } catch (error) {
    throw new TransportError(
      'credentials',
      `the client certificate and key of ${owner} cannot be used: ${messageOf(error)}`,
      codeOf(error),
    );
  }
}

/** OpenSSL passes over what is no certificate, and then trusts nobody. */
function checkAuthority(ca: string | Buffer, owner: string): void {
  try {
    new X509Certificate(ca);
  } catch (error) {
    throw new TransportError('tls', `the certificate authority of ${owner} is not a PEM certificate`, codeOf(error));
  }
}
