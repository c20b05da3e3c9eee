import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { config, of, throwError } from 'rxjs';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { fetchTransport, type Transport, TransportError, type TransportResponse } from '../../lib/transport/index.js';
import { podList } from '../support/scripted-server.js';
import { TestClock } from '../support/virtual-time.js';
import { CaseBench, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import type { Script } from './support/script-player.js';
import { type Answer, end, err, ev, hang, hdr, http, list, page, raw, refused, rst, wait } from './support/words.js';

const L = [list(10, { a: 1 })];
const fine: Answer = [hdr, ev('MODIFIED', 'a', 11), hang];
const down: Script = { L: [[refused]], W: [[refused]] };

let unhandled: unknown[];
beforeEach(() => {
  unhandled = [];
  config.onUnhandledError = (error) => unhandled.push(error);
});
afterEach(() => {
  config.onUnhandledError = null;
});
/** RxJS reports what nobody handles in a task of its own. */
const reports = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('reported failures: errors that pass', () => {
  reported('B26: a connection that is reset is followed by another, and nothing is told twice', async () => {
    const half: Answer = [hdr, raw('{"kind":"PodList","metadata":{"resourceVersion":"10"},"items":[{"meta'), rst];
    const resets: Record<string, Script> = {
      'the first watch': { L, W: [[hdr, rst], fine] },
      'a watch before its headers': { L, W: [[rst], fine] },
      'a later watch': { L, W: [[hdr, wait(20 * SECOND), end], [hdr, wait(MINUTE), rst], fine] },
      'within an event': { L, W: [[hdr, raw('{"type":"MODIFIED","object":{"metada'), rst], fine] },
      'after an event': {
        L,
        W: [
          [hdr, ev('MODIFIED', 'a', 11), rst],
          [hdr, hang],
        ],
      },
      'watch after watch': { L, W: [[hdr, rst], [hdr, wait(SECOND), rst], [rst], [hdr, wait(9 * SECOND), rst], fine] },
      'the list': { L: [[rst], ...L], W: [fine] },
      'within the list': { L: [half, half, ...L], W: [fine] },
      'the second page': { L: [page(9, { z: 1 }, 'more'), half, ...L], W: [fine] },
    };
    await inEachOf(resets, async (script) => {
      const bench = new CaseBench(script);
      await bench.pass(3 * MINUTE);
      expect(bench.events).toEqual(['add a@1 initially', 'update a@1→11']);
      expect(bench.status).toMatchObject({ phase: 'live' });
      expect(bench.status.failure).toBeUndefined();
      expect(bench.ended).toEqual([]);
      expect(bench.between(0, MINUTE)).toBeLessThanOrEqual(12);
    });
  });

  reported(
    'B28: whatever a watch is answered with, it is tried again, no sooner than the server wants it',
    async () => {
      const kinds = {
        401: 'unauthorized',
        403: 'forbidden',
        408: 'rejected',
        429: 'throttled',
        500: 'server',
        503: 'server',
        504: 'server',
      };
      await inEachOf(kinds, async (kind, code) => {
        const bench = new CaseBench({
          L,
          W: [[http(Number(code), { 'retry-after': '7' })], [http(Number(code))], fine],
        });
        await bench.pass(6999);
        expect(bench.asked).toHaveLength(2);
        expect(bench.status).toMatchObject({ phase: 'retrying', failure: { kind, code: Number(code) } });
        await bench.pass(MINUTE);
        expect(bench.events).toEqual(['add a@1 initially', 'update a@1→11']);
        expect(bench.status.failure).toBeUndefined();
        const always = new CaseBench({ L: [list(10, { a: 1 })], W: [[http(Number(code))]] });
        await always.pass(10 * MINUTE);
        expect(always.busiestMinute(4 * MINUTE, 9 * MINUTE)).toBeLessThanOrEqual(3);
        expect(always.status).toMatchObject({ failure: { kind, advice: expect.any(String) } });
      });
      // 401: the next request goes with new credentials.
      const scheduler = new TestClock();
      const tokens: (string | undefined)[] = [];
      let token = 0;
      const informer = createInformer({
        transport: fetchTransport({
          baseUrl: 'http://server',
          headers: async () => ({ authorization: `Bearer ${++token}` }),
          fetch: async (_, { headers }) => {
            tokens.push(new Headers(headers).get('authorization') ?? undefined);
            return tokens.length === 1 ? new Response('{}', { status: 401 }) : Response.json(podList(10, []));
          },
        }),
        resource: core.pods,
        scheduler,
      });
      informer.start();
      while (informer.status.failure === undefined) await new Promise(setImmediate);
      scheduler.advance(2 * SECOND);
      expect(await informer.ready({ wait: true })).toMatchObject({ resourceVersion: '10' });
      expect(tokens.slice(0, 2)).toEqual(['Bearer 1', 'Bearer 2']);
      informer.stop();
    },
  );

  reported('B29: Retry-After of a list is kept to, and a handler that throws fails alone', async () => {
    const busy: Answer = [http(429, { 'retry-after': '1' })];
    const bench = new CaseBench({ L: [busy, busy, busy, ...L], W: [fine] }, { random: () => 0 });
    const handled: string[] = [];
    let calls = 0;
    bench.informer.addEventHandler({
      onAdd: ({ metadata }) => {
        handled.push(`add ${metadata.name}`);
        if (++calls === 1) throw new Error('mine');
      },
      onUpdate: (_, { metadata }) => handled.push(`update ${metadata.name}`),
    });
    await bench.pass(MINUTE);
    const times = bench.askedFor('list').map(({ at }) => at);
    expect(times.every((at, index) => index === 0 || at - (times[index - 1] ?? 0) >= 1000)).toBe(true);
    expect(times).toEqual([0, 1000, 2600, 5800]);
    expect(bench.content).toBe('11: a@11');
    expect(handled).toEqual(['add a', 'update a']);
    await reports();
    expect(unhandled).toEqual([new Error('mine')]);
    expect(bench.status.failure).toBeUndefined();
  });

  reported(
    'B30: a server that starts again and answers 429 meanwhile is waited for, and nobody sees a fault',
    async () => {
      const starting: Record<string, Answer> = {
        'without a hint': [http(429)],
        'with Retry-After': [http(429, { 'retry-after': '1' })],
        'within the watch': [hdr, err(429), end],
      };
      await inEachOf(starting, async (answer) => {
        const bench = new CaseBench({ L, W: [[hdr, wait(MINUTE), rst], answer] });
        await bench.pass(MINUTE + 20 * SECOND);
        expect(bench.between(MINUTE, MINUTE + 20 * SECOND)).toBeLessThanOrEqual(6);
        expect(bench.status).toMatchObject({ phase: 'retrying', failure: { kind: 'throttled' } });
        expect(new Set(bench.failures)).toEqual(new Set(['throttled']));
        bench.player.now({ W: [fine] });
        await bench.pass(MINUTE);
        expect(bench.askedFor('list')).toHaveLength(1);
        expect(bench.events).toEqual(['add a@1 initially', 'update a@1→11']);
        expect(bench.ended).toEqual([]);
        const first = new CaseBench({ L: [answer, answer, ...L], W: [fine] });
        const ready = first.informer.ready();
        await first.pass(MINUTE);
        expect((await ready).size).toBe(1);
      });
    },
  );

  reported('B32: neither a reset nor a stop is an error to anybody', async () => {
    const bench = new CaseBench({
      L,
      W: [
        [hdr, rst],
        [hdr, hang],
      ],
    });
    bench.informer.changes$.subscribe({ error: (error) => unhandled.push(error) });
    const rejected = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', rejected);
    await bench.pass(MINUTE);
    expect(bench.ended).toEqual([]);
    bench.informer.stop();
    await bench.pass(MINUTE);
    await reports();
    process.off('unhandledRejection', rejected);
    expect(bench.ended.toSorted()).toEqual(['events$', 'snapshot$', 'status$']);
    expect(unhandled).toEqual([]);
    expect(bench.status).toMatchObject({ phase: 'stopped' });
    expect(bench.status.failure).toBeUndefined();
  });

  reported('B33: a server that restarts ends no stream; the status tells of it', async () => {
    const bench = new CaseBench({
      L,
      W: [[hdr, wait(20 * SECOND), rst], [refused], [refused], [http(503)], [refused], fine],
    });
    await bench.pass(3 * MINUTE);
    expect(bench.ended).toEqual([]);
    expect(bench.events).toEqual(['add a@1 initially', 'update a@1→11']);
    expect(bench.failures).toEqual(['network', 'server', 'network']);
    expect(bench.phases.at(-1)).toBe('live');
    expect(bench.snapshots.every((content) => content.endsWith(' a@1') || content.endsWith(' a@11'))).toBe(true);
  });

  reported('B35: whatever is thrown, as whatever, has one of twelve kinds, words and advice', async () => {
    const kinds = [
      'network',
      'tls',
      'timeout',
      'silent',
      'unauthorized',
      'forbidden',
      'notFound',
      'expired',
      'throttled',
      'server',
      'protocol',
      'rejected',
    ];
    const thrown: Record<string, unknown> = {
      'an Error': new Error('it broke'),
      'a string': 'it broke',
      nothing: undefined,
      null: null,
      'an object like a Status': { kind: 'Status', code: 500, message: 'it broke' },
      "undici's terminated": new TypeError('terminated', {
        cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
      }),
      'an AbortError': new DOMException('it was aborted', 'AbortError'),
      'a FetchError': Object.assign(new Error('request failed'), {
        name: 'FetchError',
        type: 'system',
        errno: 'ECONNRESET',
      }),
      'an error of a transport': new TransportError(
        'tls',
        'the certificate of server:443 has expired',
        'CERT_HAS_EXPIRED',
      ),
      'an error without words': new Error(''),
    };
    const broken = (error: unknown): Record<string, Transport> => ({
      'before the headers': { url: 'http://server', request: () => throwError(() => error) },
      'in the body': {
        url: 'http://server',
        request: () =>
          of<TransportResponse>({ status: 200, headers: {}, body$: throwError(() => error), pause() {}, resume() {} }),
      },
      'by fetch': fetchTransport({ baseUrl: 'http://server', fetch: () => Promise.reject(error) }),
      'by the body of fetch': fetchTransport({
        baseUrl: 'http://server',
        fetch: async () => new Response(new ReadableStream({ start: (controller) => controller.error(error) })),
      }),
    });
    await inEachOf(thrown, async (error) => {
      await inEachOf(broken(error), async (transport) => {
        const informer = createInformer({ transport, resource: core.pods, scheduler: new TestClock() });
        const ended: unknown[] = [];
        informer.events$.subscribe({ error: (reason) => ended.push(reason), complete: () => ended.push('complete') });
        for (let turn = 0; turn < 20 && informer.status.failure === undefined; turn++) await new Promise(setImmediate);
        expect(kinds).toContain(informer.status.failure?.kind);
        expect(informer.status.failure?.message).toMatch(/^list http:\/\/server\/api\/v1\/pods: \S.*/);
        expect(informer.status.failure?.message).not.toMatch(/\[object|undefined$/);
        expect(informer.status.failure?.advice).toMatch(/\w/);
        expect(ended).toEqual([]);
        informer.stop();
      });
    });
  });

  reported('B36: a first connection that fails is tried again, and so is one that was lost', async () => {
    const bench = new CaseBench(down);
    await bench.pass(10 * SECOND);
    expect(bench.status).toMatchObject({ phase: 'retrying', synced: false, failure: { kind: 'network' } });
    bench.player.now({
      L,
      W: [
        [hdr, wait(MINUTE), rst],
        [hdr, hang],
      ],
    });
    await bench.until(() => bench.status.phase === 'live', 20 * SECOND);
    expect(bench.content).toBe('10: a@1');
    await bench.pass(50 * SECOND);
    const lost = bench.clock.frame;
    bench.player.now(down);
    await bench.pass(10 * MINUTE);
    expect(bench.status).toMatchObject({ phase: 'retrying', synced: true, failure: { kind: 'network' } });
    expect(bench.between(lost + MINUTE, lost + 10 * MINUTE)).toBeLessThanOrEqual(20);
    bench.player.now({ L: [list(90, { b: 80 })], W: [[http(410)], [hdr, hang]] });
    await bench.until(() => bench.status.phase === 'live' && bench.content === '90: b@80', 2 * MINUTE);
    expect(bench.events).toEqual(['add a@1 initially', 'delete a@1 (unknown)', 'add b@80']);
    expect(bench.ended).toEqual([]);
  });
});
