import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { config } from 'rxjs';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { InformerBench, type Pod } from '../support/informer-bench.js';
import { event, pod } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

const unhandled: unknown[] = [];

beforeEach(() => {
  config.onUnhandledError = (error) => unhandled.push(error);
});

afterEach(() => {
  config.onUnhandledError = null;
  expect(unhandled.splice(0)).toEqual([]);
});

const inPhase = (phase: string) => (object: Pod | undefined) => object?.status?.phase === phase;
const podIn = (name: string, version: number, phase: string) => pod(name, version, { status: { phase } });

/** Whether a promise is settled, and how. */
function watched(promise: Promise<unknown>): { state: string } {
  const result = { state: 'waits' };
  promise.then(
    () => {
      result.state = 'resolved';
    },
    () => {
      result.state = 'rejected';
    },
  );
  return result;
}

function expectNothingLeft({ server, clock }: InformerBench): void {
  expect(server.open).toEqual([]);
  expect(clock.pending).toBe(0);
}

describe('waitFor()', () => {
  it('connects, resolves with the object once it is as wanted, and lets go', async () => {
    const bench = new InformerBench();
    const running = bench.informer.waitFor('shop/a', inPhase('Running'), { timeout: 60_000 });
    await bench.goLive(10, podIn('a', 1, 'Pending'), podIn('b', 2, 'Running'));
    await bench.send(event('MODIFIED', podIn('a', 11, 'Running')));
    expect(await running).toBe(bench.informer.snapshot.get('shop/a'));
    expectNothingLeft(bench);
  });

  it('resolves at once with what is there, without a request', async () => {
    const bench = new InformerBench();
    const first = bench.informer.snapshot$.subscribe();
    await bench.goLive(10, podIn('a', 1, 'Running'));
    first.unsubscribe();
    const { exchanges } = bench.server;
    const before = exchanges.length;
    expect(await bench.informer.waitFor('shop/a', inPhase('Running'))).toBe(bench.informer.snapshot.get('shop/a'));
    expect(exchanges).toHaveLength(before);
  });

  it('resolves at once with what is there, whatever is wrong meanwhile', async () => {
    const bench = new InformerBench();
    bench.informer.start();
    await bench.goLive(10, podIn('a', 1, 'Running'));
    bench.server.last.end();
    bench.clock.advance(60_000);
    bench.server.last.refuse(403, 'Forbidden');
    expect(bench.informer.status).toMatchObject({ phase: 'retrying', failure: { kind: 'forbidden' } });
    expect(await bench.informer.waitFor('shop/a', inPhase('Running'))).toBeDefined();
    await expect(bench.informer.waitFor('shop/a', inPhase('Failed'))).rejects.toThrow('the server refuses');
  });

  it('resolves with undefined for a deletion', async () => {
    const bench = new InformerBench();
    const gone = bench.informer.waitFor('shop/a', (object) => object === undefined);
    await bench.goLive(10, pod('a', 1));
    await bench.send(event('DELETED', pod('a', 11)));
    expect(await gone).toBeUndefined();
  });

  it('L15: does not take for absent what is not known yet', async () => {
    const bench = new InformerBench();
    const asked: unknown[] = [];
    const absent = watched(
      bench.informer.waitFor('shop/b', (object) => {
        asked.push(object);
        return object === undefined;
      }),
    );
    await settled();
    expect([absent.state, asked]).toEqual(['waits', []]);
    await bench.goLive(10, pod('a', 1));
    expect([absent.state, asked]).toEqual(['resolved', [undefined]]);
  });

  it('asks once about each state, also one that does not last as long as a commit, and about no other object', async () => {
    const bench = new InformerBench();
    const asked: unknown[] = [];
    const failed = bench.informer.waitFor('shop/a', (object) => {
      asked.push(object?.metadata.resourceVersion);
      return object?.status?.phase === 'Failed';
    });
    await bench.goLive(10, podIn('a', 1, 'Running'));
    await bench.send(event('MODIFIED', pod('b', 11)));
    await bench.send(
      event('MODIFIED', podIn('a', 12, 'Running')),
      event('DELETED', pod('a', 13)),
      event('ADDED', podIn('a', 14, 'Failed')),
      event('DELETED', podIn('a', 15, 'Failed')),
    );
    expect((await failed)?.metadata.resourceVersion).toBe('14');
    expect(asked).toEqual(['1', '12', undefined, '14']);
  });

  it('looks at one object of the present, not at all', async () => {
    const bench = new InformerBench();
    bench.informer.start();
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    let walks = 0;
    const { snapshot } = bench.informer;
    const tree = Object.getPrototypeOf(snapshot);
    const entries = Reflect.get(tree, 'entries');
    Reflect.set(tree, 'entries', function (this: unknown) {
      walks++;
      return Reflect.apply(entries, this, []);
    });
    await bench.informer.waitFor('shop/a', (object) => object !== undefined);
    expect(walks).toBe(0);
    bench.informer.changes$.subscribe(({ changes }) => changes.length);
    expect(walks).toBe(1);
    Reflect.set(tree, 'entries', entries);
  });

  it('goes on through a reconnect and a relist', async () => {
    const bench = new InformerBench();
    const running = watched(bench.informer.waitFor('shop/a', inPhase('Running')));
    await bench.goLive(10, podIn('a', 1, 'Pending'));
    await bench.relist(50, podIn('a', 40, 'Running'));
    expect(running.state).toBe('resolved');
  });

  it('rejects after the timeout and tells what the object was like, and what is wrong', async () => {
    const bench = new InformerBench();
    const conditions = [
      { type: 'Initialized', status: 'True' },
      { type: 'Ready', status: 'False', reason: 'ContainersNotReady', message: 'secret' },
    ];
    const waiting = bench.informer.waitFor('shop/a', inPhase('Running'), { timeout: 5000 });
    await bench.goLive(10, pod('a', 1, { status: { phase: 'Pending', conditions } }));
    bench.server.last.reset('ECONNRESET');
    bench.clock.advance(5000);
    await expect(waiting).rejects.toMatchObject({
      name: 'NotReadyError',
      message: expect.stringMatching(
        /^pods: shop\/a is not as wanted within 5000 ms; it is there, resourceVersion 1, phase Pending, Initialized=True, Ready=False \(ContainersNotReady\)(: |$)/,
      ),
    });
    bench.informer.stop();
    expectNothingLeft(bench);
  });

  it('rejects after the timeout: it was not there, or nothing is known', async () => {
    const bench = new InformerBench();
    const unknown = bench.informer.waitFor('shop/b', inPhase('Running'), { timeout: 1000 });
    bench.clock.advance(1000);
    await expect(unknown).rejects.toThrow('within 1000 ms; no list is complete yet, so nothing is known of it');
    const absent = bench.informer.waitFor('shop/b', inPhase('Running'), { timeout: 1000 });
    await bench.goLive(10);
    bench.clock.advance(1000);
    await expect(absent).rejects.toThrow('shop/b is not as wanted within 1000 ms; it is not there');
    expectNothingLeft(bench);
  });

  it('rejects when the informer is stopped, before or meanwhile', async () => {
    const bench = new InformerBench();
    const waiting = bench.informer.waitFor('shop/a', inPhase('Running'));
    await bench.goLive(10, pod('a', 1));
    bench.informer.stop();
    await expect(waiting).rejects.toThrow(/the informer was stopped before shop\/a was as wanted; it is there/);
    await expect(bench.informer.waitFor('shop/a', inPhase('Running'))).rejects.toThrow('stopped');
    expectNothingLeft(bench);
  });

  it('rejects one who asks for what is there while everybody is told of the stop', async () => {
    const bench = new InformerBench();
    bench.informer.start();
    await bench.goLive(10, pod('a', 1));
    const asked: Promise<unknown>[] = [];
    bench.informer.status$.subscribe(({ phase }) => {
      if (phase !== 'stopped') return;
      asked.push(
        bench.informer.waitFor('shop/a', () => true),
        bench.informer.atLeast('10'),
        bench.informer.ready(),
      );
    });
    bench.informer.stop();
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expectNothingLeft(bench);
  });

  it('rejects at once when the server refuses, unless it is told to wait', async () => {
    const bench = new InformerBench();
    const refused = bench.informer.waitFor('shop/a', inPhase('Running'));
    const waiting = watched(bench.informer.waitFor('shop/a', inPhase('Running'), { wait: true }));
    bench.server.last.refuse(403, 'Forbidden');
    await expect(refused).rejects.toMatchObject({ failure: { kind: 'forbidden' }, message: /ClusterRole/ });
    bench.clock.advance(60_000);
    await bench.goLive(10, podIn('a', 1, 'Running'));
    expect(waiting.state).toBe('resolved');
  });

  it('L6: rejects with what the predicate throws; nobody else is disturbed', async () => {
    const bench = new InformerBench();
    bench.informer.start();
    const waiting = bench.informer.waitFor('shop/a', () => {
      throw new Error('mine');
    });
    await bench.goLive(10, pod('a', 1));
    await expect(waiting).rejects.toThrow('mine');
    expect(bench.informer.status.phase).toBe('live');
  });

  it('rejects when the predicate returns a promise', async () => {
    const bench = new InformerBench();
    const predicate: unknown = async () => false;
    const waiting = bench.informer.waitFor('shop/a', predicate as () => boolean);
    await bench.goLive(10);
    await expect(waiting).rejects.toThrow(/predicate: it returns a promise/);
  });

  it('gives up when its signal is aborted, with the signal’s reason', async () => {
    const bench = new InformerBench();
    const controller = new AbortController();
    const options = { signal: controller.signal, timeout: 1000 };
    const waiting = bench.informer.waitFor('shop/a', inPhase('Running'), options);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expectNothingLeft(bench);
    await expect(bench.informer.waitFor('shop/a', inPhase('Running'), options)).rejects.toThrow('enough');
    await expect(bench.informer.ready(options)).rejects.toThrow('enough');
  });

  it('leaves no listener at a signal that outlives it', async () => {
    const bench = new InformerBench();
    const { signal } = new AbortController();
    let listeners = 0;
    const counted = new Proxy(signal, {
      get: (target, name) => {
        if (name === 'addEventListener') listeners++;
        if (name === 'removeEventListener') listeners--;
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const gone = bench.informer.waitFor('shop/a', (object) => object === undefined, { signal: counted });
    expect(listeners).toBe(1);
    await bench.goLive(10);
    await gone;
    expect(listeners).toBe(0);
  });

  it.each<[string, string, unknown, object]>([
    ['namespace/name', 'a', () => true, {}],
    ['is no key', 'x/y/z', () => true, {}],
    ['predicate', 'shop/a', undefined, {}],
    ['timeout', 'shop/a', () => true, { timeout: -1 }],
  ])('throws at the call and says what is wrong: %s', (message, key, predicate, options) => {
    const bench = new InformerBench();
    expect(() => bench.informer.waitFor(key, predicate as () => boolean, options)).toThrow(message);
    expect(bench.server.exchanges).toEqual([]);
  });

  it('knows resources without namespaces', () => {
    const { server } = new InformerBench();
    const nodes = createInformer({ transport: server, resource: core.nodes });
    expect(() => nodes.waitFor('shop/a', () => true)).toThrow(/nodes are in no namespace, so the key is "name"/);
  });
});
