import { expect, it } from '@jest/globals';
import { core } from '../../../lib/kubernetes/index.js';
import { ApiError, type ApiStore } from '../../../lib/server/index.js';
import { refusal, testServer } from '../support/server.js';

const namespace = 'default';

/** a@3 b@4, then a@5, no b@6, c@7. */
function setUp(): ApiStore {
  const { store } = testServer();
  for (const name of ['a', 'b']) store.create(core.configMaps, { metadata: { name, namespace } });
  store.update(core.configMaps, { metadata: { name: 'a', namespace }, data: { changed: 'yes' } });
  store.delete(core.configMaps, { namespace, name: 'b' });
  store.create(core.configMaps, { metadata: { name: 'c', namespace } });
  return store;
}

function contentOf(store: ApiStore, resourceVersion?: string): string[] {
  const match = resourceVersion === undefined ? {} : { resourceVersion, resourceVersionMatch: 'Exact' };
  const { items, metadata } = store.list(core.configMaps, match);
  return [
    ...items.map((object) => `${object.metadata.name}@${object.metadata.resourceVersion}`),
    `at ${metadata.resourceVersion}`,
  ];
}

it('restore: every object is as it was, and versions are given a second time', () => {
  const store = setUp();
  store.restore('4');
  expect(store.resourceVersion).toBe('4');
  expect(contentOf(store)).toEqual(['a@3', 'b@4', 'at 4']);
  expect(store.get(core.configMaps, { namespace, name: 'a' }).data).toBeUndefined();
  store.create(core.configMaps, { metadata: { name: 'd', namespace } });
  expect(contentOf(store)).toEqual(['a@3', 'b@4', 'd@5', 'at 5']);
});

it('restore: past states are those of the history that counts, also where one was read before', () => {
  const store = setUp();
  expect(contentOf(store, '5')).toEqual(['a@5', 'b@4', 'at 5']);
  store.restore('3');
  for (const name of ['d', 'e', 'f']) store.create(core.configMaps, { metadata: { name, namespace } });
  expect(contentOf(store, '5')).toEqual(['a@3', 'd@4', 'e@5', 'at 5']);
  expect(contentOf(store, '3')).toEqual(['a@3', 'at 3']);
});

it('restore: watches end with 410, at once, of resources too that it takes nothing from', () => {
  const store = setUp();
  const codes: number[] = [];
  const error = (thrown: unknown) => codes.push(thrown instanceof ApiError ? thrown.status.code : 0);
  store.watch(core.configMaps, { resourceVersion: '7' }).subscribe({ error });
  store.watch(core.pods, { resourceVersion: '7' }).subscribe({ error });
  store.restore('6');
  expect(codes).toEqual([410, 410]);
});

it('restore: a version that is forgotten, or of the future, is refused, and nothing changes', () => {
  const store = setUp();
  store.compact('5');
  expect(refusal(() => store.restore('4')).code).toBe(410);
  expect(refusal(() => store.restore('8')).code).toBe(504);
  expect(contentOf(store)).toEqual(['a@5', 'c@7', 'at 7']);
  store.restore('5');
  expect(contentOf(store)).toEqual(['a@5', 'b@4', 'at 5']);
});
