// A program that was written for the informer of @kubernetes/client-node: one import has changed.
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { core } from 'rxinformer';
import { makeInformer } from 'rxinformer/compat';
import { createApiServer } from 'rxinformer/server';

const server = createApiServer();
const pod = (name, labels = { tier: 'web' }) => ({
  metadata: { name, namespace: 'default', labels },
  spec: { containers: [] },
});
server.store.create(core.pods, pod('web-0'));
const { url, close } = await server.listen({});

const kubeConfig = new KubeConfig();
kubeConfig.loadFromClusterAndUser({ name: 'demo', server: url, skipTLSVerify: true }, { name: 'me' });

// ---------------------------------------------------------------------------------------------------------------------
const api = kubeConfig.makeApiClient(CoreV1Api);
const listFn = () => api.listNamespacedPod({ namespace: 'default', labelSelector: 'tier=web' });
const informer = makeInformer(kubeConfig, '/api/v1/namespaces/default/pods', listFn, 'tier=web');

informer.on('add', (pod) => console.log('add', pod.metadata.name));
informer.on('update', (pod) => console.log('update', pod.metadata.name));
informer.on('delete', (pod) => console.log('delete', pod.metadata.name));
informer.on('connect', () => console.log('connected'));
informer.on('error', (error) => console.error(error.message)); // and nothing else: it goes on by itself
await informer.start();
// ---------------------------------------------------------------------------------------------------------------------

console.log(
  'in the cache:',
  informer
    .list()
    .map(({ metadata }) => metadata.name)
    .join(', '),
);

server.store.create(core.pods, pod('db-0', { tier: 'db' }));
server.store.create(core.pods, pod('web-1'));
server.store.patch(
  core.pods,
  { namespace: 'default', name: 'web-0' },
  { metadata: { annotations: { seen: 'yes' } } },
  { type: 'merge' },
);
informer.on('delete', async () => {
  await informer.stop();
  await close();
});
server.store.delete(core.pods, { namespace: 'default', name: 'web-1' }, { gracePeriodSeconds: 0 });
