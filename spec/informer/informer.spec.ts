import { describe, expect, it } from '@jest/globals';
import { type Observable, take } from 'rxjs';
import { NotReadyError } from '../../lib/informer/index.js';
import { InformerBench, listen, told } from '../support/informer-bench.js';
import { bookmark, event, pod } from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

describe('informer: streams', () => {
  it('requests nothing before somebody subscribes', () => {
    const { server, informer } = new InformerBench();
    expect(server.exchanges).toEqual([]);
    expect(informer.status).toMatchObject({ phase: 'idle', synced: false });
  });

  it('shares one connection among all streams', async () => {
    const bench = new InformerBench();
    const { informer, server } = bench;
    const streams: Observable<unknown>[] = [
      informer.snapshot$,
      informer.changes$,
      informer.events$,
      informer.added$,
      informer.status$,
    ];
    for (const stream$ of streams) stream$.subscribe();
    informer.start();
    await bench.goLive(10);
    expect(server.log).toEqual(['list?limit=500&resourceVersion=0', 'watch?resourceVersion=10']);
  });

  it('tells a commit to all of snapshot$, then changes$, then events$, with the snapshot new before that', async () => {
    const bench = new InformerBench();
    const { informer } = bench;
    const order: string[] = [];
    const note = (stream: string) => () => order.push(`${stream} at ${informer.snapshot.resourceVersion}`);
    informer.events$.subscribe(note('event'));
    informer.changes$.subscribe(note('change'));
    informer.snapshot$.subscribe(note('snapshot'));
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    expect(order).toEqual(['snapshot at 10', 'change at 10', 'event at 10', 'event at 10']);
  });

  it('gives each commit the snapshots before and after it, the changes between, and the cause', async () => {
    const bench = new InformerBench();
    const commits: unknown[] = [];
    bench.informer.changes$.subscribe(({ previous, snapshot, changes, resourceVersion, cause }) =>
      commits.push([previous.size, snapshot.size, changes.map(told), resourceVersion, cause]),
    );
    await bench.goLive(10, pod('a', 1));
    await bench.send(event('ADDED', pod('b', 11)), event('MODIFIED', pod('a', 12)));
    await bench.send(bookmark(20));
    await bench.relist(30, pod('b', 11));
    expect(commits).toEqual([
      [0, 1, ['add a@1 initially'], '10', 'replace'],
      [1, 2, ['add b@11', 'update a@1→12'], '12', 'watch'],
      [2, 2, [], '20', 'watch'],
      [2, 1, ['delete a@12 (unknown)'], '30', 'replace'],
    ]);
  });

  it('splits events by type', async () => {
    const bench = new InformerBench();
    const heard: string[] = [];
    bench.informer.added$.subscribe((change) => heard.push(`added$: ${told(change)}`));
    bench.informer.updated$.subscribe((change) => heard.push(`updated$: ${told(change)}`));
    bench.informer.deleted$.subscribe((change) => heard.push(`deleted$: ${told(change)}`));
    await bench.goLive(10, pod('a', 1));
    await bench.send(event('MODIFIED', pod('a', 11)), event('DELETED', pod('a', 12)));
    expect(heard).toEqual(['added$: add a@1 initially', 'updated$: update a@1→11', 'deleted$: delete a@12']);
  });

  it('says nothing on snapshot$ before there is a complete list, and gives a late subscriber the current snapshot', async () => {
    const bench = new InformerBench();
    const seen: number[] = [];
    bench.informer.snapshot$.subscribe(({ size }) => seen.push(size));
    expect(seen).toEqual([]);
    await bench.goLive(10, pod('a', 1));
    bench.informer.snapshot$.subscribe(({ size }) => seen.push(size + 100));
    expect(seen).toEqual([1, 101]);
  });

  it('does not connect for a subscriber that is content with the present', async () => {
    const bench = new InformerBench();
    const first = bench.informer.snapshot$.subscribe();
    await bench.goLive(10);
    first.unsubscribe();
    bench.informer.snapshot$.pipe(take(1)).subscribe();
    expect(bench.server.exchanges).toHaveLength(2);
  });
});

describe('informer: pauses', () => {
  it('resumes from the snapshot after a pause, stale until it is live, and without an echo', async () => {
    const bench = new InformerBench();
    const { informer, server, clock } = bench;
    const first = informer.snapshot$.subscribe();
    await bench.goLive(10, pod('a', 1));
    await bench.send(event('MODIFIED', pod('a', 11)));
    clock.advance(20_000);
    first.unsubscribe();
    expect(informer.status).toMatchObject({ phase: 'idle', synced: true, staleSince: 20_000 });
    clock.advance(40_000);
    const heard = listen(informer);
    expect(server.log.at(-1)).toBe('watch?resourceVersion=11');
    expect(informer.status).toMatchObject({ synced: true, staleSince: 20_000 });
    server.last.open();
    expect(informer.status).toMatchObject({ phase: 'live', synced: true });
    expect(informer.status.staleSince).toBeUndefined();
    await bench.send(event('ADDED', pod('b', 30)));
    expect(heard).toEqual(['add a@11 initially', 'add b@30']);
  });

  it('lists again after a pause that outlived the history of the server; what that brings is no initial list', async () => {
    const bench = new InformerBench();
    const first = bench.informer.snapshot$.subscribe();
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    first.unsubscribe();
    bench.clock.advance(600_000);
    const heard = listen(bench.informer);
    bench.server.last.refuse(410, 'Expired');
    bench.clock.advance(60_000);
    await bench.goLive(90, pod('b', 2), pod('c', 80));
    expect(heard).toEqual(['add a@1 initially', 'add b@2 initially', 'delete a@1 (unknown)', 'add c@80']);
  });

  it('drops what was received but not committed when it is paused, and asks for it again', async () => {
    const bench = new InformerBench();
    const first = bench.informer.snapshot$.subscribe();
    await bench.goLive(10, pod('a', 1));
    bench.server.last.send(event('MODIFIED', pod('a', 11)));
    first.unsubscribe();
    await settled();
    bench.informer.start();
    expect(bench.server.log.at(-1)).toBe('watch?resourceVersion=10');
  });
});

describe('informer: ready()', () => {
  it('connects, and resolves with the first complete snapshot, or at once with the current one', async () => {
    const bench = new InformerBench();
    const ready = bench.informer.ready();
    await bench.goLive(10, pod('a', 1));
    expect((await ready).size).toBe(1);
    expect(await bench.informer.ready()).toBe(bench.informer.snapshot);
    expect(bench.server.exchanges).toHaveLength(2);
    expect(bench.server.open).toHaveLength(1);
  });

  it('rejects after the timeout with what is wrong, not with "timeout"', async () => {
    const bench = new InformerBench();
    const ready = bench.informer.ready({ timeout: 5000 });
    bench.server.last.reset('ECONNREFUSED');
    bench.clock.advance(5000);
    await expect(ready).rejects.toMatchObject({
      name: 'NotReadyError',
      message: expect.stringMatching(/pods: no complete list within 5000 ms.*ECONNREFUSED.*API server/),
      failure: { kind: 'network' },
    });
  });

  it.each([
    [401, 'Unauthorized', 'unauthorized', /kubectl/],
    [403, 'Forbidden', 'forbidden', /ClusterRole.*resources: \["pods"\], verbs: \["list", "watch"\]/],
    [404, 'NotFound', 'notFound', /URL/],
  ])(
    'rejects at once for %i, which does not heal by itself, and says what to do',
    async (code, reason, kind, advice) => {
      const bench = new InformerBench();
      const ready = bench.informer.ready();
      bench.server.last.refuse(code, reason);
      await expect(ready).rejects.toMatchObject({ failure: { kind, code }, message: expect.stringMatching(advice) });
    },
  );

  it('waits through a refusal when told to', async () => {
    const bench = new InformerBench();
    const ready = bench.informer.ready({ wait: true });
    bench.server.last.refuse(403, 'Forbidden');
    bench.clock.advance(60_000);
    await bench.goLive(10);
    expect((await ready).resourceVersion).toBe('10');
  });

  it('says when everybody has left what was wrong, and forgets it when it begins anew', async () => {
    const bench = new InformerBench();
    const left = bench.informer.status$.subscribe();
    bench.server.last.refuse(403, 'Forbidden');
    left.unsubscribe();
    expect(bench.informer.status).toMatchObject({ phase: 'idle', failure: { kind: 'forbidden' } });
    const ready = bench.informer.ready();
    expect(bench.informer.status.failure).toBeUndefined();
    await bench.goLive(10);
    await ready;
    bench.informer.stop();
    expect(bench.informer.status).not.toHaveProperty('failure');
  });

  it('rejects when the informer is stopped', async () => {
    const bench = new InformerBench();
    const ready = bench.informer.ready();
    bench.informer.stop();
    await expect(ready).rejects.toThrow(NotReadyError);
  });
});

describe('informer: handlers', () => {
  it('calls client-go’s callbacks: the present as initial adds, then every change', async () => {
    const bench = new InformerBench();
    const calls: unknown[] = [];
    bench.informer.addEventHandler({
      onAdd: ({ metadata }, isInInitialList) => calls.push(['add', metadata.name, isInInitialList]),
      onUpdate: (previous, object) =>
        calls.push(['update', previous.metadata.resourceVersion, object.metadata.resourceVersion]),
      onDelete: (object) => calls.push(['delete', 'metadata' in object ? object.metadata.name : `${object.key}?`]),
    });
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    await bench.send(event('MODIFIED', pod('a', 11)), event('ADDED', pod('c', 12)), event('DELETED', pod('b', 13)));
    await bench.relist(50, pod('a', 11));
    expect(calls).toEqual([
      ['add', 'a', true],
      ['add', 'b', true],
      ['update', '1', '11'],
      ['add', 'c', false],
      ['delete', 'b'],
      ['delete', 'shop/c?'],
    ]);
  });

  it('says when a handler has been told the whole first list: late ones at once, removed ones never', async () => {
    const bench = new InformerBench();
    const calls: string[] = [];
    const early = bench.informer.addEventHandler({ onAdd: ({ metadata }) => calls.push(metadata.name) });
    const gone = bench.informer.addEventHandler({});
    gone.unsubscribe();
    await expect(gone.synced).rejects.toThrow(NotReadyError);
    await bench.goLive(10, pod('a', 1));
    await early.synced;
    expect(calls).toEqual(['a']);
    await bench.informer.addEventHandler({ onAdd: ({ metadata }) => calls.push(metadata.name) }).synced;
    expect(calls).toEqual(['a', 'a']);
  });
});

describe('informer: handlers that are removed', () => {
  it('never say that one has been told the whole first list that was removed in the middle of it', async () => {
    const bench = new InformerBench();
    const registration = bench.informer.addEventHandler({ onAdd: () => registration.unsubscribe() });
    bench.informer.start();
    await bench.goLive(10, pod('a', 1), pod('b', 2));
    await expect(registration.synced).rejects.toThrow(NotReadyError);
  });
});

describe('informer: status$', () => {
  it('tells one who starts the informer while it is told the current status what came of that', () => {
    const { informer } = new InformerBench();
    const phases: string[] = [];
    informer.status$.subscribe(({ phase }) => {
      phases.push(phase);
      if (phase === 'idle') informer.start();
    });
    expect(phases).toEqual(['idle', 'listing']);
  });
});

describe('informer: options', () => {
  it.each([
    ['resyncPeriod', { resyncPeriod: -1 }],
    ['resyncPeriod', { resyncPeriod: 2 ** 31 }],
    ['keepAliveMs', { keepAliveMs: Number.NaN }],
    ['labelSelector', { labelSelector: 'a in' }],
    ['fieldSelector', { fieldSelector: '=' }],
    ['namespace', { namespace: '' }],
    ['pageSize', { pageSize: 1.5 }],
    ['transport', { transport: undefined }],
    ['resource', { resource: undefined }],
    ['transform', { transform: 1 }],
    ['managedFields', { managedFields: 'some' }],
    ['indexers.node', { indexers: { node: 1 } }],
  ])('throws at the call, naming it, when %s is malformed', (option, options) => {
    // As a program without types may call it.
    expect(() => new InformerBench(options as object)).toThrow(option);
  });

  it('throws a RangeError that names the indexes there are when one is asked for that is not', () => {
    const { informer } = new InformerBench();
    expect(() => informer.snapshot.byIndex('zone' as 'node', 'x')).toThrow(/zone.*node/);
  });

  it('applies the transform before the object is stored', async () => {
    const bench = new InformerBench({
      transform: (draft) => {
        delete draft.metadata.annotations;
      },
    });
    bench.informer.start();
    await bench.goLive(10, { metadata: { ...pod('a', 1).metadata, annotations: { big: 'x' } } });
    expect(bench.informer.snapshot.get('shop/a')?.metadata).toEqual(pod('a', 1).metadata);
  });

  it('L16: an object whose transform throws is left out and reported; the others are there', async () => {
    const bench = new InformerBench({
      transform: ({ metadata }) => {
        if (metadata.name === 'bad') throw new Error('cannot');
      },
    });
    bench.informer.start();
    await bench.goLive(10, pod('a', 1), pod('bad', 2));
    expect([...bench.informer.snapshot.keys()]).toEqual(['shop/a']);
    expect(bench.informer.status).toMatchObject({
      phase: 'live',
      failure: { kind: 'protocol', message: expect.stringContaining('shop/bad: cannot') },
    });
  });

  it('L16: an index function that throws is reported; the object is stored, and other objects are in the index', async () => {
    const bench = new InformerBench({
      indexers: {
        node: ({ metadata }) => {
          if (metadata.name === 'bad') throw new Error('cannot');
          return ['n'];
        },
      },
    });
    bench.informer.start();
    await bench.goLive(10, pod('a', 1), pod('bad', 2), pod('c', 3));
    expect(bench.informer.snapshot.size).toBe(3);
    expect(bench.informer.snapshot.indexKeys('node', 'n')).toEqual(['shop/a', 'shop/c']);
    expect(bench.informer.status).toMatchObject({
      phase: 'live',
      failure: { message: expect.stringMatching(/"node".*shop\/bad: cannot/) },
    });
    await bench.send(event('MODIFIED', pod('a', 11)));
    expect(bench.informer.status.failure).toBeDefined();
    await bench.relist(50, pod('a', 11));
    expect(bench.informer.status.failure).toBeUndefined();
  });

  it('leaves with its scope: [Symbol.dispose] stops it', () => {
    const bench = new InformerBench();
    bench.informer.start();
    bench.informer[Symbol.dispose]();
    expect(bench.informer.status.phase).toBe('stopped');
    expect(bench.server.open).toEqual([]);
  });
});
