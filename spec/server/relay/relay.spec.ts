import { describe, expect, it } from '@jest/globals';
import { NEVER } from 'rxjs';
import { createInformer } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { createRelay, type RelayOptions } from '../../../lib/server/index.js';
import { settled } from '../../support/virtual-time.js';
import { ask } from '../support/ask.js';
import { testServer } from '../support/server.js';
import { namespace, PATH, setUp } from './support.js';

describe('a relay', () => {
  it('lists what its informer holds, as the API server does', async () => {
    const { create, server, transport, scheduler } = await setUp();
    create('a', { tier: 'web' });
    create('b');
    await settled();
    const paths = [
      PATH,
      `${PATH}?labelSelector=tier=web`,
      `${PATH}?fieldSelector=metadata.name=b`,
      `/api/v1/namespaces/${namespace}/configmaps`,
      '/api/v1/namespaces/other/configmaps',
      `/api/v1/namespaces/${namespace}/configmaps/a`,
      `/api/v1/namespaces/${namespace}/configmaps/missing`,
      `${PATH}?labelSelector=!!`,
      `${PATH}?resourceVersion=99`,
    ];
    for (const path of paths) {
      const answers = Promise.all([ask(transport, path), ask(server.transport(), path)]);
      await scheduler.advanceAsync(3000);
      const [relayed, direct] = await answers;
      expect([path, relayed.status, relayed.json]).toEqual([path, direct.status, direct.json]);
    }
  });

  it('tells a watch every change, in order, and bookmarks to who allows them', async () => {
    const { create, change, remove, watch, scheduler } = await setUp();
    create('a');
    await settled();
    const [told, untold] = [watch('&resourceVersion=3&allowWatchBookmarks=1'), watch('&resourceVersion=3')];
    create('b');
    change('a', { x: '1' });
    remove('b');
    await scheduler.advanceAsync(50);
    await scheduler.advanceAsync(60_000);
    expect(untold.seen).toEqual(['ADDED b@4', 'MODIFIED a@5', 'DELETED b@6']);
    expect(told.seen).toEqual([...untold.seen, 'BOOKMARK @6']);
  });

  it('shows only the fields that are asked for, and what tells an object', async () => {
    const { create, change, watch, transport, scheduler } = await setUp();
    create('a', { tier: 'web' });
    await settled();
    const { json } = await ask(transport, `${PATH}?fields=metadata.labels,data.x`);
    const metadata = { name: 'a', namespace, uid: 'uid-3', resourceVersion: '3', labels: { tier: 'web' } };
    expect(json).toEqual({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '3' },
      items: [{ metadata }],
    });
    const reader = watch('&fields=data.x');
    change('a', { x: '1', y: '2' });
    await scheduler.advanceAsync(50);
    expect(reader.frames.map(({ object }) => object)).toMatchObject([{ kind: 'ConfigMap' }, { data: { x: '1' } }]);
    expect(reader.frames[1]?.object).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'a', namespace, uid: 'uid-3', resourceVersion: '4' },
      data: { x: '1' },
    });
    const one = await ask(transport, `/api/v1/namespaces/${namespace}/configmaps/a?fields=data.y`);
    expect(one.json).toEqual({ ...one.json, data: { y: '2' } });
  });

  it('refuses fields that are no paths, and more sets of them than it can look after', async () => {
    const { watch, transport } = await setUp();
    expect(await ask(transport, `${PATH}?fields=metadata..labels`)).toMatchObject({
      status: 400,
      json: { message: 'fields: "metadata..labels" is no path to a field, such as "spec.nodeName"' },
    });
    for (let i = 0; i < 32; i++) watch(`&fields=data.x${i}`);
    expect(await ask(transport, `${PATH}?fields=data.x3`)).toMatchObject({ status: 200 });
    expect(await ask(transport, `${PATH}?fields=data.y`)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '10' },
      json: { message: expect.stringContaining('32 sets of fields') },
    });
  });
});

describe('a relay that was stopped', () => {
  it.each(['before', 'meanwhile'] as const)('listens no more, and says so (%s)', async (when) => {
    const { relay } = await setUp();
    const early = when === 'meanwhile' ? [relay.listen()] : [];
    const stopped = relay.stop();
    await Promise.all(
      [...early, relay.listen()].map((listening) =>
        expect(listening).rejects.toThrow('the relay was stopped, for good: createRelay() makes another one'),
      ),
    );
    await stopped;
  });
});

describe('createRelay', () => {
  const informer = createInformer({ transport: testServer().transport(), resource: core.pods });
  const changing = createInformer({ transport: testServer().transport(), resource: core.pods, namespace: NEVER });

  it.each<[object, string]>([
    [{}, 'informers: undefined is no list of informers'],
    [{ informers: informer }, 'informers: a SharedInformer is no list of informers'],
    [{ informers: [informer, {}] }, 'informers[1]: it is no informer of createInformer'],
    [{ informers: [changing] }, 'informers[0]: its set of namespaces may change'],
    [{ informers: [] }, 'informers: there is none, so there is nothing to relay'],
    [{ informers: [], flushMs: -1 }, 'flushMs: -1 is not a whole number of milliseconds, at least 0'],
    [{ informers: [], historyBytes: 0.5 }, 'historyBytes: 0.5 is not a whole number of bytes'],
    [{ informers: [], slowClientMs: 0 }, 'slowClientMs: 0 is not a whole number of milliseconds, at least 1'],
    [
      { informers: [], slowClientMs: 1e12 },
      'slowClientMs: 1000000000000 is not a whole number of milliseconds, at least 1 and at most 2147483647 (24 days)',
    ],
    [{ informers: [], authorize: true }, 'authorize: true is not a function from a request to a decision'],
    [{ informers: [], flushms: 5 }, 'flushms: createRelay has no such option; is flushMs meant?'],
  ])('refuses %j in words', (options, words) => {
    expect(() => createRelay(options as RelayOptions)).toThrow(words);
  });
});
