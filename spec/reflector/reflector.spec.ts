import { beforeEach, describe, expect, it } from '@jest/globals';
import type { V1Pod } from '@kubernetes/client-node';
import type { SchedulerLike, Subscription } from 'rxjs';
import { core } from '../../lib/kubernetes/index.js';
import {
  type InformerStatus,
  type ReflectorEvent,
  type ReflectorOptions,
  reflector,
} from '../../lib/reflector/index.js';
import type { Transport } from '../../lib/transport/index.js';
import { bookmark, errorEvent, event, pod, podList, ScriptedServer } from '../support/scripted-server.js';
import { TestClock } from '../support/virtual-time.js';

let server: ScriptedServer;
let clock: TestClock;
let statuses: InformerStatus[];
let events: string[];
let subscription: Subscription;

beforeEach(() => {
  server = new ScriptedServer();
  clock = new TestClock();
  statuses = [];
  events = [];
});

function start(options: Partial<ReflectorOptions<V1Pod>> = {}) {
  const reflector$ = reflector({
    transport: server,
    resource: core.pods,
    scheduler: clock,
    random: () => 0.5,
    onStatus: (status) => statuses.push(status),
    ...options,
  });
  subscription = reflector$.subscribe((said) => events.push(told(said)));
}

function told(said: ReflectorEvent<{ metadata: { name: string; resourceVersion: string } }>): string {
  const name = ({ metadata }: { metadata: { name: string; resourceVersion: string } }) =>
    `${metadata.name}@${metadata.resourceVersion}`;
  switch (said.type) {
    case 'replace':
      return `replace ${said.objects.map(name).join(',')} @${said.resourceVersion}`;
    case 'bookmark':
      return `bookmark @${said.resourceVersion}`;
    default:
      return `${said.type} ${name(said.object)}`;
  }
}

const status = () => statuses.at(-1);

/** Lists one pod at version 10 and opens the watch. */
function goLive() {
  start();
  server.last.json(podList(10, [pod('a', 1)]));
  server.last.open();
}

/** The watch ends, and the next one is answered with 410. */
function endAndRefuse() {
  server.last.end();
  server.last.refuse(410, 'Expired');
}

describe('reflector: lists', () => {
  it('lists any cached state first, in pages, and then watches from the list on, with bookmarks and a random end', () => {
    start();
    expect(server.log).toEqual(['list?limit=500&resourceVersion=0']);
    server.last.json(podList(10, [pod('a', 1)]));
    expect(events).toEqual(['replace a@1 @10']);
    expect(Object.fromEntries(server.last.url.searchParams)).toEqual({
      watch: 'true',
      allowWatchBookmarks: 'true',
      timeoutSeconds: '330',
      resourceVersion: '10',
    });
  });

  it('L2, L15: says nothing before the last page, and takes the resourceVersion of the first', () => {
    start({ pageSize: 2 });
    server.last.json(podList(10, [pod('a', 1), pod('b', 2)], { continue: 'c1', remainingItemCount: 1 }));
    expect(events).toEqual([]);
    expect(status()).toMatchObject({ phase: 'listing', synced: false, received: 2, remaining: 1 });
    expect(server.last.query).toEqual({ limit: '2', continue: 'c1' });
    server.last.json(podList(11, [pod('c', 3)]));
    expect(events).toEqual(['replace a@1,b@2,c@3 @10']);
  });

  it('L15: an empty list is a complete one', () => {
    start();
    server.last.json(podList(10, []));
    expect(events).toEqual(['replace  @10']);
  });

  it('L2: begins the list anew, whole, when the token of a later page has expired', () => {
    start({ pageSize: 1 });
    server.last.json(podList(10, [pod('a', 1)], { continue: 'c1' }));
    server.last.refuse(410, 'Expired');
    expect(server.last.query).toEqual({ resourceVersion: '0' });
    server.last.json(podList(12, [pod('b', 2)]));
    expect(events).toEqual(['replace b@2 @12']);
  });

  it('L2: asks for the newest state in pages, as client-go does, when the whole list has expired too', () => {
    start();
    server.last.json(podList(10, [pod('a', 1)], { continue: 'c1' }));
    server.last.refuse(410, 'Expired');
    expect(server.log.at(-1)).toBe('list?resourceVersion=0');
    server.last.refuse(410, 'Expired');
    expect(server.log.at(-1)).toBe('list?limit=500');
  });

  it('lists in pages again, as client-go does, once the first list was to come in pages', () => {
    start();
    server.last.json(podList(10, [pod('a', 1)], { continue: 'c1' }));
    server.last.refuse(410, 'Expired');
    server.last.json(podList(12, [pod('b', 2)]));
    server.last.open().send(errorEvent(410, 'Expired'));
    clock.advance(1200);
    expect(server.log.at(-1)).toBe('list?limit=500&resourceVersion=12');
  });

  it('L2, L15: drops the pages that came when a later one fails, and begins anew after the backoff', () => {
    start({ pageSize: 1 });
    server.last.json(podList(10, [pod('a', 1)], { continue: 'c1' }));
    server.last.open().send('{"kind":"PodList","metadata":{},"items":[{"metadata":{"name":"b"}}').reset();
    expect(events).toEqual([]);
    expect(status()).toMatchObject({ phase: 'retrying', attempt: 1, failure: { kind: 'network' } });
    clock.advance(1200);
    expect(server.log.at(-1)).toBe('list?limit=1&resourceVersion=0');
  });

  it('L15: a body that ends properly in the middle of a list is not whole', () => {
    start();
    server.last.open().send('{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[').end();
    expect(events).toEqual([]);
    expect(status()).toMatchObject({ phase: 'retrying', synced: false, failure: { kind: 'protocol' } });
  });

  it.each([
    ['410 Expired', 410, 'Expired', {}],
    ['"Too large resource version"', 504, 'Timeout', { details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }],
  ])('asks once, at once, for the newest state after %s, and then only under backoff', (_, code, reason, more) => {
    start();
    server.last.refuse(code, reason, {}, more);
    expect(server.log).toEqual(['list?limit=500&resourceVersion=0', 'list?limit=500']);
    server.last.refuse(code, reason, {}, more);
    expect(server.exchanges).toHaveLength(2);
    clock.advance(1200);
    expect(server.log.at(-1)).toBe('list?limit=500');
  });

  it('waits longer after each failure: 0.8 s doubling up to 30 s, and as much again at random', () => {
    start();
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      server.last.refuse(500, 'InternalError');
      waits.push((status()?.retryAt ?? 0) - clock.now());
      clock.advance(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([1200, 2400, 4800, 9600, 19_200, 38_400, 45_000]);
  });

  it.each([
    ['seconds', () => '7'],
    ['a date', () => new Date(7000).toUTCString()],
  ])('takes Retry-After (%s) as a floor', (_, retryAfter) => {
    start();
    server.last.refuse(503, 'ServiceUnavailable', { 'retry-after': retryAfter() });
    clock.advance(6999);
    expect(server.exchanges).toHaveLength(1);
    clock.advance(701);
    expect(server.exchanges).toHaveLength(2);
  });
});

describe('reflector: hostile lists', () => {
  it('L8: does not follow a continue token that comes back', () => {
    start();
    server.last.json(podList(10, [], { continue: 'same' }));
    server.last.json(podList(10, [], { continue: 'same' }));
    expect(server.exchanges).toHaveLength(2);
    expect(status()).toMatchObject({ phase: 'retrying', failure: { kind: 'protocol' } });
  });

  it('L8: waits a day at most, also when a server asks for more than a timer can hold', () => {
    start();
    server.last.refuse(429, 'TooManyRequests', { 'retry-after': '99999999' });
    expect(status()?.retryAt).toBe(24 * 60 * 60 * 1000);
    clock.advance(60_000);
    expect(server.exchanges).toHaveLength(1);
  });
});

describe('reflector: watches', () => {
  it('emits events in order and resumes at the last one, at once, after the watch ended', () => {
    goLive();
    server.last.send(event('ADDED', pod('b', 11)), event('MODIFIED', pod('a', 12)));
    server.last.send(event('DELETED', pod('b', 13)));
    expect(events.slice(1)).toEqual(['added b@11', 'modified a@12', 'deleted b@13']);
    server.last.end();
    expect(server.log.at(-1)).toBe('watch?resourceVersion=13');
    expect(status()).toMatchObject({ phase: 'live' });
    expect(status()?.failure).toBeUndefined();
  });

  it('resumes at the last bookmark', () => {
    goLive();
    server.last.send(bookmark(50)).end();
    expect(events.at(-1)).toBe('bookmark @50');
    expect(server.log.at(-1)).toBe('watch?resourceVersion=50');
  });

  it('resumes after the connection broke, without an alarm', () => {
    goLive();
    server.last.send(event('MODIFIED', pod('a', 12))).reset();
    expect(server.log.at(-1)).toBe('watch?resourceVersion=12');
    expect(status()).toMatchObject({ phase: 'live' });
  });

  it('L17: the cursor goes neither back nor to nothing', () => {
    goLive();
    server.last.send(
      event('MODIFIED', pod('a', 12)),
      event('MODIFIED', pod('a', 11)),
      event('MODIFIED', { kind: 'Pod', metadata: { name: 'x' } }),
    );
    server.last.end();
    expect(server.log.at(-1)).toBe('watch?resourceVersion=12');
  });

  it.each([
    ['within the watch', () => server.last.send(errorEvent(410, 'Expired'))],
    ['as the HTTP answer', endAndRefuse],
  ])('lists again, under backoff, after 410 %s', (_, expire) => {
    goLive();
    server.last.send(event('MODIFIED', pod('a', 12)));
    expire();
    expect(status()).toMatchObject({ phase: 'retrying', failure: { kind: 'expired' } });
    clock.advance(1200);
    expect(server.log.at(-1)).toBe('list?resourceVersion=12');
    server.last.json(podList(90, [pod('a', 12)]));
    server.last.open();
    expect(status()).toMatchObject({ phase: 'live' });
  });

  it('L17: drops what stands behind an error in the same chunk', () => {
    goLive();
    server.last.send(errorEvent(410, 'Expired'), event('ADDED', pod('ghost', 11)));
    expect(events).toEqual(['replace a@1 @10']);
  });

  it('waits and watches again, without a list, after 429', () => {
    goLive();
    server.last.send(event('MODIFIED', pod('a', 12)), errorEvent(429, 'TooManyRequests'));
    clock.advance(1200);
    expect(server.log.at(-1)).toBe('watch?resourceVersion=12');
  });

  it('waits and watches again, without a list, when no connection can be made', () => {
    goLive();
    clock.advance(60_000);
    server.last.end();
    server.last.reset('ECONNREFUSED');
    expect(status()).toMatchObject({ phase: 'retrying', attempt: 1, staleSince: 60_000, failure: { kind: 'network' } });
    clock.advance(1200);
    expect(server.log.slice(-2)).toEqual(['watch?resourceVersion=10', 'watch?resourceVersion=10']);
    server.last.open();
    expect(status()).toMatchObject({ phase: 'live', since: 61_200 });
    expect(status()?.staleSince).toBeUndefined();
  });

  it('lists again, under backoff, when a watch ends at once and empty, as servers do whose history is gone', () => {
    goLive();
    server.last.end();
    expect(server.exchanges).toHaveLength(2);
    clock.advance(1200);
    expect(server.log.at(-1)).toBe('list?resourceVersion=10');
  });

  it('L16: lists again, under backoff, after an event that cannot be read', () => {
    goLive();
    server.last.send('{"type":"ADDED","object":{"metadata":{"na\n');
    expect(status()).toMatchObject({ failure: { kind: 'protocol' } });
    clock.advance(1200);
    expect(server.log.at(-1)).toBe('list?resourceVersion=10');
  });

  it('lets failures be forgotten only by a watch that lived 10 s', () => {
    goLive();
    const failAfter = (ms: number) => {
      clock.advance(ms);
      server.last.send(errorEvent(429, 'TooManyRequests'));
      const attempt = status()?.attempt;
      clock.advance(60_000);
      server.last.open();
      return attempt;
    };
    expect([failAfter(0), failAfter(9_999), failAfter(10_000)]).toEqual([1, 2, 1]);
  });

  it('L7: replaces a connection that brought nothing for longer than the deadline, and says so', () => {
    start({ silenceDeadlineMs: 30_000 });
    server.last.json(podList(10, []));
    const watch = server.last.open();
    clock.advance(20_000);
    watch.send(bookmark(11));
    clock.advance(29_999);
    expect(watch.aborted).toBe(false);
    clock.advance(1);
    expect(watch.aborted).toBe(true);
    expect(status()).toMatchObject({ phase: 'retrying', failure: { kind: 'silent' } });
    clock.advance(1200);
    expect(server.log.at(-1)).toBe('watch?resourceVersion=11');
  });
});

describe('reflector: laws', () => {
  it('L8: starts at most 12 requests in its first minute and 6 a minute after that, whatever the server does', () => {
    const hostile: ((exchange: typeof server.last) => void)[] = [
      (exchange) => exchange.refuse(410, 'Expired'),
      (exchange) => exchange.refuse(401, 'Unauthorized'),
      (exchange) => exchange.reset('ECONNREFUSED'),
      (exchange) => exchange.open().send(event('MODIFIED', pod('a', 11)), 'garbage\n'),
      (exchange) =>
        exchange
          .open()
          .send(event('MODIFIED', pod('a', 11)))
          .end(),
      (exchange) => exchange.open().end(),
      (exchange) =>
        exchange.query.watch
          ? exchange
              .open()
              .send(event('MODIFIED', pod('a', 11)))
              .end()
          : exchange.json(podList(10, [])),
      (exchange) =>
        exchange.query.watch ? exchange.open().send(errorEvent(410, 'Expired')) : exchange.json(podList(10, [])),
      (exchange) => (exchange.query.watch ? exchange.open().end() : exchange.json(podList(10, []))),
    ];
    for (const behave of hostile) {
      server = new ScriptedServer();
      clock = new TestClock();
      start();
      const times: number[] = [];
      const answer = () => {
        while (times.length < server.exchanges.length && times.length < 1000) {
          times.push(clock.now());
          const exchange = server.exchanges[times.length - 1];
          if (exchange !== undefined) behave(exchange);
        }
      };
      for (let tick = 0; tick < 6000; tick++) {
        answer();
        clock.advance(100);
      }
      const within = (from: number) => times.filter((time) => time >= from && time < from + 60_000).length;
      expect(within(0)).toBeLessThanOrEqual(12);
      for (let from = 60_000; from < 540_000; from += 1000) expect(within(from)).toBeLessThanOrEqual(6);
      expect(times.length).toBeGreaterThan(3);
      subscription.unsubscribe();
    }
  });

  it('L9: after unsubscribing nothing is open, scheduled or emitted, at any moment', () => {
    const moments: (() => void)[] = [
      () => {},
      () => server.last.open(),
      () => server.last.open().send('{"kind":"PodList","metadata":{},"items":['),
      () => server.last.refuse(500, 'InternalError'),
      () => server.last.json(podList(10, [])),
      () => {
        server.last.json(podList(10, []));
        server.last.open();
      },
    ];
    for (const reach of moments) {
      server = new ScriptedServer();
      clock = new TestClock();
      start();
      reach();
      const before = [...events];
      subscription.unsubscribe();
      expect(server.open).toEqual([]);
      expect(clock.actions).toEqual([]);
      expect(events).toEqual(before);
    }
  });

  it('L9: a subscriber that leaves while it is told of the list causes no watch', () => {
    const reflector$ = reflector({ transport: server, resource: core.pods, scheduler: clock });
    const leaving: Subscription = reflector$.subscribe(() => leaving.unsubscribe());
    server.last.json(podList(10, []));
    expect(server.log).toEqual(['list?limit=500&resourceVersion=0']);
    expect(clock.actions).toEqual([]);
  });

  it('begins with a watch where the collection is known already', () => {
    start({ resume: () => ({ resourceVersion: '77', staleSince: 5 }) });
    expect(server.log).toEqual(['watch?resourceVersion=77']);
    expect(status()).toMatchObject({ phase: 'listing', synced: true, staleSince: 5 });
  });
});

describe('reflector: options', () => {
  it('sends the same selectors with lists and watches', () => {
    start({ namespace: 'shop', labelSelector: 'tier=web', fieldSelector: 'spec.nodeName=n1' });
    server.last.json(podList(10, []));
    for (const { url } of server.exchanges) {
      expect(url.pathname).toBe('/api/v1/namespaces/shop/pods');
      expect(url.searchParams.get('labelSelector')).toBe('tier=web');
      expect(url.searchParams.get('fieldSelector')).toBe('spec.nodeName=n1');
    }
  });

  it.each([
    ['labelSelector', { labelSelector: 'a in (' }],
    ['fieldSelector', { fieldSelector: 'a' }],
    ['namespace', { namespace: '' }],
    ['pageSize', { pageSize: 0 }],
    ['silenceDeadlineMs', { silenceDeadlineMs: -1 }],
    ['silenceDeadlineMs', { silenceDeadlineMs: '5' as unknown as number }],
    ['silenceDeadlineMs', { silenceDeadlineMs: Number.POSITIVE_INFINITY }],
    ['silenceDeadlineMs', { silenceDeadlineMs: 2 ** 31 }],
    ['random', { random: 5 as unknown as () => number }],
    ['scheduler', { scheduler: {} as SchedulerLike }],
    ['scheduler', { scheduler: null as unknown as SchedulerLike }],
    ['transport', { transport: { url: 'http://server', request: 1 } as unknown as Transport }],
  ])('throws at the call, naming the option, when %s is malformed', (option, options) => {
    expect(() => start(options)).toThrow(option);
    expect(server.exchanges).toEqual([]);
  });
});
