import { KubeConfig } from '../../transport/support/client-node.js';

/** A KubeConfig for a server, where nobody need listen. */
export function kubeConfigOf(server = 'http://127.0.0.1:9') {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromOptions({
    clusters: [{ name: 'c', server, skipTLSVerify: true }], // client-node refuses plain http without it
    users: [{ name: 'u' }],
    contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
    currentContext: 'x',
  });
  return kubeConfig;
}
