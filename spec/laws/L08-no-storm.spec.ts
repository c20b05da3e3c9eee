import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BehaviorSubject, Subject } from 'rxjs';
import { mustWaitMs, SharedBudget } from '../../lib/reflector/budget.js';
import type { Surrounding } from '../../lib/reflector/index.js';
import { InformerBench } from '../support/informer-bench.js';
import { NamespacesBench } from '../support/namespaces-bench.js';
import { runs } from '../support/runs.js';
import {
  bookmark,
  errorEvent,
  event,
  initialEventsEnd,
  pod,
  podList,
  type ScriptedExchange,
  ScriptedServer,
} from '../support/scripted-server.js';
import { settled } from '../support/virtual-time.js';

/** What a server may do with a request. */
const ANSWERS: Readonly<Record<string, (exchange: ScriptedExchange) => void>> = {
  list: (exchange) => exchange.json(podList(10, [pod('a', 1)])),
  'a page of it': (exchange) => exchange.json(podList(10, [], { continue: exchange.request.path })),
  'a stream': (exchange) => exchange.open().send(event('ADDED', pod('a', 1)), initialEventsEnd(10)),
  'a watch': (exchange) => exchange.open(),
  'one event': (exchange) =>
    exchange
      .open()
      .send(event('MODIFIED', pod('a', 11)))
      .end(),
  'one bookmark': (exchange) => exchange.open().send(bookmark(12)).end(),
  'an empty watch': (exchange) => exchange.open().end(),
  garbage: (exchange) => exchange.open().send('garbage\n'),
  '410': (exchange) => exchange.refuse(410, 'Expired'),
  '410 inside': (exchange) => exchange.open().send(errorEvent(410, 'Expired')),
  '504': (exchange) =>
    exchange.refuse(504, 'Timeout', {}, { details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }),
  '429': (exchange) => exchange.refuse(429, 'TooManyRequests', { 'retry-after': '0' }),
  '422': (exchange) => exchange.refuse(422, 'Invalid'),
  '403': (exchange) => exchange.refuse(403, 'Forbidden'),
  '500': (exchange) => exchange.refuse(500, 'InternalError'),
  reset: (exchange) => exchange.reset(),
  'a reset inside': (exchange) =>
    exchange
      .open()
      .send(event('ADDED', pod('a', 1)))
      .reset(),
  nothing: () => {},
};

const anyAnswer = fc.constantFrom(...Object.keys(ANSWERS));
/** Which answers come in turn, for ever, and how long the server thinks about each. */
const anyServer = fc.record({
  answers: fc.array(anyAnswer, { minLength: 1, maxLength: 4 }),
  thinksMs: fc.constantFrom(0, 10, 900, 1100, 9000, 11_000),
  watchList: fc.constantFrom('auto', 'always', 'never'),
  impatient: fc.boolean(),
  page: fc.array(fc.constantFrom<Surrounding>('offline', 'online', 'shown', 'frozen', 'thawed'), { maxLength: 4 }),
});

const STEP = 500;
const MINUTES = 5;

it('L8: at most 12 lists and watches in the first minute and 6 in any later one, whatever the server does, a user presses and a browser says', () => {
  fc.assert(
    fc.property(anyServer, ({ answers, thinksMs, watchList, impatient, page }) => {
      const surroundings$ = new Subject<Surrounding>();
      const { server, clock, informer } = new InformerBench(
        { watchList, surroundings$ },
        new ScriptedServer({ watchList: true }),
      );
      const subscription = informer.snapshot$.subscribe();
      const asked: number[] = [];
      const see = () => {
        // The pages of one list count once.
        for (; asked.length < server.exchanges.length; ) {
          const exchange = server.exchanges[asked.length];
          asked.push(exchange?.query.continue === undefined ? clock.now() : Number.NaN);
        }
      };
      let answered = 0;
      for (let passed = 0; passed < MINUTES * 60_000; passed += STEP) {
        for (; answered < server.exchanges.length && answered < 3000; answered++) {
          const due = (asked[answered] ?? 0) + thinksMs;
          if (due > clock.now()) break;
          const exchange = server.exchanges[answered];
          if (exchange !== undefined && !exchange.aborted)
            ANSWERS[answers[answered % answers.length] ?? '']?.(exchange);
          see();
        }
        if (impatient) informer.retryNow();
        const word = page[(passed / STEP) % page.length];
        if (word !== undefined) surroundings$.next(word);
        see();
        clock.advance(STEP);
        see();
      }
      subscription.unsubscribe();
      const within = (from: number) => asked.filter((time) => time >= from && time < from + 60_000).length;
      expect(within(0)).toBeLessThanOrEqual(12);
      for (let from = 60_000; from <= (MINUTES - 1) * 60_000; from += STEP) expect(within(from)).toBeLessThanOrEqual(6);
      expect(clock.actions).toEqual([]);
    }),
    { ...runs, numRuns: Math.ceil((runs.numRuns ?? 100) / 4) },
  );
});

it('L8: a watch that lived 10 s and ended cleanly is resumed at once', async () => {
  const bench = new InformerBench();
  bench.informer.snapshot$.subscribe();
  await bench.goLive(10);
  for (let i = 0; i < 5; i++) {
    bench.clock.advance(10_000);
    const before = bench.server.exchanges.length;
    bench.server.last.end();
    expect(bench.server.exchanges).toHaveLength(before + 1);
    bench.server.last.open();
  }
});

it('L8: Retry-After is a floor, and not all come back at one moment', () => {
  const waits = [0, 0.25, 0.5, 0.99].map((random) => {
    const bench = new InformerBench({ random: () => random });
    bench.informer.snapshot$.subscribe();
    bench.server.last.refuse(503, 'ServiceUnavailable', { 'retry-after': '20' });
    return bench.informer.status.retryAt ?? 0;
  });
  expect(Math.min(...waits)).toBe(20_000);
  expect(new Set(waits).size).toBe(4);
});

describe('L8: a namespace that leaves its set and comes back', () => {
  it('has one budget, however often: what goes beyond waits, says so, and is mended when the set rests', async () => {
    const set$ = new BehaviorSubject<readonly string[]>(['a', 'b']);
    const bench = new NamespacesBench(set$, { watchList: 'never' });
    bench.informer.start();
    await settled();
    await bench.list('b', 10);
    for (let i = 0; i < 100; i++) {
      bench.clock.advance(10);
      set$.next(['b']);
      await settled();
      set$.next(['a', 'b']);
      await settled();
    }
    const asked = (namespace: string) =>
      bench.server.exchanges.filter(({ url }) => url.pathname.includes(`/namespaces/${namespace}/`)).length;
    expect([asked('a'), asked('b')]).toEqual([12, 2]);
    expect(bench.informer.status).toMatchObject({ phase: 'retrying', failure: { kind: 'server' } });
    expect(bench.informer.status.failure?.message).toContain(
      'the namespace came back too often; the next request waits',
    );
    bench.clock.advance(90_000);
    await settled();
    await bench.list('a', 20);
    expect(bench.informer.status).toMatchObject({ phase: 'live' });
    expect(bench.informer.status.failure).toBeUndefined();
  });

  it('begins anew where it was away for a minute', async () => {
    const set$ = new BehaviorSubject<readonly string[]>(['a']);
    const bench = new NamespacesBench(set$, { watchList: 'never' });
    bench.informer.start();
    for (let i = 0; i < 20; i++) {
      set$.next(['a']);
      await settled();
      await bench.list('a', 10 + i);
      set$.next([]);
      await settled();
      bench.clock.advance(61_000);
    }
    expect(bench.server.exchanges).toHaveLength(40);
  });

  it('waits a minute, and not for hours, where the clock was set back meanwhile', () => {
    const budget = new SharedBudget();
    const hour = 3_600_000;
    budget.keep({ first: hour, recent: Array.from({ length: 12 }, () => hour) });
    expect(mustWaitMs(budget.begin(1000), 1000)).toBe(60_000);
    expect(mustWaitMs(budget.begin(hour + 60_000), hour + 60_000)).toBe(0);
  });
});
