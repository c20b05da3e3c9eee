import { describe, expect, it, jest } from '@jest/globals';
import { createInformer } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { settled } from '../../support/virtual-time.js';
import { ask } from '../support/ask.js';
import { namespace, PATH, setUp } from './support.js';

const STREAMED = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=1';
const UPSTREAM = 'rxinformer.dev/upstream';

describe('a watch of a relay', () => {
  it('begins with every object, and the bookmark that ends them, where that is asked for', async () => {
    const { create, watch } = await setUp();
    create('a');
    create('b');
    await settled();
    expect(watch(STREAMED)).toMatchObject({ seen: ['ADDED a@3', 'ADDED b@4', 'BOOKMARK @4'] });
    expect(watch(STREAMED).frames.at(-1)?.object).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { resourceVersion: '4', annotations: { 'k8s.io/initial-events-end': 'true' } },
    });
    expect(watch('&resourceVersion=0').seen).toEqual(['ADDED a@3', 'ADDED b@4']);
  });

  it('L5: resumes from a recent version without gap or overlap', async () => {
    const { create, change, watch, scheduler } = await setUp();
    const first = watch('&resourceVersion=2');
    for (const name of ['a', 'b', 'c']) create(name);
    await scheduler.advanceAsync(50);
    first.stop();
    change('a', { x: '1' });
    await scheduler.advanceAsync(50);
    expect(watch('&resourceVersion=4').seen).toEqual(['ADDED c@5', 'MODIFIED a@6']);
    expect(watch('&resourceVersion=6')).toMatchObject({ seen: [], ended: false });
  });

  it('L18: remembers changes up to a limit of bytes, and says 410 beyond it', async () => {
    const { create, watch, scheduler } = await setUp({ relay: { historyBytes: 400 } });
    watch('&resourceVersion=2');
    for (const name of ['a', 'b', 'c', 'd', 'e']) create(name);
    await scheduler.advanceAsync(50);
    const old = watch('&resourceVersion=3');
    expect(old).toMatchObject({ seen: ['ERROR 410'], ended: true });
    expect(old.frames[0]?.object).toMatchObject({ reason: 'Expired', message: 'too old resource version: 3 (4)' });
    expect(watch('&resourceVersion=4').seen).toEqual(['ADDED c@5', 'ADDED d@6', 'ADDED e@7']);
  });

  it('waits for a version that is to come, and says 504 when it does not', async () => {
    const { create, watch, scheduler } = await setUp();
    watch('&resourceVersion=2');
    const [soon, never] = [watch('&resourceVersion=3'), watch('&resourceVersion=99')];
    await settled();
    create('a');
    create('b');
    await scheduler.advanceAsync(50);
    expect(soon.seen).toEqual(['ADDED b@4']);
    await scheduler.advanceAsync(3000);
    expect(never.seen).toEqual(['ERROR 504']);
  });

  it('L3: sees an object come and go as it begins and ceases to match', async () => {
    const { create, store, watch, scheduler } = await setUp();
    const reader = watch('&resourceVersion=2&labelSelector=tier=web');
    const label = (tier: string) =>
      store.patch(core.configMaps, { namespace, name: 'a' }, { metadata: { labels: { tier } } }, { type: 'merge' });
    create('a', { tier: 'db' });
    label('web');
    label('db');
    await scheduler.advanceAsync(50);
    expect(reader.seen).toEqual(['ADDED a@4', 'DELETED a@5']);
    expect(reader.frames[1]?.object).toMatchObject({ metadata: { labels: { tier: 'web' } } });
  });

  it('tells an upstream relist as what is different, and nobody has to begin anew', async () => {
    const { change, create, remove, setDown, store, watch, scheduler } = await setUp();
    for (const name of ['a', 'b', 'c']) create(name);
    await settled();
    const reader = watch('&resourceVersion=5');
    setDown(true);
    remove('b');
    change('c', { x: '1' });
    change('a', { x: '1' });
    create('d');
    store.compact();
    setDown(false);
    await scheduler.advanceAsync(60_000);
    // What a list lets conclude is told at the version that was known before it; the rest in the order of versions.
    expect(reader.seen).toEqual(['DELETED b@5', 'MODIFIED c@7', 'MODIFIED a@8', 'ADDED d@9']);
    expect(watch('&resourceVersion=5').seen).toEqual(reader.seen);
    expect(watch('&resourceVersion=7').seen).toEqual(['MODIFIED a@8', 'ADDED d@9']);
  });

  it('L17: begins anew when the server was restored to an older state', async () => {
    const { create, store, watch, scheduler } = await setUp();
    for (const name of ['a', 'b', 'c']) create(name);
    await settled();
    const reader = watch('&resourceVersion=5');
    store.restore('3');
    await scheduler.advanceAsync(60_000);
    expect(reader).toMatchObject({ seen: ['ERROR 410'], ended: true });
  });

  it('has its changes told together, at once after a pause', async () => {
    const { create, watch, scheduler } = await setUp({ relay: { flushMs: 100 } });
    const reader = watch('&resourceVersion=2');
    await scheduler.advanceAsync(100);
    create('a');
    await settled();
    expect(reader.seen).toEqual(['ADDED a@3']);
    create('b');
    await settled();
    create('c');
    await scheduler.advanceAsync(99);
    expect(reader.seen).toEqual(['ADDED a@3']);
    await scheduler.advanceAsync(1);
    expect(reader.seen).toEqual(['ADDED a@3', 'ADDED b@4', 'ADDED c@5']);
  });

  it('ends after timeoutSeconds, with a bookmark where the reader does not know how far it is', async () => {
    const { create, watch, scheduler } = await setUp();
    const [told, other] = [
      watch('&resourceVersion=2&allowWatchBookmarks=1&timeoutSeconds=5'),
      watch('&timeoutSeconds=5'),
    ];
    const selecting = watch('&resourceVersion=2&labelSelector=x&allowWatchBookmarks=1&timeoutSeconds=5');
    create('a');
    await scheduler.advanceAsync(5000);
    expect(told).toMatchObject({ ended: true, seen: ['ADDED a@3'] });
    expect(other).toMatchObject({ ended: true, seen: ['ADDED a@3'] });
    expect(selecting).toMatchObject({ ended: true, seen: ['BOOKMARK @3'] });
  });

  it('L18: is told at most one event a key of what it missed while it did not read', async () => {
    const { change, create, remove, watch, scheduler } = await setUp();
    for (const name of ['a', 'b', 'c']) create(name);
    await settled();
    const reader = watch('&resourceVersion=5');
    reader.pause();
    change('a', { n: 'first' });
    await scheduler.advanceAsync(50);
    expect(reader.seen).toEqual(['MODIFIED a@6']);
    for (let n = 0; n < 20; n++) change('b', { n: `${n}` });
    create('d');
    remove('d');
    remove('c');
    change('a', { n: 'last' });
    create('c');
    await scheduler.advanceAsync(50);
    reader.resume();
    expect(reader.seen.slice(1)).toEqual(['MODIFIED b@26', 'DELETED c@29', 'MODIFIED a@30', 'ADDED c@31']);
    change('a', { n: 'after' });
    await scheduler.advanceAsync(50);
    expect(reader.seen.slice(5)).toEqual(['MODIFIED a@32']);
  });

  it('L18: takes along what the history forgets meanwhile', async () => {
    const { change, create, watch, scheduler } = await setUp({ relay: { historyBytes: 0 } });
    create('a');
    create('b');
    await settled();
    const reader = watch('&resourceVersion=4');
    reader.pause();
    for (let n = 0; n < 5; n++) {
      change('a', { n: `${n}` });
      change('b', { n: `${n}` });
      await scheduler.advanceAsync(50);
    }
    expect(reader.seen).toHaveLength(2);
    reader.resume();
    expect(reader.seen.slice(2)).toEqual(['MODIFIED a@13', 'MODIFIED b@14']);
  });

  it('L6: is cut off when it does not read for too long, which nobody else notices', async () => {
    const { change, create, watch, scheduler } = await setUp({ relay: { slowClientMs: 10_000 } });
    create('a');
    await settled();
    const [slow, slower, healthy] = [
      watch('&resourceVersion=3'),
      watch('&resourceVersion=3'),
      watch('&resourceVersion=3'),
    ];
    slow.pause();
    slower.pause();
    change('a', { n: '1' });
    await scheduler.advanceAsync(9000);
    slow.resume();
    slow.pause();
    change('a', { n: '2' });
    await scheduler.advanceAsync(1050);
    expect(slower).toMatchObject({ seen: ['MODIFIED a@4'], error: { code: 'ECONNRESET' } });
    expect(slow).toMatchObject({ seen: ['MODIFIED a@4', 'MODIFIED a@5'], error: undefined });
    await scheduler.advanceAsync(9000);
    expect(slow.error).toMatchObject({ code: 'ECONNRESET' });
    expect(healthy).toMatchObject({ seen: ['MODIFIED a@4', 'MODIFIED a@5'], error: undefined, ended: false });
  });

  it('L7: is told in bookmarks when the cluster is out of reach, and when it is well again', async () => {
    const { create, setDown, transport, watch, scheduler } = await setUp();
    create('a');
    await settled();
    const [told, untold] = [watch('&resourceVersion=3&allowWatchBookmarks=1'), watch('&resourceVersion=3')];
    create('b');
    await scheduler.advanceAsync(50);
    setDown(true);
    await scheduler.advanceAsync(2000);
    const troubles = () => told.frames.map(({ object }) => Object(object.metadata).annotations?.[UPSTREAM]);
    const [, trouble] = troubles();
    expect(JSON.parse(trouble)).toEqual({
      staleSince: expect.any(Number),
      failure: { kind: 'network', message: expect.stringContaining('configmaps'), advice: expect.any(String) },
    });
    // A list of this time is shown, and followed by a watch that says so first.
    expect((await ask(transport, PATH)).json.metadata).toEqual({ resourceVersion: '4' });
    const resumed = watch('&resourceVersion=3&allowWatchBookmarks=1');
    const [late] = resumed.frames;
    expect(resumed.seen).toEqual(['BOOKMARK @3', 'ADDED b@4']);
    expect(Object(late?.object.metadata).annotations[UPSTREAM]).toContain('staleSince');
    setDown(false);
    await scheduler.advanceAsync(60_000);
    expect(troubles().at(-1)).toBeUndefined();
    expect(untold.seen).toEqual(['ADDED b@4']);
  });

  it('is one watch upstream, and one text of each change, for any number of clients', async () => {
    const { change, create, requests, watch, scheduler } = await setUp({ started: false });
    const readers = Array.from({ length: 100 }, () => watch('&resourceVersion=0'));
    await settled();
    create('a');
    await scheduler.advanceAsync(50);
    const stringify = jest.spyOn(JSON, 'stringify');
    change('a', { x: '1' });
    const texts = () => stringify.mock.calls.filter(([value]) => Object(value).metadata?.name === 'a').length;
    const before = texts();
    await scheduler.advanceAsync(50);
    const made = texts() - before;
    stringify.mockRestore();
    expect(readers.every(({ seen }) => seen.join() === 'ADDED a@3,MODIFIED a@4')).toBe(true);
    expect(made).toBe(1);
    expect(requests).toHaveLength(1);
  });

  it('gives the same bytes to all who see the same', async () => {
    const { create, transport, scheduler } = await setUp();
    const chunks: Uint8Array[][] = [];
    for (const query of ['', '', '&labelSelector=!x', '&fields=data'])
      transport.request({ path: `${PATH}?watch=1&resourceVersion=2${query}` }).subscribe(({ body$ }) => {
        const own: Uint8Array[] = [];
        chunks.push(own);
        body$.subscribe((chunk) => own.push(chunk));
      });
    create('a');
    await scheduler.advanceAsync(50);
    create('b');
    create('c');
    await scheduler.advanceAsync(50);
    const [first, second, selecting, fewer] = chunks;
    expect(second?.map((chunk, i) => chunk === first?.[i])).toEqual([true, true]);
    expect(selecting?.[0]).toBe(first?.[0]);
    expect(fewer?.[0]).not.toBe(first?.[0]);
  });

  it('L9: leaves nothing behind when the relay stops', async () => {
    const { informer, relay, scheduler, server, watch } = await setUp({ started: false });
    const reader = watch('&allowWatchBookmarks=1');
    await settled();
    expect(informer.status.phase).toBe('live');
    await relay.stop();
    expect(reader.error).toMatchObject({ code: 'ECONNRESET' });
    expect(informer.status.phase).toBe('idle');
    expect(scheduler.actions.filter(({ closed }) => !closed)).toEqual([]);
    server.cutConnections();
  });

  it('L9: refuses whoever waits, and whoever comes, when the relay stops', async () => {
    const { relay, scheduler, setDown, transport } = await setUp({ started: false });
    setDown(true);
    const statuses: (number | string)[] = [];
    const list = () =>
      transport.request({ path: PATH }).subscribe({
        next: ({ status }) => statuses.push(status),
        error: ({ code }) => statuses.push(code),
      });
    list();
    await settled();
    await relay.stop();
    await settled();
    list();
    expect(statuses).toEqual(['ECONNRESET', 503]);
    expect(scheduler.actions.filter(({ closed }) => !closed)).toEqual([]);
  });
});

describe('an informer at a relay that is cut off', () => {
  it('L7: is never live, from its first watch on, until the relay is well', async () => {
    const { relay, transport, scheduler, setDown, create } = await setUp();
    create('a');
    await scheduler.advanceAsync(1000);
    await ask(transport, PATH);
    setDown(true);
    await scheduler.advanceAsync(5000);
    const reader = createInformer({ transport, resource: core.configMaps, scheduler, random: () => 0.5 });
    const phases: string[] = [];
    const subscription = reader.status$.subscribe(({ phase }) => phases.push(phase));
    await scheduler.advanceAsync(5000);
    expect(reader.status).toMatchObject({
      ...{ phase: 'retrying', synced: true },
      failure: { message: expect.stringContaining('the relay is not well connected itself') },
    });
    expect(phases).not.toContain('live');
    setDown(false);
    await scheduler.advanceAsync(60_000);
    expect(reader.status).toMatchObject({ phase: 'live' });
    subscription.unsubscribe();
    await relay.stop();
  });
});
