import { describe, expect, it } from '@jest/globals';
import type { Informer, InformerOptions } from '../../../lib/informer/index.js';
import { createInformer } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { createRelay, type RelayOptions } from '../../../lib/server/index.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import { type Answer, ask } from '../support/ask.js';
import { START, testServer } from '../support/server.js';
import { namespace, PATH, setUp } from './support.js';

function names({ json }: Answer): string[] {
  const { items }: { items: { metadata: { name: string } }[] } = Object(json);
  return items.map(({ metadata }) => metadata.name);
}

describe('lists of a relay', () => {
  async function pages() {
    const set = await setUp();
    for (const name of ['a', 'b', 'c', 'd', 'e']) set.create(name);
    await settled();
    const first = await ask(set.transport, `${PATH}?limit=2`);
    const token = String(Object(first.json.metadata).continue);
    const next = (of = token) => ask(set.transport, `${PATH}?limit=2&continue=${of}`);
    return { ...set, first, token, next };
  }

  it('L2: are of one moment, however many pages they are read in', async () => {
    const { create, first, next, remove } = await pages();
    expect(first.json.metadata).toMatchObject({ resourceVersion: '7', remainingItemCount: 3 });
    remove('c');
    create('bb');
    await settled();
    const second = await next();
    expect([names(first), names(second)]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    const third = await next(String(Object(second.json.metadata).continue));
    expect(names(third)).toEqual(['e']);
    expect(third.json.metadata).toEqual({ resourceVersion: '7' });
  });

  it('L18: keep a few such moments only; then they say 410, with a token for the rest of now', async () => {
    const { create, next, transport } = await pages();
    for (let n = 0; n < 9; n++) {
      create(`x-${n}`);
      await settled();
      await ask(transport, `${PATH}?limit=1`);
    }
    const expired = await next();
    expect(expired).toMatchObject({ status: 410, json: { reason: 'Expired' } });
    const rest = await next(String(Object(expired.json.metadata).continue));
    expect(names(rest)).toEqual(['c', 'd']);
    expect(rest.json.metadata).toMatchObject({ resourceVersion: '16' });
  });

  it('are of an exact version while it is known, and 410 after that', async () => {
    const { create, transport } = await pages();
    create('f');
    await settled();
    const exact = (version: string) => ask(transport, `${PATH}?resourceVersion=${version}&resourceVersionMatch=Exact`);
    expect(names(await exact('7'))).toHaveLength(5);
    expect(names(await exact('8'))).toHaveLength(6);
    expect(await exact('6')).toMatchObject({ status: 410, json: { reason: 'Expired' } });
    expect(await exact('x')).toMatchObject({ status: 400 });
  });

  it('wait for a version that is to come', async () => {
    const { create, transport } = await setUp();
    const list = ask(transport, `${PATH}?resourceVersion=3&resourceVersionMatch=NotOlderThan`);
    create('a');
    expect(names(await list)).toEqual(['a']);
  });

  it('refuse tokens that are none', async () => {
    const { transport } = await setUp();
    expect(await ask(transport, `${PATH}?continue=abc`)).toMatchObject({ status: 400 });
  });
});

describe('a relay whose informer knows nothing yet', () => {
  it('connects it for the request, and lets that wait', async () => {
    const { create, informer, transport, scheduler } = await setUp({ started: false });
    create('a');
    expect(informer.status.phase).toBe('idle');
    expect(names(await ask(transport, PATH))).toEqual(['a']);
    await scheduler.advanceAsync(59_000);
    expect(informer.status.phase).toBe('live');
    await scheduler.advanceAsync(2000);
    expect(informer.status.phase).toBe('idle');
  });

  it('L15: says 503 and why when it takes too long, never an empty list', async () => {
    const { setDown, transport, scheduler } = await setUp({ started: false });
    setDown(true);
    const list = ask(transport, PATH);
    await scheduler.advanceAsync(10_000);
    expect(await list).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { reason: 'ServiceUnavailable', message: expect.stringMatching(/does not hold configmaps yet: .*refused/) },
    });
  });

  it('L7: shows what it had while the cluster is out of reach, and says how old that is', async () => {
    const { create, setDown, transport, scheduler } = await setUp();
    create('a');
    await settled();
    await ask(transport, PATH);
    setDown(true);
    await scheduler.advanceAsync(2000);
    const list = await ask(transport, PATH);
    expect(names(list)).toEqual(['a']);
    expect(list.headers.warning).toMatch(/^299 - "this is of 2026-01-06T08:00:00.000Z: .*refused.*"$/);
  });

  it('says 503 when it was stopped, also to those who watch', async () => {
    const { informer, transport, watch } = await setUp();
    const reader = watch('&resourceVersion=2');
    informer.stop();
    expect(reader).toMatchObject({ seen: ['ERROR 503'], ended: true });
    expect(await ask(transport, PATH)).toMatchObject({
      status: 503,
      json: { message: expect.stringContaining('does not hold configmaps any more') },
    });
  });
});

describe('a relay of less than everything', () => {
  async function relayOf(
    informers: readonly Partial<InformerOptions<unknown>>[],
    options: Partial<RelayOptions> = {},
    authorize?: Parameters<typeof testServer>[0],
  ) {
    const scheduler = new TestClock(START);
    const server = testServer({ scheduler, namespaces: ['shop', 'bank', 'farm'], ...authorize });
    const common = { transport: server.transport(), resource: core.configMaps, scheduler, random: () => 0.5 };
    const made: Informer<unknown>[] = informers.map((each) => createInformer<unknown>({ ...common, ...each }));
    const relay = createRelay({ informers: made, scheduler, now: () => START, ...options });
    const create = (at: string, name: string, labels = {}) =>
      server.store.create(core.configMaps, { metadata: { name, namespace: at, labels } });
    const transport = relay.transport();
    const get = async (path: string) => {
      const answer = ask(transport, path);
      await scheduler.advanceAsync(10_000);
      return answer;
    };
    return { create, get, relay, scheduler, server, transport };
  }

  it('answers for the namespaces that it holds, each by a history of its own', async () => {
    const { create, get } = await relayOf([{ namespace: ['shop', 'bank'] }]);
    create('shop', 'a');
    create('bank', 'b');
    create('farm', 'c');
    expect(names(await get('/api/v1/namespaces/shop/configmaps'))).toEqual(['a']);
    expect(names(await get('/api/v1/namespaces/bank/configmaps'))).toEqual(['b']);
    for (const path of ['/api/v1/namespaces/farm/configmaps', PATH, '/api/v1/namespaces/farm/configmaps/c'])
      expect(await get(path)).toMatchObject({
        status: 403,
        json: {
          message: expect.stringContaining('holds configmaps of the namespaces shop, bank only: ask for one of them'),
        },
      });
  });

  it('L1: resumes no watch of a namespace over a deletion that it did not hear of', async () => {
    const { relay, create, get, scheduler, server } = await relayOf(
      [{ namespace: ['shop', 'bank'], keepAliveMs: 600_000 }],
      { keepAliveMs: 1000 },
    );
    create('bank', 'b');
    create('shop', 'a');
    create('shop', 'c');
    const { json } = await get('/api/v1/namespaces/shop/configmaps');
    const { resourceVersion } = Object(json.metadata);
    await scheduler.advanceAsync(10_000);
    server.store.delete(core.configMaps, { namespace: 'shop', name: 'a' });
    await scheduler.advanceAsync(10_000);
    const path = `/api/v1/namespaces/shop/configmaps?watch=1&timeoutSeconds=5&resourceVersion=`;
    expect((await get(path + resourceVersion)).text).toContain('"code":410');
    const list = await get('/api/v1/namespaces/shop/configmaps');
    expect(names(list)).toEqual(['c']);
    expect((await get(path + Object(list.json.metadata).resourceVersion)).text).toBe('');
    await relay.stop();
  });

  it('tells watches of a namespace its own changes, and resumes them, whatever the other is at', async () => {
    const { create, get, scheduler, transport } = await relayOf([{ namespace: ['shop', 'bank'] }]);
    create('shop', 'a');
    const { json } = await get('/api/v1/namespaces/shop/configmaps');
    const { resourceVersion } = Object(json.metadata);
    const seen: string[] = [];
    const watch = (version: string) =>
      transport
        .request({ path: `/api/v1/namespaces/shop/configmaps?watch=1&resourceVersion=${version}` })
        .subscribe(({ body$ }) =>
          body$.subscribe((chunk) => seen.push(...(new TextDecoder().decode(chunk).match(/"name":"\w+"/g) ?? []))),
        );
    const first = watch(resourceVersion);
    create('bank', 'b');
    create('shop', 'c');
    create('bank', 'd');
    await scheduler.advanceAsync(50);
    create('shop', 'e');
    await scheduler.advanceAsync(50);
    expect(seen).toEqual(['"name":"c"', '"name":"e"']);
    first.unsubscribe();
    watch(resourceVersion);
    expect(seen.slice(2)).toEqual(['"name":"c"', '"name":"e"']);
  });

  it('L15: says 503 for a namespace that the server refuses, and answers for the others', async () => {
    const { create, get } = await relayOf(
      [{ namespace: ['shop', 'bank'] }],
      {},
      {
        authorize: ({ resource }) =>
          resource?.namespace === 'bank' ? { access: 'denied', user: 'relay' } : { access: 'granted' },
      },
    );
    create('shop', 'a');
    expect(names(await get('/api/v1/namespaces/shop/configmaps'))).toEqual(['a']);
    expect(await get('/api/v1/namespaces/bank/configmaps')).toMatchObject({
      status: 503,
      json: { message: expect.stringContaining('User "relay" cannot') },
    });
  });

  it('answers for what it selects when that is asked for, or for one object of it', async () => {
    const { create, get } = await relayOf([{ labelSelector: 'tier=web', fieldSelector: 'metadata.name!=x' }]);
    create('shop', 'a', { tier: 'web' });
    create('shop', 'b', { tier: 'db' });
    const both = 'fieldSelector=metadata.name!%3Dx&labelSelector=tier%3Dweb';
    expect(names(await get(`${PATH}?${both}`))).toEqual(['a']);
    expect(names(await get(`${PATH}?${both},other%3Dlabel`))).toEqual([]);
    expect(await get('/api/v1/namespaces/shop/configmaps/a')).toMatchObject({ status: 200 });
    expect(await get(PATH)).toMatchObject({
      status: 403,
      json: {
        message: expect.stringContaining('holds configmaps with tier=web only: ask with labelSelector=tier=web'),
      },
    });
    expect(await get(`${PATH}?labelSelector=tier%3Dweb`)).toMatchObject({
      json: { message: expect.stringContaining('ask with fieldSelector=metadata.name!=x') },
    });
  });

  it('asks the first informer that holds all that is wanted', async () => {
    const { create, get } = await relayOf([
      { namespace: 'shop' },
      { labelSelector: 'tier=web' },
      { namespace: 'bank' },
    ]);
    create('bank', 'b');
    create('farm', 'c', { tier: 'web' });
    expect(names(await get('/api/v1/namespaces/bank/configmaps'))).toEqual(['b']);
    expect(names(await get(`${PATH}?labelSelector=tier%3Dweb`))).toEqual(['c']);
    const { json } = await get('/api/v1');
    expect(json.resources).toHaveLength(1);
  });

  it('says what it does not hold, and what it does not do', async () => {
    const { get, transport } = await relayOf([{}]);
    expect(await get('/apis/apps/v1/deployments')).toMatchObject({
      status: 404,
      json: { message: 'this relay does not have deployments.v1.apps: it relays configmaps' },
    });
    expect(await get('/api/v1/namespaces/shop/configmaps/a/status')).toMatchObject({ status: 404 });
    const post = await ask(transport, { method: 'POST', path: '/api/v1/namespaces/shop/configmaps', body: '{}' });
    expect(post).toMatchObject({ status: 405, json: { message: expect.stringContaining('read-only') } });
  });

  it('lists in discovery what it relays, to be read only', async () => {
    const { get } = await relayOf([{}]);
    expect((await get('/api/v1')).json.resources).toEqual([
      {
        name: 'configmaps',
        singularName: 'configmap',
        namespaced: true,
        kind: 'ConfigMap',
        verbs: ['get', 'list', 'watch'],
        shortNames: ['cm'],
      },
    ]);
    expect((await get('/apis')).json.groups).toEqual([]);
    expect((await get('/version')).status).toBe(200);
    expect((await get('/openapi/v3/api/v1')).json.paths).toEqual({});
  });
});

describe('a relay of less than whole objects', () => {
  async function relayOf(kept: object) {
    const scheduler = new TestClock(START);
    const server = testServer({ scheduler });
    server.store.create(core.configMaps, { metadata: { name: 'a', namespace, labels: { x: 'y' } }, data: { k: 'v' } });
    const options = { transport: server.transport(), resource: core.configMaps, scheduler, ...kept };
    const informer: Informer<unknown> = createInformer<unknown>(options);
    return createRelay({ informers: [informer], scheduler }).transport();
  }
  const partial = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
  const table = 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json';

  it('that are metadata: shows metadata, and refuses to show objects', async () => {
    const transport = await relayOf({ metadataOnly: true });
    const list = await ask(transport, { path: PATH, headers: { accept: partial } });
    expect(list.json).toMatchObject({ kind: 'PartialObjectMetadataList', items: [{ metadata: { name: 'a' } }] });
    expect(await ask(transport, { path: PATH, headers: { accept: table } })).toMatchObject({
      status: 406,
      json: { message: expect.stringContaining('PartialObjectMetadata') },
    });
    expect(await ask(transport, { path: `${PATH}?labelSelector=x`, headers: { accept: partial } })).toMatchObject({
      status: 200,
    });
  });

  it('that are some fields: shows these, in no table, and is not selected by others', async () => {
    const transport = await relayOf({ fields: ['data.k'] });
    const { json } = await ask(transport, { path: PATH, headers: { accept: table } });
    expect(json).toMatchObject({ kind: 'ConfigMapList', items: [{ data: { k: 'v' } }] });
    expect(await ask(transport, `${PATH}?labelSelector=x`)).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining('does not hold metadata.labels of configmaps, to select them by') },
    });
    expect(await ask(transport, `${PATH}?fieldSelector=metadata.name=a`)).toMatchObject({ status: 200 });
  });
});
