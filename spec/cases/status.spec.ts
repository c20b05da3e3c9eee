import { describe, expect } from '@jest/globals';
import { CaseBench, HOUR, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import type { Script } from './support/script-player.js';
import { type Answer, ev, hang, hdr, http, items, list, page, raw, refused, rst, wait } from './support/words.js';

const L = [list(10, { a: 1 })];
const fine: Answer = [hdr, ev('MODIFIED', 'a', 11), hang];

describe('reported failures: status', () => {
  reported(
    'B48: an informer is live when a list is complete and a watch is open, and not a moment before',
    async () => {
      const unreachable: Record<string, Script> = {
        'a black hole': { L: [[hang]], W: [[hang]] },
        'a refused port': { L: [[refused]], W: [[refused]] },
        'headers, and nothing': { L: [[hdr, hang]], W: [[hang]] },
        'a page of HTML': { L: [[hdr, raw('<html></html>'), rst]], W: [[hang]] },
        refusals: { L: [[http(503)]], W: [[http(503)]] },
      };
      await inEachOf(unreachable, async (script) => {
        const bench = new CaseBench(script);
        await bench.pass(HOUR);
        expect(bench.phases).not.toContain('live');
        expect(bench.statuses.every(({ synced }) => !synced)).toBe(true);
        // Once it has been told what is wrong, it is told at every later moment, retries included.
        const first = bench.statuses.findIndex(({ failure }) => failure !== undefined);
        expect(first).toBeGreaterThan(0);
        expect(bench.statuses.slice(first).every(({ failure }) => failure !== undefined)).toBe(true);
      });
      const bench = new CaseBench({ L: [[wait(SECOND), items(10, { a: 1 })]], W: [[wait(SECOND), hdr, hang]] });
      const phases: string[] = [];
      for (const ms of [500, 1000, 1000]) {
        await bench.pass(ms);
        phases.push(`${bench.status.phase} ${bench.status.synced}`);
      }
      expect(phases).toEqual(['listing false', 'listing true', 'live true']);
      const unwatched = new CaseBench({ L, W: [[hang]] });
      await unwatched.pass(MINUTE);
      expect(unwatched.phases).not.toContain('live');
    },
  );

  reported(
    'B50: empty can be told from slow: nothing is published before the list is complete, and then even nothing',
    async () => {
      const slow: Record<string, { script: Script; rest: readonly string[] }> = {
        'an empty list': { script: { L: [[wait(5 * SECOND), items(10, {})]], W: [[hdr, hang]] }, rest: ['10:'] },
        'a list that is slow': {
          script: {
            L: [
              [
                hdr,
                wait(5 * SECOND),
                raw('{"kind":"PodList","metadata":{"resourceVersion":"10"},"items":[]}'),
                (exchange) => {
                  exchange.end();
                  return undefined;
                },
              ],
            ],
            W: [[hdr, hang]],
          },
          rest: ['10:'],
        },
        pages: {
          script: { L: [page(10, { a: 1 }, 'more'), [wait(5 * SECOND), items(11, { b: 2 })]], W: [[hdr, hang]] },
          rest: ['10: a@1 b@2'],
        },
        'a list that fails at first': {
          script: { L: [page(9, { z: 1 }, 'more'), [http(500)], [wait(5 * SECOND), items(10, {})]], W: [[hdr, hang]] },
          rest: ['10:'],
        },
      };
      await inEachOf(slow, async ({ script, rest }) => {
        const bench = new CaseBench(script);
        await bench.pass(4 * SECOND);
        expect(bench.status).toMatchObject({ synced: false });
        expect([bench.snapshots, bench.events, bench.content]).toEqual([[], [], ':']);
        await bench.pass(MINUTE);
        expect(bench.status).toMatchObject({ phase: 'live', synced: true });
        expect(bench.snapshots).toEqual(rest);
      });
    },
  );

  reported('B51: ready() resolves, and a handler is synced, when the cache is filled and not before', async () => {
    const bench = new CaseBench(
      { L: [page(10, { a: 1 }, 'more'), [wait(SECOND), items(11, { b: 2 })]], W: [fine] },
      {},
      false,
    );
    const told: string[] = [];
    const handler = bench.informer.addEventHandler({
      onAdd: ({ metadata }, isInInitialList) => told.push(`${metadata.name} ${isInInitialList}`),
    });
    handler.synced.then(() => told.push('synced'));
    const ready = bench.informer.ready().then((snapshot) => {
      told.push(`ready ${[...snapshot.keys()]}`);
      expect(bench.informer.snapshot).toBe(snapshot);
    });
    await bench.pass(500);
    expect(told).toEqual([]);
    await bench.pass(MINUTE);
    await ready;
    expect(told.toSorted()).toEqual(['a true', 'b true', 'ready shop/a,shop/b', 'synced']);
    expect(told.slice(0, 2)).toEqual(['a true', 'b true']);
    expect((await bench.informer.ready()).get('shop/a')?.metadata.resourceVersion).toBe('11');
  });

  reported('B52: where listing is allowed and watching is not, that is said in words, and lists go on', async () => {
    const message =
      'pods is forbidden: User "jane" cannot watch resource "pods" in API group "" in the namespace "shop"';
    const forbidden: Record<string, Answer> = {
      'as the answer': [http(403, {}, { message })],
      'within the watch': [
        hdr,
        raw({ type: 'ERROR', object: { kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden', message } }),
      ],
    };
    await inEachOf(forbidden, async (answer) => {
      let version = 10;
      const bench = new CaseBench({ L: [() => list(++version, { a: version })], W: [answer] }, { namespace: 'shop' });
      await bench.pass(10 * MINUTE);
      for (let minute = 0; minute < 10; minute++) {
        const before = Number(bench.informer.snapshot.resourceVersion);
        await bench.pass(2 * MINUTE);
        expect(Number(bench.informer.snapshot.resourceVersion)).toBeGreaterThan(before);
        expect(bench.status).toMatchObject({
          synced: true,
          staleSince: expect.any(Number),
          failure: {
            kind: 'forbidden',
            code: 403,
            message: expect.stringContaining('cannot watch resource "pods"'),
            advice: expect.stringMatching(/Role.*resources: \["pods"\].*"watch"/),
          },
        });
        expect(bench.status.phase).not.toBe('live');
      }
      expect(bench.busiestMinute(10 * MINUTE, 30 * MINUTE)).toBeLessThanOrEqual(2);
      expect(bench.events.slice(0, 2)).toEqual(['add a@11 initially', 'update a@11→12']);
      bench.player.now({ W: [[hdr, hang]] });
      await bench.until(() => bench.status.phase === 'live', 2 * MINUTE);
      expect(bench.status.failure).toBeUndefined();
    });
  });
});
