// A user's program: an informer over a kubeconfig, against the embedded API server on a socket.
import assert from 'node:assert';
import { KubeConfig } from '@kubernetes/client-node';
import { core, createInformer } from 'rxinformer';
import { kubeConfigTransport } from 'rxinformer/node';
import { createApiServer } from 'rxinformer/server';

const server = createApiServer();
const { url, close } = await server.listen({ port: 0 });
const configMap = (name) => ({ metadata: { name, namespace: 'default' } });
server.store.create(core.configMaps, configMap('first'));

const kubeConfig = new KubeConfig();
kubeConfig.loadFromOptions({
  clusters: [{ name: 'c', server: url }],
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
await close();
assert.deepStrictEqual(heard, ['add default/first', 'add default/second']);
process.stdout.write('list and watch ok\n');
