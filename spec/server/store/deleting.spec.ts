import { describe, expect, it } from '@jest/globals';
import { core } from '../../../lib/kubernetes/index.js';
import type { ApiStore } from '../../../lib/server/index.js';
import { refusal, testServer } from '../support/server.js';

const namespace = 'default';
const at = { namespace, name: 'a' };

/** Every later event of a resource: type, resourceVersion, whether it is marked as being deleted. */
function record(
  store: ApiStore,
  resource: typeof core.configMaps | typeof core.pods | typeof core.namespaces,
): string[] {
  const seen: string[] = [];
  store.watch(resource, { resourceVersion: store.resourceVersion }).subscribe((event) => {
    if (event.type === 'BOOKMARK') return;
    const { name, resourceVersion, deletionTimestamp } = event.object.metadata;
    seen.push(`${event.type} ${name}@${resourceVersion}${deletionTimestamp === undefined ? '' : ' terminating'}`);
  });
  return seen;
}

describe('delete', () => {
  it('removes an object, whose last event has its last state and the version of the deletion', () => {
    const { store } = testServer();
    store.create(core.configMaps, { metadata: at, data: { k: 'v' } });
    const events: unknown[] = [];
    store.watch(core.configMaps, { resourceVersion: '3' }).subscribe((event) => events.push(event));
    expect(store.delete(core.configMaps, at).metadata.resourceVersion).toBe('3');
    expect(events).toEqual([
      {
        type: 'DELETED',
        object: expect.objectContaining({
          data: { k: 'v' },
          metadata: expect.objectContaining({ resourceVersion: '4' }),
        }),
      },
    ]);
    expect(refusal(() => store.get(core.configMaps, at)).code).toBe(404);
    expect(refusal(() => store.delete(core.configMaps, at))).toMatchObject({
      code: 404,
      message: 'configmaps "a" not found',
    });
  });

  it('only deletes what its preconditions say', () => {
    const { store } = testServer();
    const { uid, resourceVersion } = store.create(core.configMaps, { metadata: at }).metadata;
    const withUid = (value: string) => () => store.delete(core.configMaps, at, { preconditions: { uid: value } });
    const withVersion = () => store.delete(core.configMaps, at, { preconditions: { resourceVersion: '1' } });
    expect(refusal(withUid('other'))).toMatchObject({
      code: 409,
      reason: 'Conflict',
      details: { name: 'a', kind: 'ConfigMap' },
    });
    expect(refusal(withVersion).message).toContain('the ResourceVersion in the precondition (1) does not match');
    expect(store.delete(core.configMaps, at, { preconditions: { uid, resourceVersion } }).metadata.uid).toBe(uid);
  });

  it('marks an object that has finalizers, and removes it with the last of them', () => {
    const { store } = testServer();
    store.create(core.configMaps, { metadata: { ...at, finalizers: ['a.b/c'] } });
    const seen = record(store, core.configMaps);
    const marked = store.delete(core.configMaps, at);
    expect(marked.metadata).toMatchObject({
      deletionTimestamp: '2026-01-06T08:00:00Z',
      deletionGracePeriodSeconds: 0,
      resourceVersion: '4',
    });
    expect(store.delete(core.configMaps, at)).toBe(marked);
    const add = () =>
      store.patch(core.configMaps, at, { metadata: { finalizers: ['a.b/c', 'd.e/f'] } }, { type: 'merge' });
    expect(refusal(add).message).toContain('no new finalizers can be added if the object is being deleted');
    const unmark = store.patch(
      core.configMaps,
      at,
      { metadata: { deletionTimestamp: null }, data: { x: '1' } },
      { type: 'merge' },
    );
    expect(unmark.metadata.deletionTimestamp).toBe('2026-01-06T08:00:00Z');
    store.patch(core.configMaps, at, { metadata: { finalizers: null } }, { type: 'merge' });
    expect(seen).toEqual(['MODIFIED a@4 terminating', 'MODIFIED a@5 terminating', 'DELETED a@6 terminating']);
  });

  it('first marks a pod, as kube-apiserver does; one on a node waits when it is asked to', () => {
    const { store } = testServer();
    store.create(core.pods, { metadata: at });
    store.create(core.pods, { metadata: { namespace, name: 'b' }, spec: { nodeName: 'n', containers: [] } });
    const seen = record(store, core.pods);
    store.delete(core.pods, at, { gracePeriodSeconds: 30 });
    const b = { namespace, name: 'b' };
    const graceful = store.delete(core.pods, b, { gracePeriodSeconds: 30 });
    expect(graceful.metadata).toMatchObject({
      generation: 2,
      deletionTimestamp: '2026-01-06T08:00:30Z',
      deletionGracePeriodSeconds: 30,
    });
    store.delete(core.pods, b);
    expect(seen).toEqual([
      'MODIFIED a@5 terminating',
      'DELETED a@6 terminating',
      'MODIFIED b@7 terminating',
      'MODIFIED b@8 terminating',
      'DELETED b@9 terminating',
    ]);
  });

  it('changes nothing when it is only tried, and refuses a policy that there is not', () => {
    const { store } = testServer();
    store.create(core.configMaps, { metadata: at });
    store.delete(core.configMaps, at, { dryRun: true });
    expect(store.resourceVersion).toBe('3');
    expect(refusal(() => store.delete(core.configMaps, at, { propagationPolicy: 'Foo' }))).toMatchObject({
      code: 422,
      details: { kind: 'DeleteOptions' },
    });
  });

  it('deletes a selection', () => {
    const { store } = testServer();
    for (const name of ['a', 'b', 'c'])
      store.create(core.configMaps, { metadata: { namespace, name, labels: { odd: String(name !== 'b') } } });
    const gone = store.deleteCollection(core.configMaps, { namespace, labelSelector: 'odd=true' });
    expect(gone.map(({ metadata }) => metadata.name)).toEqual(['a', 'c']);
    expect(store.list(core.configMaps).items.map(({ metadata }) => metadata.name)).toEqual(['b']);
  });
});

describe('a namespace', () => {
  it('is as in a cluster: labelled with its name, active', () => {
    const made = testServer().store.create(core.namespaces, { metadata: { name: 'shop', labels: { x: '1' } } });
    expect(made).toMatchObject({
      metadata: { labels: { x: '1', 'kubernetes.io/metadata.name': 'shop' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
  });

  it('takes its content with it', () => {
    const { store } = testServer({ namespaces: ['shop', 'shop-2'] });
    store.create(core.configMaps, { metadata: { name: 'a', namespace: 'shop' } });
    store.create(core.secrets, { metadata: { name: 's', namespace: 'shop' } });
    store.create(core.configMaps, { metadata: { name: 'kept', namespace: 'shop-2' } });
    const seen = record(store, core.namespaces);
    store.delete(core.namespaces, { name: 'shop' });
    expect(seen).toEqual(['MODIFIED shop@8 terminating', 'DELETED shop@11 terminating']);
    expect(store.list(core.configMaps).items.map(({ metadata }) => metadata.name)).toEqual(['kept']);
    expect(store.list(core.secrets).items).toEqual([]);
  });

  it('stays, closed to new objects, while something in it has a finalizer', () => {
    const { store } = testServer({ namespaces: ['shop'] });
    const held = { namespace: 'shop', name: 'held' };
    store.create(core.configMaps, { metadata: { ...held, finalizers: ['a.b/c'] } });
    expect(store.delete(core.namespaces, { name: 'shop' }).status).toEqual({ phase: 'Terminating' });
    expect(refusal(() => store.create(core.configMaps, { metadata: { name: 'x', namespace: 'shop' } }))).toMatchObject({
      code: 403,
      message:
        'configmaps "x" is forbidden: unable to create new content in namespace shop because it is being terminated',
      details: { causes: [{ reason: 'NamespaceTerminating' }] },
    });
    store.patch(core.configMaps, held, { metadata: { finalizers: null } }, { type: 'merge' });
    expect(refusal(() => store.get(core.namespaces, { name: 'shop' })).code).toBe(404);
  });

  it('that a cluster cannot be without is not deleted', () => {
    const { store } = testServer();
    expect(refusal(() => store.delete(core.namespaces, { name: 'default' })).message).toBe(
      'namespaces "default" is forbidden: this namespace may not be deleted',
    );
  });
});
