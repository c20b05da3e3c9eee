import type { Agent } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type HeaderLines, parseHeaderLines } from '../headers.js';
import { TransportError } from '../transport.js';
import { credentialsFault } from './credentials-fault.js';
import { clusterIdentity, type KubeConfigLike, type Target } from './kube-config.js';
import { type TlsIdentity, tlsIdentityOf } from './tls-identity.js';

/** What a request needs so that the API server knows who asks. */
export interface Credentials {
  readonly headers: HeaderLines;
  /** Absent for plain HTTP. */
  readonly identity?: TlsIdentity;
  /** The way through the proxy that the kubeconfig names; client-node made it, and it keeps no connection alive. */
  readonly proxyAgent?: Agent;
}

/**
 * The credentials of the context that was current when the transport was made, asked of client-node for every request:
 * it caches tokens, reads files again and runs exec plugins when what it has is out of date.
 *
 * client-node starts an exec plugin for everybody who asks while it has no credential, so those who ask meanwhile share
 * one answer. A plugin that runs cannot be stopped through client-node: it ends by itself, whoever unsubscribes.
 */
export class CredentialSource {
  readonly #kubeConfig: KubeConfigLike;
  readonly #target: Target;
  readonly #connectTimeoutMs: number;
  #asking: Promise<Credentials> | undefined;

  constructor(kubeConfig: KubeConfigLike, target: Target, connectTimeoutMs: number) {
    this.#kubeConfig = kubeConfig;
    this.#target = target;
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  /** Rejects with a `TransportError`. */
  current(): Promise<Credentials> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<Credentials> {
    this.#checkContext();
    const { base, proxied, sendsCredentials } = this.#target;
    const options: RequestOptions = { headers: {}, timeout: this.#connectTimeoutMs };
    try {
      if (sendsCredentials || proxied) await this.#kubeConfig.applyToHTTPSOptions(options);
      const { agent } = options;
      return {
        headers: sendsCredentials ? headersOf(options) : {},
        ...(base.protocol === 'https:' ? { identity: this.#identityOf(options) } : {}),
        ...(proxied && typeof agent === 'object' ? { proxyAgent: agent } : {}),
      };
    } catch (error) {
      throw credentialsFault(error, this.#kubeConfig.getCurrentUser());
    }
  }

  /** Without a user, client-node leaves out what the cluster's entry says about TLS. */
  #identityOf(options: RequestOptions): TlsIdentity {
    return this.#kubeConfig.getCurrentUser() === null ? clusterIdentity(this.#kubeConfig) : tlsIdentityOf(options);
  }

  /** Credentials of one cluster must not reach another. */
  #checkContext(): void {
    const { context, server } = this.#target;
    const [contextNow, serverNow] = [
      this.#kubeConfig.getCurrentContext(),
      this.#kubeConfig.getCurrentCluster()?.server,
    ];
    if (contextNow === context && serverNow === server) return;
    const now = contextNow === context ? 'has another server' : `gave way to "${contextNow}"`;
    throw new TransportError(
      'credentials',
      `the context "${context}" ${now} since this transport was made; make a new transport for it`,
    );
  }
}

function headersOf({ headers = {}, auth }: RequestOptions): HeaderLines {
  const given = parseHeaderLines(headers, 'credentials');
  if (typeof auth !== 'string' || 'authorization' in given) return given;
  return { ...given, authorization: `Basic ${Buffer.from(auth).toString('base64')}` };
}
