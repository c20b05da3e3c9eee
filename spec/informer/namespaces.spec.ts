import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject, EMPTY, NEVER, of, Subject } from 'rxjs';
import { createInformer, NotReadyError } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { listen } from '../support/informer-bench.js';
import { NamespacesBench, podIn } from '../support/namespaces-bench.js';
import { bookmark, errorEvent, event, ScriptedServer } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

describe('informer of several namespaces', () => {
  it('asks for each namespace once, and is one cache of them all', async () => {
    const bench = new NamespacesBench(['a', 'b', 'a']);
    bench.informer.start();
    await settled();
    expect(bench.asked).toEqual(['a', 'b']);
    await bench.list('a', 10, podIn('a', 'x', 1, { spec: { nodeName: 'n' } }));
    await bench.list('b', 11, podIn('b', 'y', 2, { spec: { nodeName: 'n' } }));
    const { snapshot } = bench.informer;
    expect([...snapshot.keys()]).toEqual(['a/x', 'b/y']);
    expect(snapshot.indexKeys('node', 'n')).toEqual(['a/x', 'b/y']);
    expect(snapshot.list({ namespace: 'b' }).map(({ metadata }) => metadata.name)).toEqual(['y']);
  });

  it('L15: shows nothing before every namespace is listed, then all of it in one commit of initial adds', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const heard = listen(bench.informer);
    const commits: number[] = [];
    bench.informer.changes$.subscribe(({ changes }) => commits.push(changes.length));
    await settled();
    await bench.list('b', 10, podIn('b', 'y', 2), podIn('b', 'z', 3));
    expect(bench.informer.status).toMatchObject({ phase: 'listing', synced: false });
    expect(bench.informer.snapshot.size).toBe(0);
    bench.at('b').send(event('DELETED', podIn('b', 'z', 11))); // before anybody could see it
    await settled();
    await bench.list('a', 9, podIn('a', 'x', 1));
    expect(heard).toEqual(['add a/x@1 initially', 'add b/y@2 initially']);
    expect(commits).toEqual([2]);
    expect(bench.informer.status).toMatchObject({ phase: 'live', synced: true });
  });

  it('L15: a set of no namespaces is complete at once', async () => {
    const bench = new NamespacesBench([]);
    expect((await bench.informer.ready()).size).toBe(0);
    expect(bench.informer.status).toMatchObject({ phase: 'live', synced: true });
  });

  it('L15: a list that was cut leaves nothing of it behind', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const heard = listen(bench.informer);
    await settled();
    await bench.list('b', 10, podIn('b', 'y', 2));
    const many = Array.from({ length: 600 }, (_, i) => JSON.stringify(podIn('a', `p${i}`, i + 1))).join(',');
    bench.at('a').open().send(`{"kind":"PodList","metadata":{"resourceVersion":"10"},"items":[${many}`).reset();
    bench.clock.advance(60_000);
    await bench.list('a', 20, podIn('a', 'p1', 15));
    expect(heard).toEqual(['add a/p1@15 initially', 'add b/y@2 initially']);
  });

  it('L13: a relist of one namespace touches no other', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const heard = listen(bench.informer);
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    await bench.list('b', 10, podIn('b', 'y', 2), podIn('b', 'z', 3));
    heard.length = 0;
    bench.at('b').send(errorEvent(410, 'Expired'));
    bench.clock.advance(60_000);
    await bench.list('b', 30, podIn('b', 'z', 3));
    expect(heard).toEqual(['delete b/y@2 (unknown)']);
    expect([...bench.informer.snapshot.keys()]).toEqual(['a/x', 'b/z']);
  });

  it('says the resourceVersion that every namespace has reached', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    bench.informer.start();
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    await bench.list('b', 12);
    const versions = [bench.informer.snapshot.resourceVersion];
    for (const [namespace, version] of [
      ['b', 20],
      ['a', 15],
      ['b', 21],
      ['a', 30],
    ] as const) {
      bench.at(namespace).send(bookmark(version));
      await settled();
      versions.push(bench.informer.snapshot.resourceVersion);
    }
    expect(versions).toEqual(['10', '10', '15', '15', '21']);
  });

  it('tells a late subscriber all of it (L5)', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    bench.informer.start();
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    await bench.list('b', 10, podIn('b', 'y', 2));
    expect(listen(bench.informer)).toEqual(['add a/x@1 initially', 'add b/y@2 initially']);
  });

  it('goes on from where each namespace stands after a pause', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const subscription = bench.informer.snapshot$.subscribe();
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    await bench.list('b', 20);
    subscription.unsubscribe();
    expect(bench.server.open).toEqual([]);
    expect(bench.informer.status).toMatchObject({ phase: 'idle', synced: true });
    bench.informer.start();
    await settled();
    expect([bench.at('a').query, bench.at('b').query]).toEqual([
      { watch: 'true', resourceVersion: '10' },
      { watch: 'true', resourceVersion: '20' },
    ]);
    expect(bench.informer.status).toMatchObject({ phase: 'listing', synced: true, staleSince: 0 });
    bench.at('a').open();
    bench.at('b').open();
    await settled();
    expect(bench.informer.status).toMatchObject({ phase: 'live' });
    expect(bench.informer.status.staleSince).toBeUndefined();
  });

  it('says what it does also when it does the same again after a pause', async () => {
    const bench = new NamespacesBench(['a']);
    for (let i = 0; i < 2; i++) {
      const subscription = bench.informer.snapshot$.subscribe();
      await settled();
      bench.at('a').refuse(403, 'Forbidden');
      await settled();
      expect(bench.informer.status).toMatchObject({ phase: 'retrying', failure: { kind: 'forbidden' } });
      subscription.unsubscribe();
      expect(bench.informer.status.phase).toBe('idle');
    }
  });

  it('starts anew after a pause: what was wrong is told as long as it is idle, and not of the new connection', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const subscription = bench.informer.snapshot$.subscribe();
    await settled();
    await bench.list('a', 10);
    bench.at('b').refuse(403, 'Forbidden');
    await settled();
    subscription.unsubscribe();
    const failures: unknown[] = [];
    bench.informer.status$.subscribe(({ failure }) => failures.push(failure?.kind));
    await settled();
    expect(failures).toEqual(['forbidden', undefined]);
  });

  it('is live again after a pause where there is nothing to list', async () => {
    const bench = new NamespacesBench([]);
    for (let i = 0; i < 2; i++) {
      const subscription = bench.informer.snapshot$.subscribe();
      await settled();
      expect(bench.informer.status.phase).toBe('live');
      subscription.unsubscribe();
      expect(bench.informer.status.phase).toBe('idle');
    }
  });

  it('L16: tells an object that an index cannot take, until that namespace is listed anew', async () => {
    const node = (pod: { metadata: { name: string } }) => {
      if (pod.metadata.name === 'bad') throw new Error('no node');
      return [];
    };
    const bench = new NamespacesBench(['a', 'b'], { indexers: { node } });
    bench.informer.start();
    await settled();
    await bench.list('a', 10, podIn('a', 'bad', 1));
    await bench.list('b', 10);
    const message = 'index "node" has no values for a/bad: no node';
    expect(bench.informer.status).toMatchObject({ phase: 'live', failure: { message } });
    for (const [namespace, expected] of [
      ['b', message],
      ['a', undefined],
    ] as const) {
      bench.at(namespace).send(errorEvent(410, 'Expired'));
      bench.clock.advance(60_000);
      await bench.list(namespace, 30);
      expect(bench.informer.status.failure?.message).toBe(expected);
    }
  });

  it('L9: leaves no request and no timer behind', async () => {
    const bench = new NamespacesBench(new BehaviorSubject(['a', 'b']));
    bench.informer.start();
    await settled();
    bench.at('b').refuse(500, 'InternalError');
    bench.informer.stop();
    await settled();
    expect(bench.server.open).toEqual([]);
    expect(bench.clock.actions).toEqual([]);
  });

  it('L9: one who stops it when the first namespace says that it begins again stops the others too', async () => {
    const set$ = new BehaviorSubject(['a', 'b']);
    const bench = new NamespacesBench(set$);
    const subscription = bench.informer.snapshot$.subscribe();
    await settled();
    await bench.list('a', 10);
    await bench.list('b', 10);
    subscription.unsubscribe();
    bench.informer.status$.subscribe(({ phase }) => {
      if (phase === 'listing') bench.informer.stop();
    });
    await settled();
    expect(bench.informer.status.phase).toBe('stopped');
    expect(bench.server.open).toEqual([]);
    expect(bench.clock.actions).toEqual([]);
    expect(set$.observed).toBe(false);
  });
});

describe('informer of several namespaces: one that is refused', () => {
  it('L15: counts as not listed, while the others do', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    bench.informer.start();
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    expect(bench.informer.isListed('a')).toBe(false);
    bench.at('b').refuse(403, 'Forbidden');
    await settled();
    const { informer } = bench;
    expect(['a', 'b', 'c'].map((namespace) => informer.isListed(namespace))).toEqual([true, false, false]);
  });

  it('is told in the status, and the others go on without it', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const ready = bench.informer.ready();
    await settled();
    bench.at('b').refuse(403, 'Forbidden');
    await settled();
    expect(bench.informer.status).toMatchObject({ phase: 'listing', synced: false, failure: { kind: 'forbidden' } });
    await bench.list('a', 10, podIn('a', 'x', 1));
    expect([...(await ready).keys()]).toEqual(['a/x']);
    expect(bench.informer.status).toMatchObject({ phase: 'live', synced: true, failure: { kind: 'forbidden' } });
    expect(bench.informer.status.failure?.message).toContain('/namespaces/b/');
    expect(bench.informer.status.staleSince).toBeUndefined();
  });

  it('is not waited for when it is the last, and shows nothing of a list that was cut before', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const heard = listen(bench.informer);
    await settled();
    const many = Array.from({ length: 600 }, (_, i) => JSON.stringify(podIn('b', `p${i}`, i + 1))).join(',');
    bench.at('b').open().send(`{"kind":"PodList","metadata":{"resourceVersion":"10"},"items":[${many}`).reset();
    await bench.list('a', 10, podIn('a', 'x', 1));
    bench.clock.advance(60_000);
    expect(heard).toEqual([]);
    bench.at('b').refuse(403, 'Forbidden');
    await settled();
    expect(heard).toEqual(['add a/x@1 initially']);
  });

  it('joins with plain adds when it is allowed later', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const heard = listen(bench.informer);
    await settled();
    bench.at('b').refuse(403, 'Forbidden');
    await bench.list('a', 10, podIn('a', 'x', 1));
    bench.clock.advance(60_000);
    await bench.list('b', 20, podIn('b', 'y', 2));
    expect(heard).toEqual(['add a/x@1 initially', 'add b/y@2']);
    expect(bench.informer.status).toMatchObject({ phase: 'live' });
    expect(bench.informer.status.failure).toBeUndefined();
  });

  it('fails ready() only if there is no other', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const ready = bench.informer.ready();
    ready.catch(() => {});
    await settled();
    bench.at('a').refuse(403, 'Forbidden');
    await settled();
    bench.at('b').refuse(403, 'Forbidden');
    await expect(ready).rejects.toThrow(NotReadyError);
    expect(bench.informer.status).toMatchObject({ phase: 'retrying', synced: false });
  });

  it('is waited for when it is only down', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const heard = listen(bench.informer);
    await settled();
    bench.at('b').refuse(503, 'ServiceUnavailable');
    await bench.list('a', 10, podIn('a', 'x', 1));
    expect(heard).toEqual([]);
    expect(bench.informer.status).toMatchObject({ phase: 'retrying', synced: false, attempt: 1 });
    bench.clock.advance(60_000);
    await bench.list('b', 10, podIn('b', 'y', 2));
    expect(heard).toEqual(['add a/x@1 initially', 'add b/y@2 initially']);
  });

  it('keeps its objects, as stale, when the right to list it is lost', async () => {
    const bench = new NamespacesBench(['a', 'b']);
    const heard = listen(bench.informer);
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    await bench.list('b', 10, podIn('b', 'y', 2));
    bench.clock.advance(20_000);
    bench.at('b').send(errorEvent(410, 'Expired'));
    bench.clock.advance(10_000);
    bench.at('b').refuse(403, 'Forbidden');
    await settled();
    expect(heard).toEqual(['add a/x@1 initially', 'add b/y@2 initially']);
    expect(bench.informer.status).toMatchObject({
      phase: 'retrying',
      staleSince: 20_000,
      failure: { kind: 'forbidden' },
    });
  });
});

describe('informer of several namespaces: a set that changes', () => {
  it('waits for the set, follows it, and deletes what leaves with it', async () => {
    const set$ = new Subject<readonly string[]>();
    const bench = new NamespacesBench(set$);
    const heard = listen(bench.informer);
    await settled();
    expect(bench.server.exchanges).toEqual([]);
    expect(bench.informer.status).toMatchObject({ phase: 'listing', synced: false });
    set$.next(['a', 'b']);
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    await bench.list('b', 10, podIn('b', 'y', 2));
    heard.length = 0;
    set$.next(['b', 'c']);
    await settled();
    expect(heard).toEqual(['delete a/x@1 (unknown)']);
    expect(bench.asked).toEqual(['b', 'c']);
    expect(bench.informer.status).toMatchObject({ phase: 'listing', synced: true });
    await bench.list('c', 12, podIn('c', 'z', 3));
    expect(heard).toEqual(['delete a/x@1 (unknown)', 'add c/z@3']);
    expect(bench.informer.status).toMatchObject({ phase: 'live' });
  });

  it('L2: a namespace that joins is not seen before it is whole', async () => {
    const set$ = new BehaviorSubject<readonly string[]>([]);
    const bench = new NamespacesBench(set$);
    bench.informer.start();
    await settled();
    expect(bench.informer.status.synced).toBe(true);
    set$.next(['a']);
    await settled();
    const many = Array.from({ length: 600 }, (_, i) => JSON.stringify(podIn('a', `p${i}`, i + 1))).join(',');
    bench.at('a').open().send(`{"kind":"PodList","metadata":{"resourceVersion":"10"},"items":[${many}`);
    await settled();
    expect(bench.informer.snapshot.size).toBe(0);
    bench.at('a').send(']}').end();
    await settled();
    expect(bench.informer.snapshot.size).toBe(600);
  });

  it('L4: a set that changes within a commit makes a commit of its own, after it', async () => {
    const set$ = new BehaviorSubject<readonly string[]>(['a', 'b']);
    const bench = new NamespacesBench(set$);
    const sizes: number[] = [];
    bench.informer.events$.subscribe(({ type }) => {
      if (type === 'update') set$.next(['a']);
    });
    bench.informer.changes$.subscribe(({ previous, snapshot }) => sizes.push(previous.size, snapshot.size));
    bench.informer.snapshot$.subscribe(({ size }) => sizes.push(size));
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    await bench.list('b', 10, podIn('b', 'y', 2));
    bench.at('a').send(event('MODIFIED', podIn('a', 'x', 11)));
    await settled();
    expect(sizes).toEqual([2, 0, 2, 2, 2, 2, 1, 2, 1]);
  });

  it('forgets the faults of a namespace that left', async () => {
    const set$ = new BehaviorSubject<readonly string[]>(['a', 'b']);
    const bench = new NamespacesBench(set$);
    bench.informer.start();
    await settled();
    bench.at('b').refuse(403, 'Forbidden');
    await bench.list('a', 10);
    set$.next(['a']);
    await settled();
    expect(bench.informer.status).toMatchObject({ phase: 'live', synced: true });
    expect(bench.informer.status.failure).toBeUndefined();
  });

  it('says the resourceVersion that all have reached, without the one that left and with the one that joined', async () => {
    const set$ = new BehaviorSubject<readonly string[]>(['a', 'b']);
    const bench = new NamespacesBench(set$);
    bench.informer.start();
    await settled();
    await bench.list('a', 20, podIn('a', 'x', 1));
    await bench.list('b', 10);
    set$.next(['a']);
    await settled();
    bench.at('a').send(bookmark(30));
    await settled();
    expect(bench.informer.snapshot.resourceVersion).toBe('30');
    set$.next(['a', 'c']);
    await settled();
    await bench.list('c', 25, podIn('c', 'z', 3));
    expect(bench.informer.snapshot.resourceVersion).toBe('25');
  });

  it('is published when the one that is waited for leaves', async () => {
    const set$ = new BehaviorSubject<readonly string[]>(['a', 'b']);
    const bench = new NamespacesBench(set$);
    const heard = listen(bench.informer);
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    set$.next(['a']);
    await settled();
    expect(heard).toEqual(['add a/x@1 initially']);
  });

  it('comes back with plain adds when it joins again', async () => {
    const set$ = new BehaviorSubject<readonly string[]>(['a']);
    const bench = new NamespacesBench(set$);
    const heard = listen(bench.informer);
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    set$.next([]);
    await settled();
    set$.next(['a']);
    await settled();
    expect(bench.at('a').query).toEqual({ limit: '500', resourceVersion: '0' });
    await bench.list('a', 20, podIn('a', 'x', 1));
    expect(heard).toEqual(['add a/x@1 initially', 'delete a/x@1 (unknown)', 'add a/x@1']);
  });

  it('keeps the last set, and says so, when the Observable fails or gives what is none', async () => {
    const set$ = new Subject<readonly string[]>();
    const bench = new NamespacesBench(set$);
    bench.informer.start();
    set$.next(['a']);
    await settled();
    await bench.list('a', 10, podIn('a', 'x', 1));
    set$.next(['not/a name']);
    await settled();
    expect(bench.informer.status).toMatchObject({ phase: 'live', failure: { kind: 'protocol' } });
    expect(bench.informer.status.failure?.message).toMatch(/^namespace is "not\/a name"/);
    set$.next(['a']);
    await settled();
    expect(bench.informer.status.failure).toBeUndefined();
    set$.error(new Error('no more'));
    await settled();
    expect(bench.informer.status.failure?.message).toBe('the Observable given as namespace failed: no more');
    expect(bench.asked).toEqual(['a']);
  });

  it('L7: says that it ended before there was any', async () => {
    const bench = new NamespacesBench(EMPTY);
    const ready = bench.informer.ready({ timeout: 1000 });
    ready.catch(() => {});
    await settled();
    const message = 'the Observable given as namespace ended without a set';
    expect(bench.informer.status).toMatchObject({ phase: 'listing', failure: { kind: 'protocol', message } });
    bench.clock.advance(1000);
    await expect(ready).rejects.toThrow(
      /^pods in chosen namespaces: no complete list within 1000 ms: the Observable given as namespace ended without a set\. Have it give/,
    );
  });

  it('L7: its end is no failure when it gave one', async () => {
    const bench = new NamespacesBench(of(['a']));
    bench.informer.start();
    await settled();
    await bench.list('a', 10);
    expect(bench.informer.status.failure).toBeUndefined();
  });

  it('is what those wait for who wait for the informer, and they are told', async () => {
    const { informer, clock } = new NamespacesBench(NEVER);
    const waiting = [informer.ready({ timeout: 1000 }), informer.waitFor('a/x', () => true, { timeout: 1000 })];
    const ends = Promise.allSettled(waiting);
    clock.advance(1000);
    for (const end of await ends)
      expect(end).toMatchObject({
        reason: {
          message: expect.stringMatching(/; the Observable given as namespace has not given a set of namespaces yet$/),
        },
      });
  });

  it('is asked for only while somebody listens', () => {
    const set$ = new Subject<readonly string[]>();
    const bench = new NamespacesBench(set$);
    expect(set$.observed).toBe(false);
    const subscription = bench.informer.events$.subscribe();
    expect(set$.observed).toBe(true);
    subscription.unsubscribe();
    expect(set$.observed).toBe(false);
  });
});

describe('informer of several namespaces: options', () => {
  const transport = new ScriptedServer();

  it.each([
    ['a/b', /^namespace is "a\/b"/],
    ['', /^namespace is ""/],
    [7, /^namespace: 7 is no name/],
  ])('refuse %j at the call', (namespace, message) => {
    expect(() => createInformer({ transport, resource: core.pods, namespace: ['a', namespace as string] })).toThrow(
      message,
    );
  });

  it('refuse a kind that has no namespaces', () => {
    for (const namespace of [['a'], NEVER]) {
      expect(() => createInformer({ transport, resource: core.nodes, namespace })).toThrow(
        /^namespace: nodes are cluster-scoped/,
      );
    }
  });

  it('give the informer its name', () => {
    const nameOf = (namespace: readonly string[] | typeof NEVER) =>
      createInformer({ transport, resource: core.pods, namespace }).name;
    expect([nameOf(['a', 'b']), nameOf(['a', 'b', 'c', 'd']), nameOf(NEVER)]).toEqual([
      'pods in a, b',
      'pods in 4 namespaces',
      'pods in chosen namespaces',
    ]);
  });
});
