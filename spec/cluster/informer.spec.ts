import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { V1ConfigMap } from '@kubernetes/client-node';
import { BehaviorSubject, filter, firstValueFrom, timeout } from 'rxjs';
import { createInformer, type Informer, type InformerOptions } from '../../lib/informer/index.js';
import { core, customResource, type Plain } from '../../lib/kubernetes/index.js';
import type { Change } from '../../lib/store/index.js';
import type { Transport } from '../../lib/transport/index.js';
import { ask, type Cluster, Writer } from './cluster.js';
import { servers } from './servers.js';

type ConfigMap = Plain<V1ConfigMap>;

const configMap = (name: string, value = '1', labels: Record<string, string> = {}) => ({
  metadata: { name, labels },
  data: { value },
});

/** A change in short: `add a=1`, `update a=1→2`. */
function told(change: Change<ConfigMap>): string {
  const { type, key, object, previous } = change;
  const name = key.split('/')[1];
  const was = type === 'update' ? `${previous?.data?.value}→` : '';
  const unknown = change.finalStateUnknown ? ' (unknown)' : '';
  return `${type} ${name}=${was}${object.data?.value}${unknown}${change.isInInitialList ? ' initially' : ''}`;
}

describe.each(servers)('an informer on %s', (_, startCluster) => {
  let cluster: Cluster;
  let namespace: string;
  let writer: Writer;
  let count = 0;
  const informers: { stop(): void }[] = [];

  beforeAll(async () => {
    cluster = await startCluster();
  }, 60_000);

  afterAll(async () => {
    for (const informer of informers) informer.stop();
    await cluster.stop();
  });

  async function begin(options: Partial<InformerOptions<V1ConfigMap>> = {}) {
    namespace = `test-${count++}`;
    await new Writer(cluster, core.namespaces).create({ metadata: { name: namespace } });
    writer = new Writer(cluster, core.configMaps, namespace);
    return follow(options);
  }

  function follow(options: Partial<InformerOptions<V1ConfigMap>>) {
    const informer = createInformer<V1ConfigMap>({
      transport: cluster.admin,
      resource: core.configMaps,
      namespace,
      ...options,
    });
    informers.push(informer);
    return informer;
  }

  /** Everything that happens, in short, and a way to wait for it. */
  function listen(informer: Informer<ConfigMap>) {
    const heard$ = new BehaviorSubject<readonly string[]>([]);
    const subscription = informer.events$.subscribe((change) => heard$.next([...heard$.value, told(change)]));
    const until = (last: string) =>
      firstValueFrom(
        heard$.pipe(
          filter((heard) => heard.includes(last)),
          timeout({ first: 40_000 }),
        ),
      );
    return { until, subscription };
  }

  /** L1: the snapshot is what a list says. */
  async function expectConverged(informer: Informer<ConfigMap>) {
    const { body } = await ask(cluster.admin, 'GET', `/api/v1/namespaces/${namespace}/configmaps`);
    const items = body.items as ConfigMap[];
    const versions = (objects: Iterable<ConfigMap>) =>
      [...objects].map(({ metadata }) => [metadata.name, metadata.uid, metadata.resourceVersion]);
    expect(versions(informer.snapshot.values())).toEqual(versions(items));
  }

  it('L1, L3, L4: lists, and sees creates, updates and deletes in their order', async () => {
    const informer = await begin();
    await writer.create(configMap('a'));
    await writer.create(configMap('b'));
    const { until } = listen(informer);
    await until('add b=1 initially');
    await writer.patch('a', { data: { value: '2' } });
    await writer.create(configMap('c'));
    await writer.delete('b');
    await writer.patch('a', { data: { value: '3' } });
    await writer.delete('c');
    const heard = await until('delete c=1');
    expect(heard).toEqual([
      'add a=1 initially',
      'add b=1 initially',
      'update a=1→2',
      'add c=1',
      'delete b=1',
      'update a=2→3',
      'delete c=1',
    ]);
    expect(informer.status).toMatchObject({ phase: 'live', synced: true });
    await expectConverged(informer);
  });

  it('reads its writes, waits for what an object becomes, and works on what happens to it', async () => {
    const informer = await begin();
    informer.start();
    const work: string[] = [];
    const consumption = informer.consume(async (change) => work.push(told(change)), { keep: 'latest' });
    for (const name of ['a', 'b']) {
      const { metadata } = await writer.create(configMap(name));
      const snapshot = await informer.atLeast(String(metadata.resourceVersion), { timeout: 40_000 });
      expect(snapshot.get(`${namespace}/${name}`)?.metadata.uid).toBe(metadata.uid);
    }
    const changed = informer.waitFor(`${namespace}/a`, (a) => a?.data?.value === '2', { timeout: 40_000 });
    const gone = informer.waitFor(`${namespace}/a`, (a) => a === undefined, { timeout: 40_000 });
    await writer.patch('a', { data: { value: '2' } });
    expect((await changed)?.data).toEqual({ value: '2' });
    await writer.delete('a');
    expect(await gone).toBeUndefined();
    consumption.unsubscribe();
    await consumption.finished;
    expect(work.filter((word) => word.includes(' b='))).toEqual(['add b=1']);
  });

  it('L15: lists in pages, and takes an empty collection as a complete one', async () => {
    const informer = await begin({ pageSize: 2 });
    expect((await informer.ready({ timeout: 20_000 })).size).toBe(0);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await writer.create(configMap(name));
    const paged = follow({ pageSize: 2 });
    expect([...(await paged.ready({ timeout: 20_000 })).keys()]).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `${namespace}/${name}`),
    );
  });

  it('L2, L15: lists by a stream, at first and again, without any list in pages', async () => {
    await begin();
    for (const name of ['a', 'b', 'c']) await writer.create(configMap(name));
    const queries: URLSearchParams[] = [];
    const transport: Transport = {
      url: cluster.admin.url,
      request: (request) => {
        queries.push(new URL(request.path, 'http://server').searchParams);
        return cluster.admin.request(request);
      },
    };
    const informer = follow({ transport });
    expect([...(await informer.ready({ timeout: 20_000 })).keys()]).toEqual(
      ['a', 'b', 'c'].map((name) => `${namespace}/${name}`),
    );
    const { until } = listen(informer);
    await writer.delete('b');
    await until('delete b=1');
    await expectConverged(informer);
    const empty = follow({ transport, labelSelector: 'no=object' });
    expect((await empty.ready({ timeout: 20_000 })).size).toBe(0);
    expect(queries.map((query) => [query.get('watch'), query.get('sendInitialEvents')])).toEqual([
      ['true', 'true'],
      ['true', 'true'],
    ]);
  });

  it('L3: an object that leaves the selection is deleted, one that enters it is added', async () => {
    const informer = await begin({ labelSelector: 'tier=web' });
    await writer.create(configMap('a', '1', { tier: 'web' }));
    await writer.create(configMap('b', '1', { tier: 'db' }));
    const { until } = listen(informer);
    await until('add a=1 initially');
    await writer.patch('b', { metadata: { labels: { tier: 'web' } }, data: { value: '2' } });
    await writer.patch('a', { metadata: { labels: { tier: 'db' } }, data: { value: '2' } });
    // Its last state that matched, as kube-apiserver sends it.
    const heard = await until('delete a=1');
    expect(heard).toEqual(['add a=1 initially', 'add b=2', 'delete a=1']);
  });

  it('is one cache of several namespaces, and follows a set of them that changes', async () => {
    await begin();
    await writer.create(configMap('a'));
    const [first, firstWriter] = [namespace, writer];
    await begin();
    await writer.create(configMap('b'));
    const set = new BehaviorSubject<readonly string[]>([first]);
    const informer = follow({ namespace: set });
    await informer.ready({ timeout: 20_000 });
    const heard: string[] = [];
    informer.events$.subscribe((change) => heard.push(told(change)));
    set.next([first, namespace]);
    await informer.waitFor(`${namespace}/b`, (object) => object !== undefined, { timeout: 20_000 });
    await firstWriter.patch('a', { data: { value: '2' } });
    await informer.waitFor(`${first}/a`, (object) => object?.data?.value === '2', { timeout: 20_000 });
    set.next([namespace]);
    await informer.waitFor(`${first}/a`, (object) => object === undefined, { timeout: 20_000 });
    const ours = heard.filter((event) => !event.includes('kube-root-ca.crt'));
    expect(ours).toEqual(['add a=1 initially', 'add b=1', 'update a=1→2', 'delete a=2 (unknown)']);
  });

  it('follows one object by a field selector', async () => {
    const informer = await begin({ fieldSelector: 'metadata.name=a' });
    await writer.create(configMap('a'));
    await writer.create(configMap('b'));
    const { until } = listen(informer);
    await until('add a=1 initially');
    await writer.patch('b', { data: { value: '2' } });
    await writer.patch('a', { data: { value: '2' } });
    const heard = await until('update a=1→2');
    expect(heard).toEqual(['add a=1 initially', 'update a=1→2']);
  });

  it('says what is forbidden, to whom, and which rule is missing', async () => {
    await begin();
    const informer = follow({ transport: cluster.nobody });
    await expect(informer.ready({ timeout: 20_000 })).rejects.toMatchObject({
      failure: {
        kind: 'forbidden',
        code: 403,
        message: expect.stringMatching(/configmaps is forbidden: User "nobody" cannot list resource "configmaps"/),
        advice: expect.stringContaining('resources: ["configmaps"], verbs: ["list", "watch"]'),
      },
    });
  });

  it('says that credentials are not accepted', async () => {
    await begin();
    const informer = follow({ transport: cluster.stranger });
    await expect(informer.ready({ timeout: 20_000 })).rejects.toMatchObject({
      failure: { kind: 'unauthorized', code: 401 },
    });
  });

  it('says that a resource is not served', async () => {
    const resource = customResource<ConfigMap>({
      group: 'example.com',
      version: 'v1',
      plural: 'widgets',
      namespaced: true,
    });
    const informer = createInformer({ transport: cluster.admin, resource });
    informers.push(informer);
    await expect(informer.ready({ timeout: 20_000 })).rejects.toMatchObject({
      failure: { kind: 'notFound', advice: expect.stringMatching(/widgets.*example\.com\/v1.*CRD/) },
    });
  });

  it('L1, L14, L17: lists again when its history was compacted, and tells what it missed', async () => {
    const informer = await begin();
    await writer.create(configMap('a'));
    await writer.create(configMap('gone'));
    await writer.create(configMap('reborn'));
    const before = listen(informer);
    await before.until('add reborn=1 initially');
    before.subscription.unsubscribe();
    await writer.patch('a', { data: { value: '2' } });
    await writer.delete('gone');
    await writer.delete('reborn');
    await writer.create(configMap('reborn', '2'));
    await cluster.forget();
    const failures: unknown[] = [];
    informer.status$.subscribe(({ failure }) => failure !== undefined && failures.push(failure.kind));
    const { until } = listen(informer);
    const heard = await until('add reborn=2');
    expect(heard.slice(3)).toEqual([
      'delete gone=1 (unknown)',
      'delete reborn=1 (unknown)',
      'update a=1→2',
      'add reborn=2',
    ]);
    expect(failures).toContain('expired');
    await expectConverged(informer);
  });

  it('L1, L10: outlives a restart of the server in the middle', async () => {
    const informer = await begin();
    await writer.create(configMap('a'));
    const { until } = listen(informer);
    await until('add a=1 initially');
    await cluster.restart();
    await writer.patch('a', { data: { value: '2' } });
    await writer.create(configMap('b'));
    const heard = await until('add b=1');
    expect(heard).toEqual(['add a=1 initially', 'update a=1→2', 'add b=1']);
    await expectConverged(informer);
  });
});
