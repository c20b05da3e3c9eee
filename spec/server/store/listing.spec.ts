import { describe, expect, it } from '@jest/globals';
import { apps, core, isTooLargeResourceVersion } from '../../../lib/kubernetes/index.js';
import type { ApiStore, ListOptions } from '../../../lib/server/index.js';
import { refusal, testServer } from '../support/server.js';

const namespace = 'default';

/** ConfigMaps a to e at versions 3 to 7. */
function setUp(historyLimit = 100): ApiStore {
  const { store } = testServer({ historyLimit });
  for (const name of ['e', 'd', 'c', 'b', 'a']) store.create(core.configMaps, { metadata: { name, namespace } });
  return store;
}

function names(store: ApiStore, options: ListOptions): string[] {
  return store.list(core.configMaps, options).items.map(({ metadata }) => metadata.name);
}

describe('list', () => {
  it('is in the order of etcd: by namespace, then name', () => {
    const { store } = testServer({ namespaces: ['a', 'a-b'] });
    for (const space of ['a-b', 'a']) store.create(core.configMaps, { metadata: { name: 'x', namespace: space } });
    expect(store.list(core.configMaps).items.map(({ metadata }) => metadata.namespace)).toEqual(['a-b', 'a']);
    expect(names(store, { namespace: 'a' })).toEqual(['x']);
  });

  it('names the version it is of, and its kind', () => {
    expect(setUp().list(apps.deployments)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'DeploymentList',
      metadata: { resourceVersion: '7' },
      items: [],
    });
  });

  it('treats a resourceVersion as kube-apiserver does', () => {
    const store = setUp();
    store.delete(core.configMaps, { namespace, name: 'a' });
    const versionOf = (options: ListOptions) => store.list(core.configMaps, options).metadata.resourceVersion;
    expect(versionOf({})).toBe('8');
    expect(versionOf({ resourceVersion: '0' })).toBe('8');
    expect(versionOf({ resourceVersion: '5' })).toBe('8');
    expect(versionOf({ resourceVersion: '5', resourceVersionMatch: 'NotOlderThan', limit: 1 })).toBe('8');
    expect(versionOf({ resourceVersion: '5', limit: 1 })).toBe('5');
    expect(names(store, { resourceVersion: '5', resourceVersionMatch: 'Exact' })).toEqual(['c', 'd', 'e']);
    expect(names(store, { resourceVersion: '0', limit: 1 })).toEqual(['b', 'c', 'd', 'e']);
  });

  it('refuses the future as too large, and waits for nothing', () => {
    const store = setUp();
    for (const resourceVersionMatch of [undefined, 'Exact', 'NotOlderThan']) {
      const status = refusal(() => store.list(core.configMaps, { resourceVersion: '99', resourceVersionMatch }));
      expect(status).toMatchObject({
        code: 504,
        reason: 'Timeout',
        message: 'Timeout: Too large resource version: 99, current: 7',
      });
      expect(status.details).toEqual({
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        retryAfterSeconds: 1,
      });
      expect(isTooLargeResourceVersion(status)).toBe(true);
    }
    expect(refusal(() => store.get(core.configMaps, { namespace, name: 'a', resourceVersion: '99' })).code).toBe(504);
  });

  it('says how many are left, but not when it does not know', () => {
    const store = setUp();
    expect(store.list(core.configMaps, { limit: 2 }).metadata).toMatchObject({ remainingItemCount: 3 });
    const selected = store.list(core.configMaps, { limit: 2, labelSelector: '!none' }).metadata;
    expect(selected.continue).toBeDefined();
    expect(selected.remainingItemCount).toBeUndefined();
    expect(store.list(core.configMaps, { limit: 5 }).metadata).toEqual({ resourceVersion: '7' });
  });

  it('L2: pins all pages to the version of the first', () => {
    const store = setUp();
    const first = store.list(core.configMaps, { limit: 2 });
    store.delete(core.configMaps, { namespace, name: 'c' });
    store.create(core.configMaps, { metadata: { name: 'd-2', namespace } });
    const rest = store.list(core.configMaps, { continue: first.metadata.continue });
    expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(['c', 'd', 'e']);
    expect(rest.metadata.resourceVersion).toBe('7');
  });

  it('expires a token with the versions that are forgotten, and says how to go on regardless', () => {
    const store = setUp();
    const first = store.list(core.configMaps, { limit: 2 });
    store.delete(core.configMaps, { namespace, name: 'c' });
    store.compact();
    const status = refusal(() => store.list(core.configMaps, { limit: 1, continue: first.metadata.continue }));
    expect(status).toMatchObject({
      code: 410,
      reason: 'Expired',
      message: expect.stringContaining('The provided continue parameter is too old'),
    });
    const rest = store.list(core.configMaps, { limit: 1, continue: status.metadata.continue });
    expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(['d']);
    expect(rest.metadata).toMatchObject({ resourceVersion: '8', remainingItemCount: 1 });
    expect(
      refusal(() => store.list(core.configMaps, { resourceVersion: '7', resourceVersionMatch: 'Exact' })),
    ).toMatchObject({ code: 410, reason: 'Expired' });
    expect(names(store, { resourceVersion: '7' })).toEqual(['a', 'b', 'd', 'e']);
  });

  it('forgets the oldest writes by itself, of all resources together', () => {
    const store = setUp(3);
    expect(names(store, { resourceVersion: '4', resourceVersionMatch: 'Exact' })).toEqual(['d', 'e']);
    expect(
      refusal(() => store.list(core.configMaps, { resourceVersion: '3', resourceVersionMatch: 'Exact' })).code,
    ).toBe(410);
    store.create(core.secrets, { metadata: { name: 's', namespace } });
    expect(
      refusal(() => store.list(core.configMaps, { resourceVersion: '4', resourceVersionMatch: 'Exact' })).code,
    ).toBe(410);
  });

  it('refuses what cannot be asked together, field by field', () => {
    const store = setUp();
    const causes = (options: ListOptions) =>
      refusal(() => store.list(core.configMaps, options)).details?.causes?.map(({ message }) => message);
    expect(causes({ resourceVersionMatch: 'Exact' })).toEqual([
      'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ]);
    expect(causes({ resourceVersionMatch: 'Exact', resourceVersion: '0' })).toEqual([
      'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    ]);
    expect(causes({ resourceVersionMatch: 'Foo', resourceVersion: '5' })).toEqual([
      'Unsupported value: "Foo": supported values: "Exact", "NotOlderThan", ""',
    ]);
    expect(causes({ resourceVersionMatch: 'Exact', continue: 'x' })).toHaveLength(2);
    const token = store.list(core.configMaps, { limit: 1 }).metadata.continue;
    expect(refusal(() => store.list(core.configMaps, { continue: token, resourceVersion: '5' })).code).toBe(400);
    for (const text of ['foo', 'e30', Buffer.from('{"v":1,"rv":"x","after":"a"}').toString('base64url')])
      expect(refusal(() => store.list(core.configMaps, { continue: text }))).toMatchObject({
        code: 400,
        reason: 'BadRequest',
      });
    for (const resourceVersion of ['abc', '-1', '99999999999999999999'])
      expect(refusal(() => store.list(core.configMaps, { resourceVersion })).code).toBe(400);
  });

  it('selects by labels, and by the fields that the kind has', () => {
    const { store } = testServer();
    for (const [name, nodeName] of [
      ['a', 'n1'],
      ['b', 'n2'],
      ['c', ''],
    ] as const)
      store.create(core.pods, {
        metadata: { name, namespace, labels: { tier: name } },
        spec: { nodeName, containers: [] },
      });
    store.patch(
      core.pods,
      { namespace, name: 'a' },
      { status: { phase: 'Running' } },
      { type: 'merge', subresource: 'status' },
    );
    const pods = (options: ListOptions) => store.list(core.pods, options).items.map(({ metadata }) => metadata.name);
    expect(pods({ labelSelector: 'tier in (a,b)' })).toEqual(['a', 'b']);
    expect(pods({ fieldSelector: 'spec.nodeName=n2' })).toEqual(['b']);
    expect(pods({ fieldSelector: 'spec.nodeName=' })).toEqual(['c']);
    expect(pods({ fieldSelector: 'status.phase!=Running,metadata.name!=c' })).toEqual(['b']);
    expect(
      pods({ fieldSelector: 'metadata.namespace=default,spec.hostNetwork=false', labelSelector: 'tier=a' }),
    ).toEqual(['a']);
    expect(refusal(() => pods({ fieldSelector: 'spec.foo=1' }))).toMatchObject({
      code: 400,
      message: 'field label not supported: spec.foo',
    });
    expect(refusal(() => pods({ labelSelector: 'a b' })).code).toBe(400);
    expect(refusal(() => pods({ fieldSelector: 'foo' })).code).toBe(400);
  });

  it('has versions far beyond 2^53', () => {
    const { store } = testServer({ startResourceVersion: '9007199254740993000' });
    const { metadata } = store.create(core.configMaps, { metadata: { name: 'a', namespace } });
    expect(metadata.resourceVersion).toBe('9007199254740993003');
    expect(names(store, { resourceVersion: '9007199254740993002', resourceVersionMatch: 'Exact' })).toEqual([]);
    expect(names(store, { resourceVersion: '9007199254740993003', resourceVersionMatch: 'Exact' })).toEqual(['a']);
  });
});
