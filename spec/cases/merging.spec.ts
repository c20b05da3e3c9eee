import { describe, expect } from '@jest/globals';
import { event, pod } from '../support/scripted-server.js';
import { CaseBench, HOUR, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import type { Asked, Script } from './support/script-player.js';
import { type Answer, end, err, ev, hang, hdr, http, items, list, page, raw, rst, wait } from './support/words.js';

const idle: Answer = [hdr, hang];

describe('reported failures: putting lists and watches together', () => {
  reported(
    'B66: all pages make one list; when a token expires, a new list is begun, and half a one is never shown',
    async () => {
      const [first, second] = [page(10, { a: 1, b: 2 }, 'p2'), page(10, { c: 3, d: 4 }, 'p3')];
      const whole = { a: 1, b: 2, c: 3, d: 4, e: 5 };
      const lists: Record<string, { L: Script['L']; content: string }> = {
        'all goes well': { L: [first, second, list(10, { e: 5 })], content: '10: a@1 b@2 c@3 d@4 e@5' },
        'more than was asked for': {
          L: [page(10, { a: 1, b: 2, c: 3, d: 4 }, 'p2'), list(10, { e: 5 })],
          content: '10: a@1 b@2 c@3 d@4 e@5',
        },
        'an empty page': { L: [first, page(10, {}, 'p3'), list(10, { c: 3 })], content: '10: a@1 b@2 c@3' },
        'the token of page 3 expires': {
          L: [first, second, [http(410)], list(20, { ...whole, c: 13 })],
          content: '20: a@1 b@2 c@13 d@4 e@5',
        },
        'each token expires once': {
          L: [first, [http(410)], page(20, { a: 1, b: 2 }, 'q2'), [http(410)], list(30, whole)],
          content: '30: a@1 b@2 c@3 d@4 e@5',
        },
        'page 3 breaks': {
          L: [first, second, [rst], first, second, list(10, { e: 5 })],
          content: '10: a@1 b@2 c@3 d@4 e@5',
        },
      };
      await inEachOf(lists, async ({ L, content }) => {
        for (const pageSize of [2, undefined]) {
          const bench = new CaseBench({ L, W: [idle] }, { pageSize });
          await bench.pass(2 * MINUTE);
          expect(bench.snapshots).toEqual([content]);
          expect(bench.askedFor('watch')[0]?.query.resourceVersion).toBe(content.split(':')[0]);
          const later = bench.askedFor('list').filter(({ query }) => query.continue !== undefined);
          expect(later.every(({ query }) => query.resourceVersion === undefined)).toBe(true);
        }
      });
      // A relist that is cut short deletes nothing.
      const relist = new CaseBench({
        L: [list(10, whole), first, second, [http(500)], list(90, whole)],
        W: [[http(410)], idle],
      });
      await relist.pass(MINUTE);
      expect(relist.events.filter((text) => text.startsWith('delete'))).toEqual([]);
      expect(relist.snapshots.map((content) => content.split(':')[0])).toEqual(['10', '90']);
    },
  );

  reported(
    'B67: an ERROR takes nothing from the cursor, and an event of an older version is not dropped for another object',
    async () => {
      const errors: Answer = [hdr, ev('MODIFIED', 'a', 20), err(429), end];
      const bench = new CaseBench({
        L: [list(10, { a: 1, b: 2 })],
        W: [errors, [hdr, ev('MODIFIED', 'b', 15), ev('ADDED', 'c', 14), wait(20 * SECOND), end], idle],
      });
      await bench.pass(MINUTE);
      expect(bench.askedFor('watch').map(({ query }) => query.resourceVersion)).toEqual(['10', '20', '20']);
      expect(bench.events.slice(2)).toEqual(['update a@1→20', 'update b@2→15', 'add c@14']);
      expect([...bench.informer.snapshot.values()].map(({ metadata }) => metadata.resourceVersion)).toEqual([
        '20',
        '15',
        '14',
      ]);
    },
  );

  reported('B68: of a burst of thousands, everything arrives, whatever its reader can take', async () => {
    const frames = Array.from({ length: 3000 }, (_, i) => event('ADDED', pod(`p${i}`, 11 + i)));
    const cut = (size: number) =>
      Array.from({ length: Math.ceil(3000 / size) }, (_, i) => raw(...frames.slice(i * size, (i + 1) * size)));
    await inEachOf({ 'in one chunk': 3000, 'in chunks of 100': 100, 'one by one': 1 }, async (size) => {
      const bench = new CaseBench({ L: [list(10, {})], W: [[hdr, ...cut(size), hang]] });
      let told = 0;
      bench.informer.events$.subscribe(() => told++);
      await bench.pass(SECOND);
      expect(bench.informer.snapshot.size).toBe(3000);
      expect(told).toBe(3000);
      expect(bench.events).toHaveLength(3000);
    });
    // Whoever reads slowly may skip states, but never an object.
    const rounds = Array.from({ length: 30 }, (_, i) =>
      Array.from({ length: 100 }, (_, j) => event('MODIFIED', pod(`p${j}`, 11 + i * 100 + j))),
    );
    const slow = new CaseBench({
      L: [list(10, {})],
      W: [[hdr, ...rounds.flatMap((round) => [wait(10), raw(...round)]), hang]],
    });
    const seen = new Map<string, string | undefined>();
    let worked = 0;
    const read = async ({ key, object }: { key: string; object: { metadata: { resourceVersion?: string } } }) => {
      worked++;
      seen.set(key, object.metadata.resourceVersion);
      await new Promise<void>((resolve) => slow.clock.schedule(() => resolve(), SECOND));
    };
    slow.informer.consume(read, { keep: 'latest' });
    await slow.pass(5 * MINUTE);
    expect(worked).toBeLessThanOrEqual(101);
    expect([...seen.values()].map(Number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, j) => 2911 + j),
    );
  });

  reported(
    'B69: after a close of any kind the watch goes on from the newest event, and after 410 with a list',
    async () => {
      const hundred = Array.from({ length: 100 }, (_, i) => ev('MODIFIED', 'a', 11 + i));
      await inEachOf({ 'a proper end': end, 'a reset': rst }, async (close) => {
        const bench = new CaseBench({
          L: [list(10, { a: 1, gone: 2 }), list(200, { a: 150 })],
          W: [[hdr, ...hundred, wait(20 * SECOND), close], [hdr, err(410), end], idle],
        });
        await bench.pass(MINUTE);
        expect(bench.askedFor('watch').map(({ query }) => query.resourceVersion)).toEqual(['10', '110', '200']);
        expect(bench.content).toBe('200: a@150');
        expect(bench.events.slice(-2)).toEqual(['delete gone@2 (unknown)', 'update a@110→150']);
        expect(bench.failures).toEqual(['expired']);
      });
    },
  );

  reported('B70: a deletion is told once, however often the server tells it', async () => {
    const again = [ev('DELETED', 'a', 11), wait(SECOND), ev('DELETED', 'a', 11)];
    const bench = new CaseBench({
      L: [list(10, { a: 1, b: 2 }), list(20, { b: 2 }), list(20, { b: 2 })],
      W: [
        [hdr, ...again, end],
        [hdr, ...again, err(410), end],
        [hdr, ...again, rst],
        [http(404)],
        [hdr, ...again, hang],
      ],
    });
    await bench.pass(3 * MINUTE);
    expect(bench.events).toEqual(['add a@1 initially', 'add b@2 initially', 'delete a@11']);
    expect(bench.informer.snapshot.size).toBe(1);
    const missed = new CaseBench({
      L: [list(10, { a: 1 }), list(20, {})],
      W: [[http(410)], [hdr, ev('DELETED', 'a', 21), hang]],
    });
    await missed.pass(MINUTE);
    expect(missed.events).toEqual(['add a@1 initially', 'delete a@1 (unknown)']);
  });

  reported('B71: what a list does not bring any more is gone from the cache, list after list', async () => {
    let round = 0;
    const next = () => list(++round * 10, { [`p${round}`]: round * 10, [`q${round}`]: round * 10, stays: 1 });
    const bench = new CaseBench(
      { L: [next], W: [[hdr, wait(MINUTE), err(410)]] },
      { indexers: { node: ({ metadata }) => [metadata.name ?? ''] } },
    );
    await bench.pass(2 * HOUR);
    expect(round).toBeGreaterThan(100);
    expect([...bench.informer.snapshot.keys()]).toEqual([`shop/p${round}`, `shop/q${round}`, 'shop/stays']);
    expect([...bench.informer.snapshot.indexValues('node')]).toHaveLength(3);
    const count = (type: string) => bench.events.filter((text) => text.startsWith(type)).length;
    expect(count('add') - count('delete')).toBe(3);
    expect(bench.events.filter((text) => text.includes('stays'))).toEqual(['add stays@1 initially']);
  });

  reported('B72: lists, pages and watches ask with the same selectors', async () => {
    const same = ({ query }: Asked) =>
      query.labelSelector === 'app in (web),!canary' && query.fieldSelector === 'metadata.name=a';
    const checked = (answer: Answer) => (asked: Asked) => (same(asked) ? answer : [http(403)]);
    const pages = [page(10, {}, 'more'), list(10, { a: 1 }), list(20, { a: 1 })].map(checked);
    const bench = new CaseBench(
      {
        S: [checked([http(422)])],
        L: pages,
        W: [checked([hdr, wait(20 * SECOND), err(410)]), checked([hdr, ev('MODIFIED', 'a', 21), hang])],
      },
      { labelSelector: 'app in (web),!canary', fieldSelector: 'metadata.name=a', namespace: 'shop' },
    );
    await bench.pass(MINUTE);
    expect(bench.asked.map(({ verb }) => verb)).toEqual(['stream', 'list', 'list', 'watch', 'list', 'watch']);
    expect(bench.asked.every(same)).toBe(true);
    expect(bench.server.exchanges.every(({ url }) => url.pathname === '/api/v1/namespaces/shop/pods')).toBe(true);
    expect(bench.events).toEqual(['add a@1 initially', 'update a@1→21']);
    expect(bench.failures).toEqual(['expired']);
  });

  reported(
    'B73: what happens while a watch is reconnected is not lost: it goes on from a version, or with a list',
    async () => {
      const resumed = new CaseBench({
        L: [list(10, { a: 1, b: 2 })],
        W: [[hdr, rst], ({ query }) => (query.resourceVersion === '10' ? [hdr, ev('DELETED', 'a', 11), hang] : idle)],
      });
      await resumed.pass(MINUTE);
      expect(resumed.content).toBe('11: b@2');
      // A server whose lists have no version: a watch from nowhere cannot tell of what is gone.
      const unversioned = [[items('', { a: 1, b: 2 })], [items('', { b: 2 })]];
      const breaks: Record<string, Answer> = {
        'a reset': [hdr, ev('ADDED', 'a', 1), wait(20 * SECOND), rst],
        'an end': [hdr, wait(20 * SECOND), end],
        'a refused connection': [rst],
        '429': [http(429)],
      };
      await inEachOf(breaks, async (answer) => {
        const bench = new CaseBench({ L: unversioned, W: [answer, idle] });
        await bench.pass(MINUTE);
        expect([...bench.informer.snapshot.keys()]).toEqual(['shop/b']);
        expect(bench.events.filter((text) => text.startsWith('delete'))).toEqual(['delete a@1 (unknown)']);
      });
    },
  );
});
