import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { V1ConfigMap } from '@kubernetes/client-node';
import { filter, firstValueFrom, timeout } from 'rxjs';
import { createInformer, type Informer, type InformerOptions } from '../../lib/informer/index.js';
import {
  core,
  customResource,
  type KubernetesObject,
  type Plain,
  type Resource,
  resourcePath,
} from '../../lib/kubernetes/index.js';
import type { FailureKind, InformerStatus } from '../../lib/reflector/index.js';
import { kubeConfigTransport } from '../../lib/transport/node/index.js';
import { kubeConfigOf } from '../support/kube-configs.js';
import { ask, untilReady, Writer } from './cluster.js';
import { assets, type RealCluster, startRealCluster } from './real-cluster.js';

// What scripts/reliability.mjs does to a real control plane at length, as far as it is quick.

const DEADLINE_MS = 2000;
const PATIENCE_MS = 50_000;
const configMap = (name: string, value = '1') => ({ metadata: { name }, data: { value } });
const described = assets === undefined ? describe.skip : describe;

described('an informer on a kube-apiserver and an etcd that suffer', () => {
  let cluster: RealCluster;
  let writer: Writer;
  let stop = () => {};

  beforeAll(async () => {
    cluster = await startRealCluster();
    writer = new Writer(cluster, core.configMaps, 'default');
  }, 60_000);

  afterEach(() => stop());
  afterAll(() => cluster.stop());

  async function live<K>(options: Partial<InformerOptions<K>> & { readonly resource: Resource<K> }) {
    const informer = createInformer<K>({ transport: cluster.admin, namespace: 'default', ...options });
    stop = () => informer.stop();
    await informer.ready({ timeout: PATIENCE_MS, wait: true });
    await said(informer, ({ phase }) => phase === 'live');
    return informer;
  }

  function said(
    { status$ }: Pick<Informer<unknown>, 'status$'>,
    holds: (status: InformerStatus) => boolean,
  ): Promise<InformerStatus> {
    return firstValueFrom(status$.pipe(filter(holds), timeout({ first: PATIENCE_MS })));
  }

  const failed = (informer: Pick<Informer<unknown>, 'status$'>, kind: FailureKind) =>
    said(informer, ({ failure }) => failure?.kind === kind);

  async function has<T>(informer: Informer<T>, key: string, holds: (object: T) => boolean = () => true): Promise<void> {
    const snapshot$ = informer.snapshot$.pipe(
      filter((snapshot) => {
        const object = snapshot.get(key);
        return object !== undefined && holds(object);
      }),
    );
    await firstValueFrom(snapshot$.pipe(timeout({ first: PATIENCE_MS })));
  }

  const valueIs = (value: string) => (object: Plain<V1ConfigMap>) => object.data?.value === value;

  it('L7: says that a frozen server is silent, and goes on when it is thawed', async () => {
    await writer.create(configMap('frozen'));
    const informer = await live({ resource: core.configMaps, silenceDeadlineMs: DEADLINE_MS });
    cluster.plane.apiServer.freeze();
    const { staleSince, failure } = await failed(informer, 'silent');
    expect(failure?.message).toMatch(/nothing came for \d+ s$/);
    expect(Date.now() - Number(staleSince)).toBeLessThan(3 * DEADLINE_MS);
    cluster.plane.apiServer.thaw();
    await untilReady(cluster.admin);
    await writer.patch('frozen', { data: { value: '2' } });
    await has(informer, 'default/frozen', valueIs('2'));
    await said(informer, ({ phase }) => phase === 'live');
  });

  it('L1: knows what happened after etcd was killed and started again', async () => {
    await writer.create(configMap('etcd'));
    const informer = await live({ resource: core.configMaps });
    await cluster.plane.etcd.kill();
    cluster.plane.etcd.start();
    await untilReady(cluster.admin);
    await writer.patch('etcd', { data: { value: '2' } });
    await has(informer, 'default/etcd', valueIs('2'));
  });

  it('L7, L10: says that its token was revoked, and goes on with another one', async () => {
    const robots = new Writer(cluster, core.serviceAccounts, 'default');
    await ask(cluster.admin, 'POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'robot' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }],
    });
    const newToken = async () => {
      await robots.create({ metadata: { name: 'robot' } });
      const path = resourcePath(core.serviceAccounts, { namespace: 'default', name: 'robot', subresource: 'token' });
      const { body } = await ask(cluster.admin, 'POST', path, { spec: { audiences: [cluster.plane.url] } });
      return String(Object(body.status).token);
    };
    const kubeConfigWith = (token: string) =>
      kubeConfigOf(cluster.plane.url, { cluster: { 'certificate-authority': cluster.plane.caFile }, user: { token } });
    const kubeConfig = kubeConfigWith(await newToken());
    const informer = await live({ resource: core.configMaps, transport: kubeConfigTransport(kubeConfig) });
    await robots.delete('robot');
    await cluster.restart(); // a watch outlives the token that it was opened with
    expect((await failed(informer, 'unauthorized')).failure).toMatchObject({ code: 401 });
    kubeConfig.users = kubeConfigWith(await newToken()).users;
    await said(informer, ({ phase }) => phase === 'live');
    await writer.create(configMap('rotated'));
    await has(informer, 'default/rotated');
  });

  it('L1, L7: says that a CRD is gone, and sees the new objects when it is back', async () => {
    const widgets = customResource({
      ...{ group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true },
    });
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const install = () =>
      ask(cluster.admin, 'POST', definitions, {
        metadata: { name: 'widgets.example.com' },
        spec: {
          ...{ group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' } },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
        },
      });
    const create = async (name: string) => {
      const path = resourcePath(widgets, { namespace: 'default' });
      const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name } };
      // A definition takes a moment until it is served.
      for (let status = 0; status !== 201; ) {
        ({ status } = await ask(cluster.admin, 'POST', path, widget).catch(() => ({ status: 0 })));
        if (status !== 201) await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    await install();
    await create('old');
    const informer = await live<KubernetesObject>({ resource: widgets });
    await ask(cluster.admin, 'DELETE', `${definitions}/widgets.example.com`);
    expect((await failed(informer, 'notFound')).failure?.advice).toMatch(/install its CRD/);
    await install();
    await create('new');
    await has(informer, 'default/new');
    expect([...informer.snapshot.keys()]).toEqual(['default/new']);
  });
});
