import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { type BaseUrl, parseBaseUrl } from '../base-url.js';
import type { TlsIdentity } from './tls-identity.js';

/** What is used of client-node's `KubeConfig`, in its versions 1.4 and 2.x: public methods only. */
export interface KubeConfigLike {
  getCurrentContext(): string;
  getContexts(): readonly { readonly name: string }[];
  getContextObject(name: string): { readonly cluster: string; readonly user: string } | null;
  getCurrentCluster(): KubeConfigCluster | null;
  getCurrentUser(): KubeConfigUser | null;
  applyToHTTPSOptions(options: RequestOptions): Promise<void>;
}

/** An entry of `clusters`, as client-node holds it. */
export interface KubeConfigCluster {
  readonly name: string;
  readonly server: string;
  readonly caData?: string;
  readonly caFile?: string;
  readonly skipTLSVerify: boolean;
  readonly tlsServerName?: string;
  readonly proxyUrl?: string;
}

/** An entry of `users`; its secrets are left to client-node. */
export interface KubeConfigUser {
  readonly name: string;
  readonly exec?: unknown;
  readonly authProvider?: unknown;
}

/** Where the requests of one transport go. */
export interface Target {
  readonly context: string;
  /** As the kubeconfig has it. */
  readonly server: string;
  readonly base: BaseUrl;
  /** Whether client-node found no kubeconfig and made this one up. */
  readonly madeUp: boolean;
  /** Whether the cluster's entry has a `proxy-url`. */
  readonly proxied: boolean;
  /**
   * Like kubectl, not over plain HTTP, where everybody on the way could read them; unless `insecure-skip-tls-verify` is
   * set, which is how client-node is told that this is wanted.
   */
  readonly sendsCredentials: boolean;
}

/**
 * The current context of a kubeconfig, checked.
 *
 * @throws TypeError that says what the kubeconfig lacks
 */
export function targetOf(kubeConfig: KubeConfigLike): Target {
  if (typeof kubeConfig?.applyToHTTPSOptions !== 'function') {
    throw new TypeError('kubeConfig: must be a KubeConfig of @kubernetes/client-node 1.4 or newer');
  }
  const context = kubeConfig.getCurrentContext();
  const entry = context ? kubeConfig.getContextObject(context) : null;
  if (entry === null) throw new TypeError(contextMissing(context, kubeConfig));
  const cluster = kubeConfig.getCurrentCluster();
  if (cluster === null) {
    throw new TypeError(
      `kubeConfig: context "${context}" names the cluster "${entry.cluster}", which is not in the kubeconfig`,
    );
  }
  if (entry.user && kubeConfig.getCurrentUser() === null) {
    throw new TypeError(
      `kubeConfig: context "${context}" names the user "${entry.user}", who is not in the kubeconfig`,
    );
  }
  const { server, skipTLSVerify, proxyUrl } = cluster;
  const base = parseBaseUrl(server, `kubeConfig: the server of cluster "${cluster.name}"`);
  const sendsCredentials = base.protocol === 'https:' || skipTLSVerify === true;
  const madeUp = context === 'loaded-context' && cluster.name === 'cluster' && server === 'http://localhost:8080';
  if (!proxyUrl) return { context, server, base, madeUp, proxied: false, sendsCredentials };
  const place = `${base.place}, by way of the proxy ${proxyPlace(proxyUrl, cluster.name)}`;
  return { context, server, base: { ...base, place }, madeUp, proxied: true, sendsCredentials };
}

/** Host and port; not the user name and password that a proxy's URL may hold. */
function proxyPlace(proxyUrl: string, cluster: string): string {
  if (URL.canParse(proxyUrl) && /^(https?|socks)/.test(proxyUrl)) return new URL(proxyUrl).host;
  throw new TypeError(`kubeConfig: the proxy-url of cluster "${cluster}" must begin with http:, https: or socks5:`);
}

function contextMissing(context: string | undefined, kubeConfig: KubeConfigLike): string {
  const names = kubeConfig.getContexts().map(({ name }) => `"${name}"`);
  const fault = context ? `has no context "${context}"` : 'has no current context';
  if (names.length === 0) return `kubeConfig: ${fault}, and no other; load one first: kubeConfig.loadFromDefault()`;
  return `kubeConfig: ${fault}; choose one with setCurrentContext() or kubectl config use-context: ${names.join(', ')}`;
}

/** What a cluster's entry says about TLS. */
export function clusterIdentity(kubeConfig: KubeConfigLike): TlsIdentity {
  const { caFile, caData, tlsServerName, skipTLSVerify } = kubeConfig.getCurrentCluster() ?? {};
  const ca = caFile ? readFileSync(caFile) : caData ? Buffer.from(caData, 'base64') : undefined;
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(tlsServerName ? { servername: tlsServerName } : {}),
    ...(skipTLSVerify ? { rejectUnauthorized: false } : {}),
  };
}
