import { describe, expect, it } from '@jest/globals';
import { core } from '../../../lib/kubernetes/index.js';
import type { ApiServerOptions } from '../../../lib/server/index.js';
import { TestClock } from '../../support/virtual-time.js';
import { WatchReader } from '../support/ask.js';
import { testServer } from '../support/server.js';

const namespace = 'default';
const PATH = '/api/v1/configmaps?watch=1';

function setUp(options: ApiServerOptions = {}) {
  const scheduler = new TestClock();
  const server = testServer({ scheduler, ...options });
  const transport = server.transport();
  const create = (name: string) => server.store.create(core.configMaps, { metadata: { name, namespace } });
  const watch = (query: string, headers?: Record<string, string>) => new WatchReader(transport, PATH + query, headers);
  return { ...server, scheduler, create, watch };
}

describe('the body of a watch', () => {
  it('has a line for each event, as it is written', () => {
    const { create, watch, store } = setUp();
    create('a');
    const reader = watch('&resourceVersion=0');
    create('b');
    store.delete(core.configMaps, { namespace, name: 'a' });
    expect(reader.seen).toEqual(['ADDED a@3', 'ADDED b@4', 'DELETED a@5']);
    expect(reader.frames[1]?.object).toEqual(store.get(core.configMaps, { namespace, name: 'b' }));
  });

  it('marks the end of the initial objects for who allows bookmarks', () => {
    const { create, watch } = setUp();
    create('a');
    const streamed = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
    expect(watch(streamed).seen).toEqual(['ADDED a@3']);
    expect(watch(`${streamed}&allowWatchBookmarks=true`).frames.at(-1)).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { resourceVersion: '3', annotations: { 'k8s.io/initial-events-end': 'true' } },
      },
    });
  });

  it('has a bookmark of the newest version each interval, for who allows them', () => {
    const { create, watch, store, scheduler } = setUp({ bookmarkIntervalMs: 1000 });
    create('a');
    const [told, untold] = [watch('&resourceVersion=3&allowWatchBookmarks=true'), watch('&resourceVersion=3')];
    store.create(core.secrets, { metadata: { name: 's', namespace } });
    scheduler.advance(999);
    expect(told.seen).toEqual([]);
    scheduler.advance(1);
    create('b');
    scheduler.advance(1000);
    expect(told.seen).toEqual(['BOOKMARK @4', 'ADDED b@5', 'BOOKMARK @5']);
    expect(untold.seen).toEqual(['ADDED b@5']);
  });

  it('does not end at once when its time is longer than a timer can hold, or is none', () => {
    const { watch, scheduler } = setUp();
    const readers = ['999999999999999', '2147484', '-5', '0'].map((seconds) => watch(`&timeoutSeconds=${seconds}`));
    scheduler.advance(1_799_000);
    expect(readers.map(({ ended }) => ended)).toEqual([false, false, false, false]);
    expect(scheduler.actions.map(({ delay }) => delay).every((delay) => delay < 2 ** 31)).toBe(true);
    scheduler.advance(1000);
    expect(readers.map(({ ended }) => ended)).toEqual([false, false, true, true]);
  });

  it('ends after timeoutSeconds, with a bookmark where the reader does not know how far it is', () => {
    const { create, watch, store, scheduler } = setUp();
    create('a');
    const [told, untold, longer] = ['&allowWatchBookmarks=1&timeoutSeconds=5', '&timeoutSeconds=5', ''].map((query) =>
      watch(`&resourceVersion=3${query}`),
    );
    create('b');
    store.create(core.secrets, { metadata: { name: 's', namespace } });
    scheduler.advance(5000);
    expect(told).toMatchObject({ ended: true, seen: ['ADDED b@4', 'BOOKMARK @5'] });
    expect(untold).toMatchObject({ ended: true, seen: ['ADDED b@4'] });
    expect(longer?.ended).toBe(false);
    scheduler.advance(1_795_000);
    expect(longer?.ended).toBe(true);
  });

  it('tells its own end after 200, as kube-apiserver does: 410 for the past, 504 for the future', () => {
    const { create, watch, store } = setUp();
    create('a');
    create('b');
    store.compact();
    const old = watch('&resourceVersion=3');
    expect(old).toMatchObject({ ended: true, seen: ['ERROR 410'] });
    expect(old.frames[0]?.object).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'too old resource version: 3 (4)',
      reason: 'Expired',
      code: 410,
    });
    const future = watch('&resourceVersion=99&sendInitialEvents=true&resourceVersionMatch=NotOlderThan');
    expect(future).toMatchObject({ ended: true, seen: ['ERROR 504'] });
    expect(watch('&resourceVersion=99')).toMatchObject({ ended: false, seen: [] });
  });

  it('waits for a slow reader without a queue, and goes on where it was', () => {
    const { create, watch } = setUp();
    create('a');
    const reader = watch('&resourceVersion=3');
    reader.pause();
    for (const name of ['b', 'c', 'd']) create(name);
    expect(reader.seen).toEqual(['ADDED b@4']);
    reader.resume();
    expect(reader.seen).toEqual(['ADDED b@4', 'ADDED c@5', 'ADDED d@6']);
  });

  it('L18: cuts off a reader that has not read for longer than the history goes back', () => {
    const { create, watch } = setUp({ historyLimit: 5 });
    create('a');
    const [slow, healthy] = [watch('&resourceVersion=3'), watch('&resourceVersion=3')];
    slow.pause();
    for (let i = 0; i < 7; i += 1) create(`b-${i}`);
    expect(slow).toMatchObject({ seen: ['ADDED b-0@4'], error: undefined });
    create('last');
    expect(slow).toMatchObject({ seen: ['ADDED b-0@4'], error: { name: 'TransportError', code: 'ECONNRESET' } });
    expect(healthy).toMatchObject({ ended: false, error: undefined });
    expect(healthy.seen).toHaveLength(8);
  });

  it('L9: leaves nothing behind: no timer, no listener', () => {
    const { create, watch, scheduler } = setUp();
    const reader = watch('&allowWatchBookmarks=true');
    expect(scheduler.actions.length).toBeGreaterThan(0);
    reader.stop();
    create('a');
    expect(reader.seen).toEqual(['BOOKMARK @2']);
    expect(scheduler.actions.filter(({ closed }) => !closed)).toEqual([]);
  });

  it('is broken by cutConnections, and only then', () => {
    const { create, watch, cutConnections } = setUp();
    const reader = watch('&resourceVersion=2');
    create('a');
    cutConnections();
    create('b');
    expect(reader).toMatchObject({ seen: ['ADDED a@3'], ended: false, error: { kind: 'network', code: 'ECONNRESET' } });
    expect(watch('&resourceVersion=3').seen).toEqual(['ADDED b@4']);
  });

  it('is made once for all who see the same', () => {
    const { create, transport } = setUp();
    const chunks: Uint8Array[][] = [[], [], []];
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
    [{}, {}, { accept }].forEach((headers, at) => {
      transport()
        .request({ path: `${PATH}&resourceVersion=2`, headers })
        .subscribe(({ body$ }) => body$.subscribe((chunk) => chunks[at]?.push(chunk)));
    });
    create('a');
    expect(chunks[1]?.[0]).toBe(chunks[0]?.[0]);
    expect(chunks[2]?.[0]).not.toBe(chunks[0]?.[0]);
  });
});
