import { describe, expect, it } from '@jest/globals';
import { firstValueFrom } from 'rxjs';
import { createInformer, createInformerFactory } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { createApiServer } from '../../lib/server/index.js';
import { event, pod, podList, ScriptedServer } from '../support/scripted-server.js';
import { settled, TestClock } from '../support/virtual-time.js';

const web = (version: number, phase: string) =>
  pod('web', version, { spec: { nodeName: 'n', hostname: 'h' }, status: { phase, podIP: '10.0.0.1' } });

describe('an informer of some fields', () => {
  it('holds those, and what tells an object and its version', async () => {
    const server = new ScriptedServer();
    const pods = createInformer({
      ...{ transport: server, resource: core.pods, scheduler: new TestClock() },
      fields: ['spec.nodeName', 'status.phase'],
      indexers: { node: ({ spec }) => (spec?.nodeName === undefined ? [] : [spec.nodeName]) },
    });
    const ready = pods.ready();
    server.last.json(podList(10, [web(1, 'Pending')]));
    server.last.open();
    const { metadata } = pod('web', 1);
    expect([...(await ready).values()]).toEqual([
      { kind: 'Pod', apiVersion: 'v1', metadata, spec: { nodeName: 'n' }, status: { phase: 'Pending' } },
    ]);
    expect(pods.snapshot.indexKeys('node', 'n')).toEqual(['shop/web']);
    const before = pods.snapshot.get('shop/web');
    server.last.send(event('MODIFIED', web(11, 'Running')));
    await settled();
    const after = pods.snapshot.get('shop/web');
    expect(after?.status).toEqual({ phase: 'Running' });
    expect(after?.spec).toBe(before?.spec);
  });

  it('tells its transport which, for servers that can leave out the others', () => {
    const server = new ScriptedServer();
    const options = { transport: server, resource: core.pods, scheduler: new TestClock() };
    createInformer({ ...options, fields: ['spec.nodeName', 'status.phase'] }).start();
    server.last.json(podList(10, []));
    expect(server.exchanges.map(({ request }) => request.fields)).toEqual([
      ['spec.nodeName', 'status.phase'],
      ['spec.nodeName', 'status.phase'],
    ]);
    expect(server.last.request.path).not.toContain('fields');
    createInformer(options).start();
    expect(server.last.request).not.toHaveProperty('fields');
  });

  it('gives a transform what is left', async () => {
    const server = new ScriptedServer();
    const pods = createInformer({
      ...{ transport: server, resource: core.pods, scheduler: new TestClock() },
      fields: ['spec.nodeName'],
      transform: (draft) => {
        draft.apiVersion = Object.keys(draft).join();
      },
    });
    const ready = pods.ready();
    server.last.json(podList(10, [web(1, 'Pending')]));
    expect((await ready).get('shop/web')?.apiVersion).toBe('kind,apiVersion,metadata,spec');
  });

  it.each<[unknown, RegExp]>([
    [[''], /^fields: "" is no path such as 'spec.nodeName'/],
    [['spec..nodeName'], /^fields: "spec..nodeName" is no path/],
    [[7], /^fields: 7 is no path/],
    ['spec', /^fields: "spec" is no list of paths/],
    [['metadata.managedFields'], /^fields: metadata.managedFields is dropped, unless managedFields is 'keep'/],
  ])('refuses fields: %j', (fields, message) => {
    const transport = new ScriptedServer();
    const options = { fields: fields as never };
    expect(() => createInformer({ transport, resource: core.pods, ...options })).toThrow(message);
    expect(() => createInformerFactory({ transport }).informer(core.pods, options)).toThrow(message);
  });

  it('is another informer of a factory than one of other fields', () => {
    const factory = createInformerFactory({ transport: new ScriptedServer() });
    const ask = (field: 'spec' | 'status') => factory.informer(core.pods, { fields: [field] });
    expect(ask('spec')).toBe(ask('spec'));
    expect(ask('spec')).not.toBe(ask('status'));
  });
});

describe('an informer of metadata only', () => {
  it('asks the server for nothing else', async () => {
    const server = createApiServer();
    const labels = { app: 'web' };
    const metadata = { name: 'web', namespace: 'default', labels };
    server.store.create(core.pods, { metadata, spec: { containers: [] } });
    const pods = createInformer({ transport: server.transport(), resource: core.pods, metadataOnly: true });
    const first = (await pods.ready()).get('default/web');
    expect(first).toEqual({
      apiVersion: 'meta.k8s.io/v1',
      kind: 'PartialObjectMetadata',
      metadata: expect.objectContaining(metadata),
    });
    server.store.create(core.pods, { metadata: { name: 'late', namespace: 'default' }, spec: { containers: [] } });
    const late = await pods.waitFor('default/late', (object) => object !== undefined);
    expect(Object.keys(late ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    pods.stop();
  });

  it('names the media types that Kubernetes has for it', () => {
    const server = new ScriptedServer();
    const options = { transport: server, resource: core.pods, scheduler: new TestClock(), watchList: 'never' } as const;
    createInformer({ ...options, metadataOnly: true }).start();
    server.last.json({ ...podList(10, []), kind: 'PartialObjectMetadataList' });
    expect(server.exchanges.map(({ request }) => request.headers?.accept)).toEqual([
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    ]);
  });

  it.each<[object, RegExp]>([
    [{ metadataOnly: 1 }, /^metadataOnly: 1 is neither true nor false/],
    [{ metadataOnly: true, fields: ['spec'] }, /^fields: not together with metadataOnly/],
  ])('refuses %j', (options, message) => {
    const all = { transport: new ScriptedServer(), resource: core.pods, ...options };
    expect(() => createInformer(all)).toThrow(message);
  });
});

it('status$ tells of a server that has no such form', async () => {
  const server = new ScriptedServer();
  const pods = createInformer({
    ...{ transport: server, resource: core.pods, scheduler: new TestClock() },
    metadataOnly: true,
    watchList: 'never',
  });
  pods.start();
  server.last.refuse(406, 'NotAcceptable');
  expect((await firstValueFrom(pods.status$)).failure).toMatchObject({ kind: 'rejected', code: 406 });
  pods.stop();
});
