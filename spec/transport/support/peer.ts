import type { IncomingMessage } from 'node:http';
import { type PeerCertificate, TLSSocket } from 'node:tls';

/** The common name of the client certificate that a request came with. */
export function peerOf({ socket }: IncomingMessage): string | string[] | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  // It is an empty object where the client showed none.
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate();
  return certificate.subject?.CN;
}
