import { defer, from, map, type Observable } from 'rxjs';
import { CredentialSource, type Credentials } from './credentials.js';
import { type KubeConfigLike, targetOf } from './kube-config.js';

/** As what the holder of a kubeconfig appears before the server. */
export type CredentialKind = 'bearer token' | 'password' | 'client certificate' | 'impersonation';

const CONNECT_TIMEOUT_MS = 30_000;

/**
 * Asks client-node once for the credentials of the current context, and says of what kind they are, not what they are. Empty: none are
 * sent. Errors with a `TransportError` when they cannot be had.
 *
 * @throws TypeError that says what the kubeconfig lacks
 */
export function credentialKinds(kubeConfig: KubeConfigLike): Observable<readonly CredentialKind[]> {
  const source = new CredentialSource(kubeConfig, targetOf(kubeConfig), CONNECT_TIMEOUT_MS);
  return defer(() => from(source.current())).pipe(map(kindsOf));
}

function kindsOf({ headers, identity = {} }: Credentials): readonly CredentialKind[] {
  const authorization = String(headers.authorization ?? '');
  return [
    ...(/^bearer /i.test(authorization) ? (['bearer token'] as const) : []),
    ...(/^basic /i.test(authorization) ? (['password'] as const) : []),
    ...(identity.cert !== undefined || identity.pfx !== undefined ? (['client certificate'] as const) : []),
    ...(Object.keys(headers).some((name) => name.startsWith('impersonate-')) ? (['impersonation'] as const) : []),
  ];
}
