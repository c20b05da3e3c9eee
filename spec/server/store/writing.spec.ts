import { describe, expect, it } from '@jest/globals';
import { apps, core, customResource, type KubernetesObject, rbac } from '../../../lib/kubernetes/index.js';
import { refusal, testServer } from '../support/server.js';

const namespace = 'default';
const cronTabs = customResource<KubernetesObject & { spec?: object; status?: object }>({
  group: 'stable.example.com',
  version: 'v1',
  plural: 'crontabs',
  kind: 'CronTab',
  namespaced: true,
});
const pods = { selector: {}, template: {} };
const deployment = { metadata: { name: 'd', namespace }, spec: { replicas: 1, ...pods }, status: { replicas: 7 } };

function setUp() {
  return testServer({ resources: [cronTabs] }).store;
}

describe('create', () => {
  it('stores a copy with what only the server knows, deeply frozen', () => {
    const store = setUp();
    const sent = { metadata: { name: 'a', namespace, labels: { x: '1' } }, data: { k: 'v' } };
    const made = store.create(core.configMaps, sent);
    sent.data.k = 'changed';
    expect(made).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'a',
        namespace,
        uid: 'uid-3',
        resourceVersion: '3',
        creationTimestamp: '2026-01-06T08:00:00Z',
        labels: { x: '1' },
      },
      data: { k: 'v' },
    });
    expect(store.get(core.configMaps, { namespace, name: 'a' })).toBe(made);
    expect(Object.isFrozen(made.metadata.labels)).toBe(true);
    expect(Object.isFrozen(made.data)).toBe(true);
  });

  it('passes over what only the server may say', () => {
    const metadata = {
      name: 'a',
      namespace,
      uid: 'mine',
      creationTimestamp: '2001-01-01T00:00:00Z',
      deletionTimestamp: '2001-01-01T00:00:00Z',
    };
    const made = setUp().create(core.configMaps, { metadata });
    expect(made.metadata).toEqual({
      name: 'a',
      namespace,
      uid: 'uid-3',
      resourceVersion: '3',
      creationTimestamp: '2026-01-06T08:00:00Z',
    });
  });

  it('generates a name, another each time', () => {
    const store = setUp();
    const names = [1, 2, 3].map(
      () => store.create(core.configMaps, { metadata: { generateName: 'gen-', namespace } }).metadata.name,
    );
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('gives a status only where creators have a say in it', () => {
    const store = setUp();
    expect(store.create(apps.deployments, deployment).status).toBeUndefined();
    expect(store.create(cronTabs, { metadata: { name: 'c', namespace }, status: { s: 1 } }).status).toBeUndefined();
    expect(
      store.create(core.pods, { metadata: { name: 'p', namespace }, status: { phase: 'Running' } }).status,
    ).toEqual({ phase: 'Pending' });
    expect(store.create(core.nodes, { metadata: { name: 'n' }, status: { phase: 'x' } }).status).toEqual({
      phase: 'x',
    });
  });

  it('refuses what kube-apiserver refuses, in its words', () => {
    const store = setUp();
    const create = (object: object, options = {}) =>
      refusal(() => store.create(core.configMaps, { metadata: { namespace }, ...object }, options));
    store.create(core.configMaps, { metadata: { name: 'a', namespace } });
    const named = (metadata: object) => create({ metadata: { name: 'b', namespace, ...metadata } });
    expect(create({ metadata: { name: 'a', namespace } })).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'configmaps "a" already exists',
      details: { name: 'a', kind: 'configmaps' },
    });
    expect(create({})).toMatchObject({
      code: 422,
      message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    });
    expect(named({ name: 'A_b' }).details?.causes).toEqual([
      expect.objectContaining({ reason: 'FieldValueInvalid', field: 'metadata.name' }),
    ]);
    expect(named({ namespace: 'nope' })).toMatchObject({
      code: 404,
      message: 'namespaces "nope" not found',
      details: { name: 'nope', kind: 'namespaces' },
    });
    expect(create({ metadata: { name: 'b', namespace } }, { namespace: 'kube-system' }).message).toBe(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
    expect(named({ resourceVersion: '5' })).toMatchObject({
      code: 500,
      message: 'resourceVersion should not be set on objects to be created',
    });
    expect(named({ labels: { x: 1 } })).toMatchObject({ code: 400, reason: 'BadRequest' });
    expect(
      named({
        labels: { 'a b': 'c d' },
        annotations: { 'x y': '' },
        finalizers: ['x'],
        ownerReferences: [{}],
      }).details?.causes?.map(({ field }) => field),
    ).toEqual([
      'metadata.labels',
      'metadata.labels',
      'metadata.annotations',
      'metadata.finalizers[0]',
      ...['apiVersion', 'kind', 'name', 'uid'].map((field) => `metadata.ownerReferences[0].${field}`),
    ]);
    expect(create({ kind: 'Pod', metadata: { name: 'b', namespace } })).toMatchObject({ code: 400 });
    expect(refusal(() => store.create(core.nodes, { metadata: { name: 'n', namespace } })).code).toBe(400);
    expect(
      refusal(() =>
        store.create(customResource({ group: 'a.b', version: 'v1', plural: 'xs', kind: 'X', namespaced: false }), {}),
      ).code,
    ).toBe(404);
  });

  it('refuses what is no JSON, and what is nested without end, without falling over', () => {
    const store = setUp();
    const loop: { self?: object } = {};
    loop.self = loop;
    for (const data of [loop, () => 1, Number.NaN, 1n, new Date(Number.NaN)])
      expect(
        refusal(() => store.create(cronTabs, { metadata: { name: 'a', namespace }, spec: { data } })),
      ).toMatchObject({ code: 400, reason: 'BadRequest' });
  });

  it('keeps a field called __proto__ a field', () => {
    const object = JSON.parse('{"metadata":{"name":"a","namespace":"default"},"spec":{"__proto__":{"polluted":1}}}');
    const { spec } = setUp().create(cronTabs, object);
    expect(JSON.stringify(spec)).toBe('{"__proto__":{"polluted":1}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('takes other names where other kinds of names are needed', () => {
    const store = setUp();
    expect(store.create(rbac.clusterRoles, { metadata: { name: 'system:Node_1' }, rules: [] }).metadata.name).toBe(
      'system:Node_1',
    );
    expect(refusal(() => store.create(rbac.clusterRoles, { metadata: { name: 'a/b' }, rules: [] })).code).toBe(422);
    expect(refusal(() => store.create(core.namespaces, { metadata: { name: 'a.b' } })).code).toBe(422);
  });

  it('changes nothing when it is only tried', () => {
    const store = setUp();
    expect(store.create(core.configMaps, { metadata: { name: 'a', namespace } }, { dryRun: true }).metadata.name).toBe(
      'a',
    );
    expect(store.resourceVersion).toBe('2');
    expect(store.list(core.configMaps).items).toEqual([]);
  });
});

describe('update', () => {
  it('writes the new state, and nothing when it is the old one', () => {
    const store = setUp();
    store.create(core.configMaps, { metadata: { name: 'a', namespace }, data: { k: '1' } });
    const next = store.update(core.configMaps, { metadata: { name: 'a', namespace }, data: { k: '2' } });
    expect(next).toMatchObject({ metadata: { uid: 'uid-3', resourceVersion: '4' }, data: { k: '2' } });
    expect(store.update(core.configMaps, next)).toBe(next);
    expect(store.resourceVersion).toBe('4');
  });

  it('refuses what was made from another version, or is another object', () => {
    const store = setUp();
    store.create(core.configMaps, { metadata: { name: 'a', namespace } });
    const update = (metadata: object) =>
      refusal(() => store.update(core.configMaps, { metadata: { name: 'a', namespace, ...metadata } }));
    expect(update({ resourceVersion: '1' })).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    });
    expect(update({ uid: 'other' })).toMatchObject({ code: 409, reason: 'Conflict' });
    expect(update({ resourceVersion: 'x' }).code).toBe(500);
    expect(update({ name: 'none' })).toMatchObject({ code: 404, reason: 'NotFound' });
    expect(update({ deletionTimestamp: '2001-01-01T00:00:00Z' })).toMatchObject({
      code: 422,
      message: expect.stringContaining('field is immutable'),
    });
  });

  it('wants a resourceVersion for custom resources, as kube-apiserver does', () => {
    const store = setUp();
    const { metadata } = store.create(cronTabs, { metadata: { name: 'c', namespace }, spec: { a: 1 } });
    expect(refusal(() => store.update(cronTabs, { metadata: { name: 'c', namespace } })).message).toBe(
      'crontabs.stable.example.com "c" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
    expect(store.update(cronTabs, { metadata, spec: { a: 2 } }).spec).toEqual({ a: 2 });
  });

  it('leaves the status to /status, and the rest to the rest', () => {
    const store = setUp();
    store.create(apps.deployments, deployment);
    const statused = store.update(
      apps.deployments,
      { ...deployment, spec: { replicas: 9, ...pods } },
      { subresource: 'status' },
    );
    expect(statused).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 7 } });
    const specced = store.update(apps.deployments, {
      ...deployment,
      spec: { replicas: 2, ...pods },
      status: { replicas: 8 },
    });
    expect(specced).toMatchObject({ spec: { replicas: 2 }, status: { replicas: 7 } });
  });

  it('takes metadata through /status from built-in kinds only', () => {
    const store = setUp();
    store.create(core.pods, { metadata: { name: 'p', namespace } });
    const { metadata } = store.create(cronTabs, { metadata: { name: 'c', namespace } });
    const labels = { x: '1' };
    const pod = store.update(
      core.pods,
      { metadata: { name: 'p', namespace, labels }, status: { phase: 'Running' } },
      { subresource: 'status' },
    );
    const cronTab = store.update(
      cronTabs,
      { metadata: { ...metadata, labels }, status: { s: 1 } },
      { subresource: 'status' },
    );
    expect(pod.metadata.labels).toEqual(labels);
    expect(cronTab).toMatchObject({ status: { s: 1 } });
    expect(cronTab.metadata?.labels).toBeUndefined();
  });

  it('counts a generation for each change of what is wanted, of kinds that have one', () => {
    const store = setUp();
    const generations = [
      store.create(apps.deployments, deployment),
      store.update(apps.deployments, { ...deployment, metadata: { name: 'd', namespace, labels: { a: 'b' } } }),
      store.update(apps.deployments, { ...deployment, status: { replicas: 1 } }, { subresource: 'status' }),
      store.update(apps.deployments, { ...deployment, spec: { replicas: 2, ...pods } }),
    ].map(({ metadata }) => metadata.generation);
    expect(generations).toEqual([1, 1, 1, 2]);
    expect(store.create(core.services, { metadata: { name: 's', namespace } }).metadata.generation).toBeUndefined();
  });

  it('keeps its managed fields when none are sent, and forgets them when an empty list is', () => {
    const store = setUp();
    const managedFields = [{ manager: 'x', operation: 'Update' }];
    store.create(core.configMaps, { metadata: { name: 'a', namespace, managedFields } });
    const update = (metadata: object) =>
      store.update(core.configMaps, { metadata: { name: 'a', namespace, ...metadata }, data: {} });
    expect(update({}).metadata.managedFields).toEqual(managedFields);
    expect(update({ managedFields: [] }).metadata.managedFields).toBeUndefined();
  });
});
