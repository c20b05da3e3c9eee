/** What README says of client-node's informer, shown side by side on the embedded server. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Informer as ClientNodeInformer,
  CoreV1Api,
  type KubeConfig,
  makeInformer,
  type ObjectCache,
  type V1ConfigMap,
} from '@kubernetes/client-node';
import { filter, firstValueFrom } from 'rxjs';
import { createInformer, type Informer } from '../../lib/informer/index.js';
import { core, type Plain } from '../../lib/kubernetes/index.js';
import { type ApiServer, createApiServer } from '../../lib/server/index.js';
import { kubeConfigTransport } from '../../lib/transport/node/index.js';
import { kubeConfigOf, PLAIN_HTTP } from '../support/kube-configs.js';

let server: ApiServer;
let close: () => Promise<void>;
let kubeConfig: KubeConfig;
let ours: Informer<Plain<V1ConfigMap>>;
let theirs: ClientNodeInformer<V1ConfigMap> & ObjectCache<V1ConfigMap>;
let limit: number | undefined;

beforeEach(async () => {
  server = createApiServer();
  const listening = await server.listen({});
  close = listening.close;
  kubeConfig = kubeConfigOf(listening.url, PLAIN_HTTP);
  limit = undefined;
  const api = kubeConfig.makeApiClient(CoreV1Api);
  const list = () => api.listNamespacedConfigMap({ namespace: 'default', ...(limit === undefined ? {} : { limit }) });
  theirs = makeInformer(kubeConfig, '/api/v1/namespaces/default/configmaps', list);
  theirs.on('error', () => {});
  ours = createInformer({
    transport: kubeConfigTransport(kubeConfig),
    resource: core.configMaps,
    namespace: 'default',
    pageSize: 2,
  });
});

afterEach(async () => {
  ours.stop();
  await theirs.stop();
  await close();
});

const create = (name: string) =>
  server.store.create(core.configMaps, { metadata: { name, namespace: 'default' }, data: { value: '1' } });
const oursHas = (name: string) =>
  firstValueFrom(ours.snapshot$.pipe(filter((snapshot) => snapshot.has(`default/${name}`))));
const theirNames = () => theirs.list('default').map(({ metadata }) => metadata?.name);

async function start() {
  await ours.ready({ timeout: 5000 });
  await theirs.start();
}

describe('beside client-node', () => {
  it('when connections are reset: client-node stops with an error, this one goes on', async () => {
    await start();
    const stopped = new Promise((resolve) => theirs.on('error', resolve));
    server.cutConnections();
    await stopped;
    for (const name of ['a', 'b', 'c']) {
      create(name);
      await oursHas(name);
      server.cutConnections();
    }
    expect(theirNames()).toEqual([]);
  });

  it('of a list in pages, client-node keeps the first page, this one all of them', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) create(name);
    limit = 2;
    await start();
    expect(theirNames()).toEqual(['a', 'b']);
    expect(ours.snapshot.size).toBe(5);
  });

  it('a late handler is told nothing by client-node, and the present by this one', async () => {
    create('a');
    await start();
    const told: string[] = [];
    theirs.on('add', () => told.push('theirs'));
    ours.addEventHandler({ onAdd: () => told.push('ours') });
    expect(told).toEqual(['ours']);
  });

  it('objects of client-node are shared and can be changed by anybody, those of this one cannot', async () => {
    create('a');
    await start();
    const [object] = theirs.list('default');
    if (object?.data !== undefined) object.data.value = 'changed';
    expect(theirs.get('a', 'default')?.data).toEqual({ value: 'changed' });
    expect(() => Object.assign(ours.snapshot.get('default/a')?.data ?? {}, { value: 'changed' })).toThrow(TypeError);
  });
});
