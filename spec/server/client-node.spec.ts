import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  type Informer,
  type KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1ConfigMap,
  VersionApi,
  Watch,
} from '@kubernetes/client-node';
import { core, customResource } from '../../lib/kubernetes/index.js';
import { createApiServer, type Listening } from '../../lib/server/index.js';
import { kubeConfigOf, PLAIN_HTTP } from '../support/kube-configs.js';

const cronTabs = customResource({
  group: 'stable.example.com',
  version: 'v1',
  plural: 'crontabs',
  kind: 'CronTab',
  namespaced: true,
});
const server = createApiServer({ resources: [cronTabs] });
let kubeConfig: KubeConfig;
let listening: Listening;

beforeAll(async () => {
  listening = await server.listen();
  kubeConfig = kubeConfigOf(listening.url, PLAIN_HTTP);
});

afterAll(() => listening.close());

const namespace = 'default';

/** Resolves when an informer has said so often that something happened. */
function events(informer: Informer<V1ConfigMap>, verb: 'add' | 'update' | 'delete', count: number): Promise<string[]> {
  const seen: string[] = [];
  return new Promise((resolve) => {
    informer.on(verb, (object) => {
      seen.push(object.metadata?.name ?? '');
      if (seen.length === count) resolve(seen);
    });
  });
}

describe('client-node, unchanged, against this server', () => {
  it('creates, reads, patches, replaces and deletes', async () => {
    const api = kubeConfig.makeApiClient(CoreV1Api);
    await api.createNamespace({ body: { metadata: { name: 'shop' } } });
    const created = await api.createNamespacedPod({
      namespace: 'shop',
      body: { metadata: { name: 'web-0' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    });
    expect(created.metadata?.creationTimestamp).toBeInstanceOf(Date);
    const patched = await api.patchNamespacedPod(
      { name: 'web-0', namespace: 'shop', body: { metadata: { labels: { tier: 'web' } } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    );
    expect(patched.metadata?.labels).toEqual({ tier: 'web' });
    await api.patchNamespacedPodStatus({
      name: 'web-0',
      namespace: 'shop',
      body: [{ op: 'add', path: '/status/phase', value: 'Running' }],
    });
    const { items } = await api.listPodForAllNamespaces({
      fieldSelector: 'status.phase=Running',
      labelSelector: 'tier=web',
    });
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(['web-0']);
    await expect(api.readNamespacedPod({ name: 'none', namespace: 'shop' })).rejects.toMatchObject({ code: 404 });
    await expect(api.replaceNamespacedPod({ name: 'web-0', namespace: 'shop', body: created })).rejects.toMatchObject({
      code: 409,
    });
    await api.deleteNamespacedPod({ name: 'web-0', namespace: 'shop' });
    await api.deleteNamespace({ name: 'shop' });
    expect((await api.listNamespace()).items.map(({ metadata }) => metadata?.name)).toEqual(['default', 'kube-system']);
  });

  it('pages through a list', async () => {
    const api = kubeConfig.makeApiClient(CoreV1Api);
    for (const name of ['a', 'b', 'c']) server.store.create(core.secrets, { metadata: { name, namespace } });
    const first = await api.listNamespacedSecret({ namespace, limit: 2 });
    expect(first.metadata).toMatchObject({ remainingItemCount: 1 });
    const rest = await api.listNamespacedSecret({
      namespace,
      limit: 2,
      ...(first.metadata?._continue !== undefined && { _continue: first.metadata._continue }),
    });
    expect([...first.items, ...rest.items].map(({ metadata }) => metadata?.name)).toEqual(['a', 'b', 'c']);
  });

  it('works with custom objects, discovery, other groups and the version', async () => {
    const objects = kubeConfig.makeApiClient(CustomObjectsApi);
    const where = { group: 'stable.example.com', version: 'v1', namespace, plural: 'crontabs' };
    await objects.createNamespacedCustomObject({
      ...where,
      body: { apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: { name: 'c' }, spec: { x: 1 } },
    });
    expect(await objects.listNamespacedCustomObject(where)).toMatchObject({
      kind: 'CronTabList',
      items: [{ kind: 'CronTab', spec: { x: 1 } }],
    });
    const generic = KubernetesObjectApi.makeApiClient(kubeConfig);
    expect(
      await generic.read({ apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: { name: 'c', namespace } }),
    ).toMatchObject({ spec: { x: 1 } });
    expect((await kubeConfig.makeApiClient(AppsV1Api).getAPIResources()).resources.length).toBeGreaterThan(5);
    expect((await kubeConfig.makeApiClient(VersionApi).getCode()).minor).toBe('37');
  });

  it('is told by its informer what there is, what comes, changes and goes', async () => {
    const api = kubeConfig.makeApiClient(CoreV1Api);
    const configMap = (name: string, text: string) => ({ metadata: { name, namespace }, data: { text } });
    server.store.create(core.configMaps, configMap('before', '1'));
    const informer = makeInformer<V1ConfigMap>(kubeConfig, '/api/v1/configmaps', () =>
      api.listConfigMapForAllNamespaces(),
    );
    const [added, updated, deleted] = [
      events(informer, 'add', 2),
      events(informer, 'update', 1),
      events(informer, 'delete', 1),
    ];
    const connected = new Promise((resolve) => informer.on('connect', resolve));
    await informer.start();
    await connected;
    server.store.create(core.configMaps, configMap('after', '1'));
    expect(await added).toEqual(['before', 'after']);
    server.store.update(core.configMaps, configMap('before', '2'));
    expect(await updated).toEqual(['before']);
    expect(informer.get('before', namespace)?.data).toEqual({ text: '2' });
    server.store.delete(core.configMaps, { name: 'before', namespace });
    expect(await deleted).toEqual(['before']);
    expect(informer.list().map(({ metadata }) => metadata?.name)).toEqual(['after']);
    await informer.stop();
  });

  it('is told by a watch that its version is forgotten', async () => {
    server.store.create(core.configMaps, { metadata: { generateName: 'x-', namespace } });
    server.store.compact();
    const heard: unknown[] = [];
    const controller = await new Watch(kubeConfig).watch(
      '/api/v1/configmaps',
      { resourceVersion: '1' },
      (type, object) => heard.push([type, object.code]),
      (error) => heard.push(error ?? 'end'),
    );
    if (!controller.signal.aborted) await once(controller.signal, 'abort').catch(() => {});
    expect(heard[0]).toEqual(['ERROR', 410]);
  });
});
