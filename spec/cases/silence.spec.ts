import { describe, expect } from '@jest/globals';
import { event, pod } from '../support/scripted-server.js';
import { CaseBench, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import type { Script } from './support/script-player.js';
import { type Answer, bm, end, ev, hang, hdr, list, refused, rst, wait } from './support/words.js';

const L = [list(10, { a: 1 })];
const news: Answer = [hdr, ev('MODIFIED', 'a', 11), hang];
/** A watch whose server says every minute that nothing happened, as kube-apiserver does, until it falls silent. */
const quietUntil = (minutes: number, version = 20): Answer => [
  hdr,
  ...Array.from({ length: minutes }, (_, i) => [wait(MINUTE), bm(version + i)]).flat(),
];
/** Whatever the silence was, it is over after this long. */
const LONG_ENOUGH = 12 * MINUTE;

describe('reported failures: silence', () => {
  reported('B1: a connection that falls silent is replaced, from where it stood, and the status says so', async () => {
    const silent: Record<string, Script> = {
      'the first watch': { L, W: [[hdr, hang], news] },
      'a watch without headers': { L, W: [[hang], news] },
      'a later watch': { L, W: [[hdr, wait(20 * SECOND), end], [hdr, hang], news] },
      'watch after watch': { L, W: [[hdr, hang], [hdr, hang], [hang], news] },
      'the first list': { L: [[hang], ...L], W: [news] },
      'a list that began': { L: [[hdr, hang], ...L], W: [news] },
    };
    await inEachOf(silent, async (script) => {
      const bench = new CaseBench(script);
      await bench.until(() => bench.content !== '10: a@1' && bench.content !== ':', 4 * LONG_ENOUGH);
      expect(bench.content).toBe('11: a@11');
      expect(bench.events).toEqual(['add a@1 initially', 'update a@1→11']);
      expect(bench.failures).toContain('silent');
      expect(bench.status).toMatchObject({ phase: 'live' });
      expect(bench.askedFor('watch').every(({ query }) => query.resourceVersion === '10')).toBe(true);
      // What is stale is stale since the last byte, not since somebody noticed.
      const told = bench.statuses.find(
        ({ failure, synced, phase }) => synced && phase === 'retrying' && failure?.kind === 'silent',
      );
      if (told !== undefined) expect(told.staleSince).toBeLessThanOrEqual(told.since - 30 * SECOND);
    });
  });

  reported('B2: what a server wrote into a dead connection is delivered once, by the next one', async () => {
    const bench = new CaseBench({ L, W: [[hdr, hang], news] });
    await bench.pass(MINUTE);
    const [, dead] = bench.server.exchanges;
    await bench.pass(6 * MINUTE);
    expect(dead?.aborted).toBe(true);
    // The load balancer wakes up, and brings what was lost, late.
    dead?.body$.next(new TextEncoder().encode(`${JSON.stringify(event('MODIFIED', pod('a', 11)))}\n`));
    await bench.pass(MINUTE);
    expect(bench.events).toEqual(['add a@1 initially', 'update a@1→11']);
    expect(bench.requests.slice(2)).toEqual([expect.stringMatching(/watch 10$/)]);
  });

  reported('B3: a watch that ended after its time goes on at once, without a list and without an echo', async () => {
    const hour = (version: number): Answer => [...quietUntil(59, version), wait(MINUTE), end];
    const W = [hour(20), hour(80), [...quietUntil(4, 140), wait(MINUTE), end], quietUntil(60, 150)];
    const bench = new CaseBench({ L, W });
    await bench.pass(59 * MINUTE + 59 * SECOND);
    expect(bench.requests).toEqual(['0 list 0', '0 watch 10']);
    await bench.pass(70 * MINUTE);
    expect(bench.requests.slice(2)).toEqual(['3600000 watch 78', '7200000 watch 138', '7500000 watch 143']);
    expect(bench.events).toEqual(['add a@1 initially']);
    expect(bench.phases).toEqual(['idle', 'listing', 'live']);
    expect(bench.failures).toEqual([]);
  });

  reported('B4: a network that is cut for ten minutes is noticed, told, and survived', async () => {
    const cut = { L: [[hang]], W: [[hang]] };
    const bench = new CaseBench({ L, W: [quietUntil(5)] });
    await bench.pass(5 * MINUTE);
    bench.player.now(cut);
    await bench.pass(3 * MINUTE);
    expect(bench.status).toMatchObject({ staleSince: expect.any(Number), failure: { kind: 'silent' } });
    await bench.pass(7 * MINUTE);
    expect(bench.status).toMatchObject({ phase: 'retrying', synced: true, failure: { kind: 'silent' } });
    expect(bench.status.staleSince).toBeLessThanOrEqual(5 * MINUTE);
    bench.player.now({ L: [list(90, { a: 80 })], W: [[hdr, ev('MODIFIED', 'a', 80), bm(90), hang]] });
    await bench.pass(LONG_ENOUGH);
    expect(bench.status).toMatchObject({ phase: 'live' });
    expect(bench.content).toBe('90: a@80');
    expect(bench.busiestMinute(0, 40 * MINUTE)).toBeLessThanOrEqual(12);
  });

  reported('B5: a healthy watch, busy or idle, is left alone until the end that it was given', async () => {
    const busy = Array.from({ length: 60 }, (_, i) => [wait(SECOND), ev('MODIFIED', 'a', 11 + i)]).flat();
    const healthy: Record<string, { script: Script; until: number }> = {
      'an event a second': { script: { L, W: [[hdr, ...busy, hang]] }, until: 60 * SECOND },
      'idle, without a byte': {
        script: {
          L,
          W: [
            [hdr, wait(300 * SECOND), end],
            [hdr, hang],
          ],
        },
        until: 300 * SECOND - 1,
      },
      'idle, with bookmarks': {
        script: {
          L,
          W: [
            [...quietUntil(4), wait(MINUTE), end],
            [hdr, hang],
          ],
        },
        until: 300 * SECOND - 1,
      },
      'an event, and then nothing': {
        script: { L, W: [[hdr, ev('MODIFIED', 'a', 11), hang]] },
        until: 300 * SECOND - 1,
      },
      'an event now and then': {
        script: {
          L,
          W: [[hdr, wait(100 * SECOND), ev('MODIFIED', 'a', 11), wait(100 * SECOND), ev('MODIFIED', 'a', 12), hang]],
        },
        until: 300 * SECOND - 1,
      },
    };
    await inEachOf(healthy, async ({ script, until }) => {
      const bench = new CaseBench(script, { random: () => 0 });
      await bench.pass(until);
      expect(bench.askedFor('watch')[0]?.query.timeoutSeconds).toBe('300');
      expect(bench.requests).toEqual(['0 list 0', '0 watch 10']);
      expect(bench.phases).toEqual(['idle', 'listing', 'live']);
    });
  });

  reported(
    'B7: a connection that closes while people look at it comes back under backoff, and they are told',
    async () => {
      const down: Script = { L: [[refused]], W: [[refused]] };
      const closed: Record<string, readonly Answer[]> = {
        'with a reset': [[hdr, wait(MINUTE), rst]],
        'with a proper end': [[hdr, wait(MINUTE), end]],
        'after an event': [[hdr, ev('ADDED', 'b', 11), wait(MINUTE), rst]],
      };
      await inEachOf(closed, async (W) => {
        const bench = new CaseBench({ L, W });
        await bench.pass(MINUTE - 1);
        const before = bench.content;
        bench.player.now(down);
        await bench.pass(5 * MINUTE);
        expect(bench.status).toMatchObject({
          phase: 'retrying',
          staleSince: MINUTE,
          retryAt: expect.any(Number),
          failure: { kind: 'network', message: expect.stringContaining('http://server/api/v1/pods') },
        });
        expect(bench.content).toBe(before);
        expect(bench.between(MINUTE, 6 * MINUTE)).toBeLessThanOrEqual(12);
        const [rv] = before.split(':');
        bench.player.now({ W: [[hdr, ev('MODIFIED', 'a', 50), hang]] });
        await bench.pass(MINUTE);
        expect(bench.status).toMatchObject({ phase: 'live' });
        expect(bench.asked.at(-1)).toMatchObject({ verb: 'watch', query: { resourceVersion: rv } });
        expect(bench.informer.snapshot.get('shop/a')?.metadata.resourceVersion).toBe('50');
        expect(bench.ended).toEqual([]);
      });
    },
  );
});
