import { describe, expect, it } from '@jest/globals';
import { take } from 'rxjs';
import { core } from '../../../lib/kubernetes/index.js';
import { ApiError, type ApiStore, type WatchOptions } from '../../../lib/server/index.js';
import { testServer } from '../support/server.js';

const namespace = 'default';

function setUp(historyLimit = 100): ApiStore {
  const { store } = testServer({ historyLimit });
  for (const name of ['b', 'a']) store.create(core.configMaps, { metadata: { name, namespace } });
  return store;
}

/** What a watch says, as short texts; an error by its code. */
function watch(store: ApiStore, options: WatchOptions): string[] {
  const seen: string[] = [];
  store.watch(core.configMaps, options).subscribe({
    next(event) {
      if (event.type === 'BOOKMARK') seen.push(`BOOKMARK ${event.resourceVersion}`);
      else seen.push(`${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`);
    },
    error: (error) => seen.push(error instanceof ApiError ? `${error.status.code} ${error.message}` : String(error)),
  });
  return seen;
}

function create(store: ApiStore, name: string, labels: Record<string, string> = {}): void {
  store.create(core.configMaps, { metadata: { name, namespace, labels } });
}

describe('watch', () => {
  it('begins with what there is, unless it is told where to begin', () => {
    const store = setUp();
    const seen = [
      watch(store, {}),
      watch(store, { resourceVersion: '0' }),
      watch(store, { resourceVersion: '3' }),
      watch(store, { sendInitialEvents: false, resourceVersionMatch: 'NotOlderThan' }),
      watch(store, {
        resourceVersion: '3',
        sendInitialEvents: true,
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: true,
      }),
    ];
    create(store, 'c');
    expect(seen).toEqual([
      ['ADDED a@4', 'ADDED b@3', 'ADDED c@5'],
      ['ADDED a@4', 'ADDED b@3', 'ADDED c@5'],
      ['ADDED a@4', 'ADDED c@5'],
      ['ADDED c@5'],
      ['ADDED a@4', 'ADDED b@3', 'BOOKMARK 4', 'ADDED c@5'],
    ]);
  });

  it('is silent until a version of the future has passed, without initial objects', () => {
    const store = setUp();
    const seen = watch(store, { resourceVersion: '5' });
    create(store, 'c');
    create(store, 'd');
    expect(seen).toEqual(['ADDED d@6']);
    expect(
      watch(store, { resourceVersion: '99', sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }),
    ).toEqual(['504 Timeout: Too large resource version: 99, current: 6']);
  });

  it('is refused from a version that is forgotten, but not from the newest', () => {
    const store = setUp();
    store.compact();
    expect(watch(store, { resourceVersion: '3' })).toEqual(['410 too old resource version: 3 (4)']);
    const seen = watch(store, { resourceVersion: '4' });
    create(store, 'c');
    expect(seen).toEqual(['ADDED c@5']);
  });

  it('lives on when what it has been told is forgotten', () => {
    const store = setUp(1);
    const seen = watch(store, { resourceVersion: '4' });
    for (let i = 0; i < 5; i += 1) store.create(core.secrets, { metadata: { generateName: 's', namespace } });
    store.compact();
    create(store, 'c');
    expect(seen).toEqual(['ADDED c@10']);
  });

  it('shows what begins to match a selector as added, and what ceases to as deleted, as it was before', () => {
    const store = setUp();
    const events: object[] = [];
    store.watch(core.configMaps, { resourceVersion: '4', labelSelector: 'w=1' }).subscribe((event) => {
      if (event.type !== 'BOOKMARK')
        events.push({ [event.type]: event.object.data, version: event.object.metadata.resourceVersion });
    });
    const change = (w: string, n: string) =>
      store.patch(
        core.configMaps,
        { namespace, name: 'w' },
        { metadata: { labels: { w } }, data: { n } },
        { type: 'merge' },
      );
    create(store, 'w', { w: '1' });
    change('1', '1');
    change('2', '2');
    change('2', '3');
    change('1', '4');
    store.delete(core.configMaps, { namespace, name: 'w' });
    expect(events).toEqual([
      { ADDED: undefined, version: '5' },
      { MODIFIED: { n: '1' }, version: '6' },
      { DELETED: { n: '1' }, version: '7' },
      { ADDED: { n: '4' }, version: '9' },
      { DELETED: { n: '4' }, version: '10' },
    ]);
  });

  it('sees one namespace, or one object by its name, or all', () => {
    const { store } = testServer({ namespaces: ['x', 'x-y'] });
    const { resourceVersion } = store;
    const [all, one, named] = [{}, { namespace: 'x' }, { fieldSelector: 'metadata.name=a' }].map((options) =>
      watch(store, { resourceVersion, ...options }),
    );
    for (const space of ['x', 'x-y'])
      for (const name of ['a', 'b']) store.create(core.configMaps, { metadata: { name, namespace: space } });
    expect([all, one, named].map((seen) => seen?.length)).toEqual([4, 2, 2]);
    expect(one).toEqual(['ADDED a@5', 'ADDED b@6']);
  });

  it('refuses what cannot be asked together', () => {
    const store = setUp();
    const wrong: WatchOptions[] = [
      { sendInitialEvents: true },
      { resourceVersionMatch: 'NotOlderThan' },
      { sendInitialEvents: true, resourceVersionMatch: 'Exact', resourceVersion: '3' },
      { continue: 'x' },
    ];
    for (const options of wrong)
      expect(watch(store, options)).toEqual([expect.stringMatching(/^422 ListOptions.meta.k8s.io "" is invalid: /)]);
    expect(watch(store, { fieldSelector: 'foo=bar' })).toEqual(['400 field label not supported: foo']);
    expect(watch(store, { resourceVersion: 'abc' })).toEqual([expect.stringMatching(/^500 /)]);
  });

  it('L4: tells everyone in order, one thing after the other, though one of them writes while it is told', () => {
    const store = setUp();
    const order: string[][] = [[], []];
    order.forEach((told, at) => {
      store.watch(core.configMaps, { resourceVersion: '4' }).subscribe((event) => {
        const name = event.type === 'BOOKMARK' ? '' : event.object.metadata.name;
        told.push(`${name}?`);
        if (name === 'c' && at === 0) create(store, 'd');
        told.push(`${name}!`);
      });
    });
    create(store, 'c');
    expect(order).toEqual([
      ['c?', 'c!', 'd?', 'd!'],
      ['c?', 'c!', 'd?', 'd!'],
    ]);
  });

  it('L9: ends when its subscriber leaves, in the middle of the initial objects too', () => {
    const store = setUp();
    const seen: string[] = [];
    store
      .watch(core.configMaps)
      .pipe(take(1))
      .subscribe((event) => seen.push(event.type));
    create(store, 'c');
    expect(seen).toEqual(['ADDED']);
  });
});
