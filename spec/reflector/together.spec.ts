import { describe, expect, it } from '@jest/globals';
import { Subject } from 'rxjs';
import { podList, ScriptedServer } from '../support/scripted-server.js';
import { TestClock } from '../support/virtual-time.js';
import { ReflectorBench } from './bench.js';

/** Ten reflectors of ten namespaces on one server. */
function ten(server = new ScriptedServer(), clock = new TestClock()) {
  return Array.from({ length: 10 }, (_, i) => new ReflectorBench({ namespace: `n${i}` }, server, clock));
}

/** Refuses every connection for so long. */
function refuseFor(ms: number, { server, clock }: ReflectorBench): void {
  for (let passed = 0; passed < ms; passed += 100) {
    for (const exchange of server.open) exchange.reset('ECONNREFUSED');
    clock.advance(100);
  }
}

describe('reflectors on one server', () => {
  it('L8: when nobody gets through, one tries, and the others follow when it does', () => {
    const [first, ...others] = ten();
    if (first === undefined) throw new Error('ten are more than none');
    const { server, clock } = first;
    refuseFor(60_000, first);
    const tries = server.exchanges.slice(10);
    expect(new Set(tries.map(({ url }) => url.pathname))).toEqual(new Set(['/api/v1/namespaces/n0/pods']));
    expect(tries.length).toBeLessThanOrEqual(11);
    for (const other of others)
      expect(other.status()).toMatchObject({ phase: 'retrying', failure: { kind: 'network' } });
    const until = Math.max(...[first, ...others].map((bench) => bench.status()?.retryAt ?? 0));
    while (server.open.length === 0) clock.advance(100);
    expect(clock.now()).toBeLessThanOrEqual(until);
    server.last.json(podList(10, []));
    server.open[0]?.open();
    clock.advance(1000);
    for (const exchange of server.open.slice(1)) exchange.json(podList(10, []));
    for (const exchange of server.open.slice(1)) exchange.open();
    for (const bench of [first, ...others]) expect(bench.status()).toMatchObject({ phase: 'live' });
  });

  it('L1, L9: when the one that tries leaves, another does', () => {
    const benches = ten();
    const [first, second] = benches;
    if (first === undefined || second === undefined) throw new Error('ten are more than one');
    refuseFor(1000, first);
    first.stop();
    const before = first.server.exchanges.length;
    refuseFor(60_000, second);
    const tries = second.server.exchanges.slice(before);
    expect(new Set(tries.map(({ url }) => url.pathname))).toEqual(new Set(['/api/v1/namespaces/n1/pods']));
    for (const bench of benches) bench.stop();
    expect(second.clock.actions).toEqual([]);
  });

  it('an answer that refuses is an answer: everybody goes their own way', () => {
    const [first] = ten();
    if (first === undefined) throw new Error('ten are more than none');
    const { server, clock } = first;
    refuseFor(1000, first);
    while (server.open.length === 0) clock.advance(100);
    server.last.refuse(500, 'InternalError');
    clock.advance(500);
    expect(server.open).toHaveLength(9);
  });

  it('L1: who has waited four minutes for another tries alone: it may be only the other whom nobody answers', () => {
    const [cut, other] = ten();
    if (cut === undefined || other === undefined) throw new Error('ten are more than one');
    const { server, clock } = cut;
    refuseFor(1000, cut);
    const isCut = ({ url }: (typeof server.exchanges)[number]) => url.pathname.includes('/n0/');
    for (let second = 0; second < 300 && server.open.every(isCut); second++) {
      for (const exchange of server.open) exchange.reset();
      clock.advance(1000);
    }
    expect(server.open.filter((exchange) => !isCut(exchange))).not.toEqual([]);
    expect(clock.now()).toBeLessThanOrEqual(300_000);
  });

  it('nobody waits for another while somebody has a connection: the server is there', () => {
    const { server, clock } = new ReflectorBench();
    server.last.json(podList(10, []));
    server.last.open();
    const others = [1, 2, 3].map((i) => new ReflectorBench({ namespace: `n${i}` }, server, clock));
    for (const exchange of server.open.slice(1)) exchange.reset();
    clock.advance(1200);
    expect(server.open).toHaveLength(1 + others.length);
  });

  it('those of another transport know nothing of it', () => {
    const clock = new TestClock();
    const [first] = ten(undefined, clock);
    if (first === undefined) throw new Error('ten are more than none');
    refuseFor(1000, first);
    const other = new ReflectorBench({}, {}, clock);
    other.server.last.reset('ECONNREFUSED');
    clock.advance(1200);
    expect(other.server.exchanges).toHaveLength(2);
  });
});

describe('retryNow', () => {
  function waiting(answer: (bench: ReflectorBench) => void) {
    const retryNow$ = new Subject<void>();
    const bench = new ReflectorBench({ retryNow$ });
    answer(bench);
    return { bench, retryNow: () => retryNow$.next() };
  }

  it('ends the wait at once', () => {
    const { bench, retryNow } = waiting(({ server }) => server.last.refuse(500, 'InternalError'));
    retryNow();
    expect(bench.server.exchanges).toHaveLength(2);
    expect(bench.clock.actions.length).toBe(1);
  });

  it('lets one try that waits for another', () => {
    const retryNow$ = new Subject<void>();
    const { server, clock } = new ReflectorBench();
    server.last.reset();
    new ReflectorBench({ retryNow$ }, server, clock);
    server.last.reset();
    retryNow$.next();
    expect(server.exchanges).toHaveLength(3);
  });

  it('does nothing while there is nothing to wait for', () => {
    const { bench, retryNow } = waiting(() => {});
    retryNow();
    expect(bench.server.exchanges).toHaveLength(1);
    bench.server.last.json(podList(10, []));
    bench.server.last.open();
    retryNow();
    expect(bench.server.exchanges).toHaveLength(2);
  });

  it('L8: respects Retry-After', () => {
    const { bench, retryNow } = waiting(({ server }) =>
      server.last.refuse(429, 'TooManyRequests', { 'retry-after': '5' }),
    );
    bench.clock.advance(4999);
    retryNow();
    expect(bench.server.exchanges).toHaveLength(1);
    bench.clock.advance(1);
    retryNow();
    expect(bench.server.exchanges).toHaveLength(2);
  });

  it('L8: makes no more requests than a reflector may, however often', () => {
    const { bench, retryNow } = waiting(() => {});
    for (let i = 0; i < 600; i++) {
      for (const exchange of bench.server.open) exchange.refuse(500, 'InternalError');
      retryNow();
      bench.clock.advance(100);
    }
    expect(bench.server.exchanges.length).toBeLessThanOrEqual(12);
  });

  it('L9: is forgotten with the subscription', () => {
    const retryNow$ = new Subject<void>();
    const { stop } = new ReflectorBench({ retryNow$ });
    stop();
    expect(retryNow$.observed).toBe(false);
  });
});
