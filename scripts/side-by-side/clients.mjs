// The two informers behind one face: start, stop, what is in the cache, and handlers that are told of what is added.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.env.RXINFORMER_CLIENT_NODE;
const { CoreV1Api, KubeConfig, makeInformer } = await import(
  folder === undefined ? '@kubernetes/client-node' : pathToFileURL(join(folder, 'dist/index.js')).href
);

function kubeConfigOf(url) {
  const kubeConfig = new KubeConfig();
  // client-node refuses plain HTTP without skipTLSVerify.
  kubeConfig.loadFromClusterAndUser({ name: 'c', server: url, skipTLSVerify: true }, { name: 'u' });
  return kubeConfig;
}

const path = '/api/v1/namespaces/default/configmaps';
const short = ({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`;

export const clients = {
  /** As its README shows it: an error leads to a restart after five seconds. */
  'client-node': async (url, { pageSize } = {}) => {
    const kubeConfig = kubeConfigOf(url);
    const api = kubeConfig.makeApiClient(CoreV1Api);
    const informer = makeInformer(kubeConfig, path, () =>
      api.listNamespacedConfigMap({ namespace: 'default', limit: pageSize }),
    );
    informer.on('error', () => setTimeout(() => informer.start(), 5000));
    return {
      start: () => void informer.start(),
      stop: () => informer.stop(),
      objects: () => informer.list('default').map(short).sort(),
      onAdd: (handler) => informer.on('add', ({ metadata }) => handler(metadata.name)),
    };
  },
  rxinformer: async (url, options = {}) => {
    const { core, createInformer } = await import('../../dist/index.js');
    const { kubeConfigTransport } = await import('../../dist/node.js');
    const transport = kubeConfigTransport(kubeConfigOf(url));
    const informer = createInformer({ transport, resource: core.configMaps, namespace: 'default', ...options });
    return {
      start: () => informer.start(),
      stop: () => informer.stop(),
      objects: () => [...informer.snapshot.values()].map(short).sort(),
      onAdd: (handler) => informer.addEventHandler({ onAdd: ({ metadata }) => handler(metadata.name) }),
    };
  },
};
