import { type Cluster, KubeConfig, type User } from './client-node.js';
import { fixture, type Loopback } from './loopback.js';

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/**
 * A kubeconfig of one context for a loopback server: it trusts `ca.pem`, and sends credentials even over plain HTTP.
 */
export function kubeConfigFor(
  server: Pick<Loopback, 'url'>,
  user: Partial<User> = {},
  cluster: Partial<Cluster> = {},
): InstanceType<typeof KubeConfig> {
  const kubeConfig = new KubeConfig();
  const trust = server.url.startsWith('https:')
    ? { caData: base64(fixture('ca')), skipTLSVerify: false }
    : { skipTLSVerify: true };
  kubeConfig.loadFromClusterAndUser(
    { name: 'loopback', server: server.url, ...trust, ...cluster },
    { name: 'jane', ...user },
  );
  return kubeConfig;
}
