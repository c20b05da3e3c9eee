// A user's program: an informer over a kubeconfig, against the embedded API server on a socket.
import assert from 'node:assert';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { core, createInformer } from 'rxinformer';
import { makeInformer } from 'rxinformer/compat';
import { kubeConfigTransport } from 'rxinformer/node';
import { createApiServer } from 'rxinformer/server';

const server = createApiServer();
const { url, close } = await server.listen({ port: 0 });
const configMap = (name) => ({ metadata: { name, namespace: 'default' } });
server.store.create(core.configMaps, configMap('first'));

const kubeConfig = new KubeConfig();
kubeConfig.loadFromOptions({
  clusters: [{ name: 'c', server: url, skipTLSVerify: true }],
  users: [{ name: 'u' }],
  contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
  currentContext: 'x',
});
const informer = createInformer({ transport: kubeConfigTransport(kubeConfig), resource: core.configMaps });
const heard = [];
const second = new Promise((resolve) => {
  informer.events$.subscribe(({ type, key }) => {
    heard.push(`${type} ${key}`);
    if (key === 'default/second') resolve();
  });
});
await informer.ready({ timeout: 20_000 });
server.store.create(core.configMaps, configMap('second'));
await second;
informer.stop();

// The same for who comes from client-node.
const api = kubeConfig.makeApiClient(CoreV1Api);
const listFn = () => api.listNamespacedConfigMap({ namespace: 'default', fieldSelector: 'metadata.name!=first' });
const compat = makeInformer(kubeConfig, '/api/v1/namespaces/default/configmaps', listFn);
const told = [];
const third = new Promise((resolve) => {
  compat.on('error', (error) => told.push(error.message));
  compat.on('add', ({ metadata }) => {
    told.push(`add ${metadata.name}`);
    if (metadata.name === 'third') resolve();
  });
});
await compat.start();
server.store.create(core.configMaps, configMap('third'));
await third;
await compat.stop();
await close();
assert.deepStrictEqual(heard, ['add default/first', 'add default/second']);
assert.deepStrictEqual(told, ['add second', 'add third']);
process.stdout.write('list and watch ok, compat too\n');
