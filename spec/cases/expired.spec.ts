import { describe, expect } from '@jest/globals';
import { CaseBench, HOUR, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import type { Asked } from './support/script-player.js';
import { type Answer, bm, end, err, ev, hang, hdr, http, list, raw, wait } from './support/words.js';

/** The two ways in which servers say that a resourceVersion is gone. */
const inStream: Answer = [hdr, err(410), end];
const asAnswer: Answer = [http(410)];
const L = [list(10, { a: 1 })];
const fine: Answer = [hdr, ev('MODIFIED', 'a', 91), hang];

/** The waits between one request and the next, where there was one. */
const waits = (asked: readonly Asked[]) =>
  asked.map(({ at }, index) => at - (asked[index - 1]?.at ?? 0)).filter((ms) => ms > 0);

describe('reported failures: a resourceVersion that is gone', () => {
  reported('B11: watch after watch that answers 410 is met with lists under a backoff that grows', async () => {
    const scripts = {
      'within the watch': [inStream],
      'as the answer': [asAnswer],
      'now so, now so': [inStream, asAnswer],
    };
    await inEachOf(scripts, async (W) => {
      const bench = new CaseBench({ L, W });
      await bench.pass(5 * SECOND);
      expect(bench.asked.length).toBeLessThanOrEqual(6);
      await bench.pass(10 * MINUTE);
      expect(bench.between(0, MINUTE)).toBeLessThanOrEqual(12);
      expect(bench.busiestMinute(MINUTE, 9 * MINUTE)).toBeLessThanOrEqual(6);
      const grown = waits(bench.askedFor('list'));
      expect(grown.slice(0, 4)).toEqual([1200, 2400, 4800, 9600]);
      expect(Math.min(...grown.slice(6))).toBeGreaterThanOrEqual(30 * SECOND);
      expect(bench.status).toMatchObject({ failure: { kind: 'expired' }, staleSince: expect.any(Number) });
      bench.player.now({ L: [list(90, { b: 80 })], W: [[hdr, hang]] });
      await bench.pass(MINUTE);
      expect(bench.content).toBe('90: b@80');
      await bench.until(() => bench.status.phase === 'live', MINUTE);
      expect(bench.events).toEqual(['add a@1 initially', 'delete a@1 (unknown)', 'add b@80']);
    });
    const jittered = new CaseBench({ L, W: [inStream] }, { random: () => 0 });
    await jittered.pass(10 * SECOND);
    expect(waits(jittered.askedFor('list')).slice(0, 3)).toEqual([800, 1600, 3200]);
  });

  reported('B12: 410 has a kind of its own, and a watch that ends in good order is no failure', async () => {
    const expired = {
      'within the watch': inStream,
      'as the answer': asAnswer,
      'without an end': [hdr, err(410), hang],
    };
    await inEachOf(expired, async (answer) => {
      const bench = new CaseBench({ L, W: [[hdr, wait(20 * SECOND), end], answer, fine] });
      await bench.pass(19 * SECOND);
      expect(bench.failures).toEqual([]);
      await bench.pass(20 * SECOND);
      expect(bench.failures).toEqual(['expired']);
      expect(bench.statuses.find(({ failure }) => failure !== undefined)?.failure).toMatchObject({ code: 410 });
    });
    const closed = new CaseBench({ L, W: [[hdr, wait(20 * SECOND), end], fine] });
    await closed.pass(MINUTE);
    expect(closed.failures).toEqual([]);
    expect(closed.phases).toEqual(['idle', 'listing', 'live']);
  });

  reported('B13: a watch that is answered with 410 is treated as one that says so in the stream', async () => {
    const run = async (...W: Answer[]) => {
      const bench = new CaseBench({ L: [...L, list(90, { b: 80 })], W });
      await bench.pass(10 * MINUTE);
      return bench;
    };
    const [one, other] = [await run(asAnswer, fine), await run(inStream, fine)];
    expect(one.requests.slice(0, 4)).toEqual(['0 list 0', '0 watch 10', '1200 list 10', '1200 watch 90']);
    expect(one.requests).toEqual(other.requests);
    expect(one.events).toEqual(other.events);
    expect(one.failures).toEqual(other.failures);
    const [always, otherAlways] = [await run(asAnswer), await run(inStream)];
    expect(always.requests).toEqual(otherAlways.requests);
    expect(always.between(0, 3 * SECOND)).toBeLessThanOrEqual(4);
  });

  reported('B14: a Status leads to a list or a wait, and is never taken for an object', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 410, message: 'old' };
    const told: Record<string, Answer> = {
      ...Object.fromEntries([400, 403, 410, 429, 500, 504].map((code) => [`ERROR ${code}`, [hdr, err(code), end]])),
      'a Status as ADDED': [hdr, raw({ type: 'ADDED', object: status }), hang],
      'a Status as MODIFIED': [hdr, raw({ type: 'MODIFIED', object: status }), hang],
      'a Status as the whole answer': [hdr, raw(status), end],
      'ERROR without a Status': [hdr, raw({ type: 'ERROR', object: {} }), end],
    };
    await inEachOf(told, async (answer) => {
      for (const fieldSelector of [undefined, 'metadata.name=a']) {
        const bench = new CaseBench(
          { L: [list(10, { a: 1 }), list(90, { a: 1 })], W: [answer, fine] },
          { fieldSelector },
        );
        await bench.pass(2 * MINUTE);
        expect(bench.events).toEqual(['add a@1 initially', 'update a@1→91']);
        expect(bench.snapshots.every((content) => /^\d+: a@\d+$/.test(content))).toBe(true);
        expect(bench.failures).toHaveLength(1);
        expect(bench.status).toMatchObject({ phase: 'live' });
      }
    });
  });

  reported('B15: where every watch is too old, two requests a minute go on, and the reason is told', async () => {
    let turn = 0;
    const sick = {
      'within the watch': inStream,
      'as the answer': asAnswer,
      'or a watch ends at once': () => (turn++ % 2 === 0 ? inStream : [hdr, end]),
    };
    await inEachOf(sick, async (answer, name) => {
      for (const random of [0, 0.5, 0.999]) {
        let version = 10;
        const bench = new CaseBench(
          { L: [() => list(++version, { a: version })], W: [answer] },
          { random: () => random },
        );
        await bench.pass(30 * MINUTE);
        expect(bench.between(0, MINUTE)).toBeLessThanOrEqual(12);
        expect(bench.busiestMinute(10 * MINUTE, 29 * MINUTE)).toBeLessThanOrEqual(2);
        for (let second = 0; second < 120; second++) {
          const kind = name === 'or a watch ends at once' ? expect.stringMatching(/expired|server/) : 'expired';
          expect((await bench.pass(SECOND)).status).toMatchObject({ failure: { kind } });
        }
        // What the lists bring is shown all the same, and nothing piles up.
        const { snapshot } = bench.informer;
        expect(Number(snapshot.resourceVersion)).toBe(version);
        expect(snapshot.size).toBe(1);
        expect(bench.server.open.length).toBeLessThanOrEqual(1);
        bench.player.now({ W: [[hdr, ev('ADDED', 'b', 9000), hang]] });
        await bench.until(() => bench.status.phase === 'live' && bench.informer.snapshot.has('shop/b'), 2 * MINUTE);
      }
    });
  });

  reported('B16: a server that answers 410 at the version of its own lists is asked for a newer one', async () => {
    const stale = (asked: Asked): Answer =>
      asked.query.resourceVersion === undefined ? list(90, { a: 80 }) : list(10, { a: 1 });
    const watch = (answer: Answer) => (asked: Asked) => (asked.query.resourceVersion === '10' ? answer : fine);
    const gone: Record<string, Answer> = { 'within the watch': inStream, 'as the answer': asAnswer };
    await inEachOf(gone, async (answer) => {
      const idle: Answer = [hdr, wait(4 * MINUTE), bm(10), wait(MINUTE), end];
      const bench = new CaseBench({ L: [stale], W: [...Array<Answer>(12).fill(idle), watch(answer)] });
      await bench.pass(HOUR);
      expect(bench.asked).toHaveLength(14);
      await bench.until(() => bench.content === '91: a@91', 90 * SECOND);
      expect(bench.between(HOUR, HOUR + MINUTE)).toBeLessThanOrEqual(6);
      expect(bench.events).toEqual(['add a@1 initially', 'update a@1→80', 'update a@80→91']);
    });
    // Or there is none: then it is a storm neither of requests nor of words.
    const never = new CaseBench({ L, W: [[hdr, wait(HOUR), end], inStream] }, { silenceDeadlineMs: 2 * HOUR });
    await never.pass(3 * HOUR);
    expect(never.asked.length).toBeLessThan(2 + 2 * 60 * 6);
    expect(never.events).toEqual(['add a@1 initially']);
    expect(never.snapshots.length).toBeLessThanOrEqual(never.askedFor('list').length);
  });
});
