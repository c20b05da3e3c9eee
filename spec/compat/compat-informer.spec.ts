import { beforeEach, describe, expect, it } from '@jest/globals';
import { config } from 'rxjs';
import { ListFnError } from '../../lib/compat/engine.js';
import { InformerError } from '../../lib/compat/index.js';
import { errorEvent, event, pod, podList } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';
import { CompatBench } from './support/compat-bench.js';

let bench: CompatBench;
beforeEach(() => {
  bench = new CompatBench();
});

/** Whether a promise is settled by now, and how. */
async function state(promise: Promise<unknown>): Promise<string> {
  let found = 'pending';
  promise.then(
    () => {
      found = 'resolved';
    },
    (error: unknown) => {
      found = `rejected: ${String(error)}`;
    },
  );
  await settled();
  return found;
}

describe('events', () => {
  it('tells the first list as adds, then connect, then what happens', async () => {
    await bench.goLive(5, pod('a', 1), pod('b', 2));
    await bench.send(event('ADDED', pod('c', 6)), event('MODIFIED', pod('a', 7)), event('DELETED', pod('b', 8)));
    expect(bench.heard).toEqual(['add a@1', 'add b@2', 'connect', 'add c@6', 'update a@7', 'delete b@8']);
  });

  it('tells connect after the list, also when the watch is open before the list is published', async () => {
    void bench.informer.start();
    await settled();
    bench.server.last.json(podList(5, [pod('a', 1)]));
    bench.server.last.open();
    await settled();
    expect(bench.heard).toEqual(['add a@1', 'connect']);
  });

  it('calls the callbacks of an event in their order, one that came twice twice, and change for all three', async () => {
    const told: string[] = [];
    const twice = () => told.push('twice');
    bench.informer.on('add', () => told.push('first'));
    bench.informer.on('add', twice);
    bench.informer.on('add', twice);
    bench.informer.on('change', ({ metadata }) => told.push(`change ${metadata?.resourceVersion}`));
    await bench.goLive(5, pod('a', 1));
    await bench.send(event('MODIFIED', pod('a', 6)), event('DELETED', pod('a', 7)));
    expect(told).toEqual(['first', 'twice', 'twice', 'change 1', 'change 6', 'change 7']);
  });

  it('removes one registration at a time, and a change from all three events', async () => {
    const told: string[] = [];
    const callback = () => told.push('told');
    bench.informer.on('update', callback);
    bench.informer.on('update', callback);
    bench.informer.on('change', callback);
    bench.informer.off('change', callback);
    bench.informer.off('update', () => {});
    await bench.goLive(5, pod('a', 1));
    await bench.send(event('MODIFIED', pod('a', 6)));
    expect(told).toEqual(['told', 'told']);
    bench.informer.off('update', callback);
    bench.informer.off('update', callback);
    await bench.send(event('MODIFIED', pod('a', 7)));
    expect(told).toHaveLength(2);
  });

  it('tells a late callback nothing of what is there, as client-node does', async () => {
    await bench.goLive(5, pod('a', 1));
    const told: unknown[] = [];
    bench.informer.on('add', (object) => told.push(object));
    await settled();
    expect(told).toEqual([]);
  });

  it('L6: a callback that throws or rejects is reported once and disturbs nobody', async () => {
    const reported: unknown[] = [];
    config.onUnhandledError = (error) => reported.push(error);
    try {
      bench = new CompatBench();
      const told: string[] = [];
      bench.informer.on('add', () => {
        throw new Error('thrown');
      });
      bench.informer.on('add', async () => {
        throw new Error('rejected');
      });

      bench.informer.on('add', () => ({
        // biome-ignore lint/suspicious/noThenProperty: the promise of another library
        then: (_: unknown, reject: (e: Error) => void) => reject(new Error('foreign')),
      }));
      bench.informer.on('add', ({ metadata }) => told.push(`${metadata?.name}`));
      await bench.goLive(5, pod('a', 1), pod('b', 2));
      await new Promise((resolve) => setTimeout(resolve));
      expect(told).toEqual(['a', 'b']);
      expect(reported.map(String).sort()).toEqual([
        'Error: foreign',
        'Error: foreign',
        'Error: rejected',
        'Error: rejected',
        'Error: thrown',
        'Error: thrown',
      ]);
    } finally {
      config.onUnhandledError = null;
    }
  });

  it('refuses an event that there is not, and a callback that is none', () => {
    const { informer } = bench;
    const untyped: { on(verb: string, callback: unknown): void; off(verb: string, callback: unknown): void } = informer;
    expect(() => untyped.on('modified', () => {})).toThrow(/^Unknown verb: modified; there are add/);
    expect(() => untyped.off('modified', () => {})).toThrow(/^Unknown verb: modified/);
    expect(() => untyped.on('add', undefined)).toThrow('on("add"): the callback is no function');
  });

  it('L13, L4: a relist tells deletes, then updates and adds in its order, and no echo of what is the same', async () => {
    await bench.goLive(5, pod('a', 1), pod('b', 2), pod('c', 3));
    bench.news();
    await bench.send(errorEvent(410, 'Expired'));
    await bench.advance(60_000);
    await bench.answerList(20, pod('d', 19), pod('b', 2), pod('c', 18));
    expect(bench.news()).toEqual(['delete a@1', 'add d@19', 'update c@18', 'connect']);
  });

  it('L14: a new object under an old name is a delete and an add', async () => {
    await bench.goLive(5, pod('a', 1));
    await bench.send(errorEvent(410, 'Expired'));
    await bench.advance(60_000);
    bench.news();
    const reborn = pod('a', 9);
    await bench.answerList(20, { ...reborn, metadata: { ...reborn.metadata, uid: 'another' } });
    expect(bench.news()).toEqual(['delete a@1', 'add a@9', 'connect']);
  });
});

describe('cache', () => {
  it('is empty before the first list', () => {
    expect(bench.informer.list()).toEqual([]);
    expect(bench.informer.get('a', 'shop')).toBeUndefined();
  });

  it('gets by name and namespace, and lists all or one namespace', async () => {
    const other = pod('a', 3);
    await bench.goLive(5, pod('a', 1), pod('b', 2), { ...other, metadata: { ...other.metadata, namespace: 'other' } });
    const { informer } = bench;
    const names = (namespace?: string) => informer.list(namespace).map(({ metadata }) => metadata?.namespace);
    expect(informer.get('a', 'other')?.metadata?.resourceVersion).toBe('3');
    expect(informer.get('a')).toBeUndefined();
    expect(informer.get('shop/a')).toBeUndefined();
    expect(informer.get('a', 'none')).toBeUndefined();
    expect(names()).toEqual(['other', 'shop', 'shop']);
    expect(names('')).toHaveLength(3);
    expect(names('shop')).toEqual(['shop', 'shop']);
    expect(names('none')).toEqual([]);
  });

  it('gives an array of the caller’s own, which may be sorted', async () => {
    await bench.goLive(5, pod('a', 1), pod('b', 2));
    Array.prototype.reverse.call(bench.informer.list());
    expect(bench.informer.list().map(({ metadata }) => metadata?.name)).toEqual(['a', 'b']);
  });

  it('gives objects that may be written to, as client-node’s may; the next version is the server’s', async () => {
    await bench.goLive(5, pod('a', 1, { spec: { nodeName: 'one', containers: [] } }));
    const object = bench.informer.get('a', 'shop');
    if (object?.spec !== undefined) object.spec.nodeName = 'mine';
    expect(bench.informer.get('a', 'shop')?.spec?.nodeName).toBe('mine');
    await bench.send(event('MODIFIED', pod('a', 6, { spec: { nodeName: 'one', containers: [] } })));
    expect(bench.informer.get('a', 'shop')?.spec?.nodeName).toBe('one');
  });

  it('freezes objects when strict is asked for', async () => {
    const plain = bench.options;
    bench.options = async () => ({ ...(await plain()), strict: true });
    await bench.goLive(5, pod('a', 1));
    expect(() => Object.assign(bench.informer.get('a', 'shop')?.metadata ?? {}, { name: 'mine' })).toThrow(TypeError);
  });

  it('gives the wire’s shape, from lists and watches alike: dates as text, and the kind', async () => {
    const born = (name: string, version: number) => {
      const { metadata, ...rest } = pod(name, version);
      return { ...rest, metadata: { ...metadata, creationTimestamp: '2024-01-01T00:00:00Z' } };
    };
    const { kind, apiVersion, ...listed } = born('a', 1);
    await bench.goLive(5, listed);
    await bench.send(event('ADDED', born('b', 6)));
    expect(bench.informer.list()).toEqual([born('a', 1), born('b', 6)]);
  });

  it('in a callback, already has everything that came with it', async () => {
    const sizes: number[] = [];
    bench.informer.on('add', () => sizes.push(bench.informer.list().length));
    await bench.goLive(5, pod('a', 1), pod('b', 2));
    expect(sizes).toEqual([2, 2]);
  });
});

describe('start', () => {
  it('resolves when the list is in the cache and told', async () => {
    const started = bench.informer.start();
    expect(await state(started)).toBe('pending');
    await bench.answerList(5, pod('a', 1));
    expect(await state(started)).toBe('resolved');
    expect(bench.heard).toEqual(['add a@1', 'connect']);
  });

  it('does not wait for the watch to be open, which some proxies delay until something happens', async () => {
    const started = bench.informer.start();
    await settled();
    bench.server.last.json({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '5' }, items: [] });
    expect(await state(started)).toBe('resolved');
    expect(bench.heard).toEqual([]);
  });

  it('resolves when its failure has been told, as client-node’s does, and goes on trying', async () => {
    const started = bench.informer.start();
    await settled();
    bench.server.last.refuse(403, 'Forbidden');
    expect(await state(started)).toBe('resolved');
    expect(bench.news()).toEqual(['error 403 no']);
    await bench.advance(3000);
    await bench.answerList(5, pod('a', 1));
    expect(bench.news()).toEqual(['add a@1', 'connect']);
  });

  it('again while it runs makes no second connection', async () => {
    void bench.informer.start();
    const second = bench.informer.start();
    await settled();
    await bench.answerList(5, pod('a', 1));
    expect(await state(second)).toBe('resolved');
    expect(await state(bench.informer.start())).toBe('resolved');
    await bench.advance(1000);
    expect(bench.server.log).toEqual(['list?limit=500&resourceVersion=0', 'watch?resourceVersion=5']);
    expect(bench.heard).toEqual(['add a@1', 'connect']);
  });

  it('rejects, and may be tried again, when the caller contradicts himself', async () => {
    const plain = bench.options;
    bench.options = () => Promise.reject(new TypeError('labelSelector: …'));
    expect(await state(bench.informer.start())).toBe('rejected: TypeError: labelSelector: …');
    expect(bench.heard).toEqual([]);
    bench.options = plain;
    await bench.goLive(5, pod('a', 1));
    expect(bench.heard).toEqual(['add a@1', 'connect']);
  });

  it('tells that listFn failed, with its own error, and asks it again with growing patience', async () => {
    const plain = bench.options;
    const mistake = new Error('list: no token');
    const told: unknown[] = [];
    bench.informer.on('error', (error: unknown) => told.push(error));
    let asked = 0;
    bench.options = () => {
      asked++;
      return Promise.reject(new ListFnError('listFn failed', { cause: mistake }));
    };
    expect(await state(bench.informer.start())).toBe('resolved');
    expect(told).toEqual([mistake]);
    await bench.advance(1199);
    expect(asked).toBe(1);
    await bench.advance(1);
    expect(asked).toBe(2);
    await bench.advance(2399);
    expect(asked).toBe(2);
    bench.options = plain;
    await bench.advance(1);
    await bench.answerList(5, pod('a', 1));
    expect(bench.news().slice(-2)).toEqual(['add a@1', 'connect']);
  });

  it('tells a contradiction that shows only after listFn had failed', async () => {
    bench.options = () => Promise.reject(new ListFnError('listFn failed', { cause: new Error('list: no token') }));
    await state(bench.informer.start());
    bench.options = () => Promise.reject(new TypeError('path: wrong'));
    await bench.advance(10_000);
    expect(bench.news()).toEqual(['error no token', 'error wrong']);
    await bench.advance(100_000);
    expect(bench.news()).toEqual([]);
  });
});

describe('stop', () => {
  it('L9: is silent and final: no error, no later event, no connection, no timer', async () => {
    await bench.goLive(5, pod('a', 1));
    bench.news();
    const watch = bench.server.last;
    await bench.informer.stop();
    watch.send(event('MODIFIED', pod('a', 6)));
    watch.reset();
    await bench.advance(1_000_000);
    expect(bench.news()).toEqual([]);
    expect(watch.aborted).toBe(true);
    expect(bench.server.exchanges).toHaveLength(2);
    expect(bench.informer.list()).toHaveLength(1);
  });

  it('while the first list is on its way: no watch, no callback, and start resolves (B38)', async () => {
    const started = bench.informer.start();
    await settled();
    const list = bench.server.last;
    await bench.informer.stop();
    expect(await state(started)).toBe('resolved');
    expect(list.aborted).toBe(true);
    expect(bench.server.log).toHaveLength(1);
    expect(bench.heard).toEqual([]);
  });

  it('while listFn is asked: nothing is requested', async () => {
    const started = bench.informer.start();
    await bench.informer.stop();
    expect(await state(started)).toBe('resolved');
    expect(bench.server.log).toEqual([]);
  });

  it('before start, and twice, is no mistake', async () => {
    await bench.informer.stop();
    await bench.informer.stop();
    expect(bench.heard).toEqual([]);
  });

  it('then start goes on from the cache: no list, no adds again, and what happened meanwhile', async () => {
    await bench.goLive(5, pod('a', 1));
    bench.news();
    await bench.informer.stop();
    const started = bench.informer.start();
    expect(await state(started)).toBe('pending');
    bench.server.last.open();
    expect(await state(started)).toBe('resolved');
    await bench.send(event('MODIFIED', pod('a', 6)));
    expect(bench.server.log.at(-1)).toBe('watch?resourceVersion=5');
    expect(bench.news()).toEqual(['connect', 'update a@6']);
  });

  it('in the middle of a failure, then start, does not tell that failure again', async () => {
    await bench.goLive(5, pod('a', 1));
    await bench.refuse(500, 'InternalError');
    await bench.informer.stop();
    bench.news();
    const started = bench.informer.start();
    expect(await state(started)).toBe('pending');
    bench.server.last.open();
    expect(await state(started)).toBe('resolved');
    expect(bench.news()).toEqual(['connect']);
  });

  it('L3: in the middle of a list lets the rest be told first after the next start', async () => {
    bench.informer.on('add', ({ metadata }) => {
      if (metadata?.name === 'b') void bench.informer.stop();
    });
    await bench.goLive(5, pod('a', 1), pod('b', 2), pod('c', 3));
    expect(bench.news()).toEqual(['add a@1', 'add b@2']);
    void bench.informer.start();
    expect(bench.news()).toEqual(['add c@3']);
    bench.server.last.open();
    await bench.send(event('DELETED', pod('c', 6)));
    expect(bench.news()).toEqual(['connect', 'delete c@6']);
  });

  it('and start within a callback go on where they were', async () => {
    bench.informer.on('add', ({ metadata }) => {
      if (metadata?.name !== 'a') return;
      void bench.informer.stop();
      void bench.informer.start();
    });
    const later: unknown[] = [];
    bench.informer.on('add', ({ metadata }) => later.push(metadata?.name));
    await bench.goLive(5, pod('a', 1), pod('b', 2));
    expect(later).toEqual(['a', 'b']);
    expect(bench.news().slice(0, 2)).toEqual(['add a@1', 'add b@2']);
    expect(bench.server.open).toHaveLength(1);
  });

  it('within an error callback is final', async () => {
    bench.informer.on('error', () => void bench.informer.stop());
    void bench.informer.start();
    await settled();
    bench.server.last.refuse(500, 'InternalError');
    await bench.advance(1_000_000);
    expect(bench.news()).toEqual(['error 500 no']);
    expect(bench.server.open).toEqual([]);
  });
});

describe('errors', () => {
  it('are Errors that say what happened and what to do, with the code by both of client-node’s names', async () => {
    const told: unknown[] = [];
    bench.informer.on('error', (error: unknown) => told.push(error));
    await bench.goLive(5);
    await bench.send(errorEvent(403, 'Forbidden'));
    const [error] = told;
    expect(error).toBeInstanceOf(InformerError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ statusCode: 403, code: 403, kind: 'forbidden' });
    expect(String(error)).toMatch(
      /^InformerError: watch http:\/\/server\/api\/v1\/pods: 403 no: Forbidden\. The right to watch pods is missing/,
    );
  });

  it('have no code where the server did not answer', async () => {
    const told: unknown[] = [];
    bench.informer.on('error', (error: unknown) => told.push(error));
    void bench.informer.start();
    await settled();
    bench.server.last.reset('ECONNREFUSED');
    expect(told).toMatchObject([{ kind: 'network', statusCode: undefined, code: undefined }]);
  });

  it('L10: do not end it; each failed attempt is told once', async () => {
    await bench.goLive(5, pod('a', 1));
    bench.news();
    for (let i = 0; i < 3; i++) {
      await bench.refuse(500, 'InternalError');
      await bench.advance(60_000);
    }
    expect(bench.news()).toEqual(Array(3).fill('error 500 no'));
    await bench.answerList(20, pod('a', 9));
    expect(bench.news()).toEqual(['update a@9', 'connect']);
  });

  it('do not tell of a connection that broke and was resumed at once', async () => {
    await bench.goLive(5, pod('a', 1));
    bench.news();
    await bench.advance(2000);
    bench.server.last.reset();
    bench.server.last.open();
    await bench.send(event('MODIFIED', pod('a', 6)));
    expect(bench.news()).toEqual(['update a@6']);
  });

  it('do not tell of history that expired, but of a server where it always has', async () => {
    await bench.goLive(5, pod('a', 1));
    bench.news();
    await bench.send(errorEvent(410, 'Expired'));
    await bench.advance(60_000);
    expect(bench.news()).toEqual([]);
    await bench.answerList(6, pod('a', 1));
    expect(bench.news()).toEqual(['connect']);
    await bench.send(errorEvent(410, 'Expired'));
    expect(bench.news()).toEqual(['error 410 no']);
  });

  it('L8: a handler that starts it again after 5 s, as client-node needs, opens no second connection and hurries nothing', async () => {
    const { informer, clock, server } = bench;
    informer.on('error', () => clock.schedule(() => void informer.start(), 5000));
    await bench.goLive(5, pod('a', 1));
    bench.news();
    const alone = new CompatBench();
    await alone.goLive(5, pod('a', 1));
    const fail = async (one: CompatBench) => {
      for (let i = 0; i < 4; i++) {
        await one.refuse(500, 'InternalError');
        expect(one.server.open).toHaveLength(0);
        while (one.server.open.length === 0) await one.advance(100);
        expect(one.server.open).toHaveLength(1);
      }
      return one.clock.now();
    };
    expect(await fail(bench)).toBe(await fail(alone));
    await bench.answerList(20, pod('a', 9));
    await bench.advance(20_000);
    expect(server.log).toEqual(alone.server.log.concat('watch?resourceVersion=20'));
    expect(bench.news()).toEqual([...Array(4).fill('error 500 no'), 'update a@9', 'connect']);
    expect(server.open).toHaveLength(1);
  });

  it('and a handler that starts it at once, neither', async () => {
    bench.informer.on('error', () => void bench.informer.start());
    await bench.goLive(5);
    await bench.refuse(500, 'InternalError');
    await bench.advance(1000);
    expect(bench.server.open).toHaveLength(0);
    await bench.advance(1000);
    expect(bench.server.open).toHaveLength(1);
  });
});
