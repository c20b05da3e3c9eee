import { afterEach, describe, expect } from '@jest/globals';
import { coalesce } from '../../lib/views/index.js';
import { collectGarbage } from '../support/garbage.js';
import { event, pod, podList } from '../support/scripted-server.js';
import { countTreeWork, depthOf, stopCounting } from '../support/tree-work.js';
import { CaseBench, HOUR, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import type { Script } from './support/script-player.js';
import { type Answer, end, err, ev, hang, hdr, items, list, raw, refused, rst, wait } from './support/words.js';

const idle: Answer = [hdr, hang];
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
/** That many pods at version 1, on ten nodes. */
const many = (count: number) => numbers(count).map((i) => pod(`p${i}`, 1, { spec: { nodeName: `n${i % 10}` } }));
const listOf = (pods: readonly object[]): Answer => [(exchange) => void exchange.json(podList(10, [...pods]))];

afterEach(stopCounting);

describe('reported failures: cost', () => {
  reported(
    'B85: a change in a big collection costs as little as in a small one, and a first list costs no square',
    async () => {
      const costOf = async (size: number) => {
        const changes = numbers(100).map((i) =>
          raw(event('MODIFIED', pod(`p${(i * 7919) % size}`, 11 + i, { spec: { nodeName: 'n1' } }))),
        );
        const bench = new CaseBench({
          L: [listOf(many(size))],
          W: [[hdr, wait(SECOND), ...changes.flatMap((change) => [wait(10), change]), hang]],
        });
        const first = countTreeWork();
        await bench.pass(500);
        stopCounting();
        bench.informer.snapshot.byIndex('node', 'n7');
        const untouched = bench.informer.snapshot.get(`shop/p${size - 1}`);
        const later = countTreeWork();
        await bench.pass(MINUTE);
        stopCounting();
        expect(bench.events.length).toBe(size + 100);
        expect(bench.informer.snapshot.get(`shop/p${size - 1}`)).toBe(untouched);
        bench.informer.stop();
        return { first: first.searched + first.copied, later: later.searched + later.copied };
      };
      for (const size of [500, 4000]) {
        const { first, later } = await costOf(size);
        expect(first / size).toBeLessThan(10 * depthOf(size));
        expect(later / 100).toBeLessThan(20 * depthOf(size));
      }
    },
  );

  reported('B86: a list that takes its time is waited for, and a refresh asks nothing of the server', async () => {
    const rest = '"metadata":{"name":"a","namespace":"shop","resourceVersion":"1"}}]}';
    const trickle = numbers(60).flatMap(() => [wait(10 * SECOND), raw(' ')]);
    const slow: Record<string, Answer> = {
      '12 s': [wait(12 * SECOND), items(10, { a: 1 })],
      '50 s': [wait(50 * SECOND), items(10, { a: 1 })],
      '50 s after the headers': [
        hdr,
        wait(50 * SECOND),
        raw('{"metadata":{"resourceVersion":"10"},"items":[{', rest),
        (exchange) => void exchange.end(),
      ],
      'ten minutes, bit by bit': [
        hdr,
        raw('{"metadata":{"resourceVersion":"10"},"items":[{'),
        ...trickle,
        raw(rest),
        (exchange) => void exchange.end(),
      ],
    };
    await inEachOf(slow, async (answer) => {
      const bench = new CaseBench({ L: [answer], W: [idle] }, { resyncPeriod: 10 * SECOND });
      await bench.until(() => bench.status.phase === 'live', 11 * MINUTE);
      await bench.pass(MINUTE);
      expect(bench.requests.map((request) => request.split(' ')[1])).toEqual(['list', 'watch']);
      expect(bench.content).toBe('10: a@1');
      expect(bench.failures).toEqual([]);
    });
    // Slower than the deadline, every time: the deadline grows, rather than that it is begun again for ever.
    const slower = new CaseBench({ L: [[wait(100 * SECOND), items(10, { a: 1 })]], W: [idle] });
    await slower.until(() => slower.status.phase === 'live', 10 * MINUTE);
    expect(slower.askedFor('list').length).toBeLessThanOrEqual(3);
  });

  reported('B87: what came in one chunk is one commit, and what came within half a second can be one too', async () => {
    const frames = numbers(123).map((i) => event('MODIFIED', pod(`p${i}`, 11 + i)));
    const one = new CaseBench({ L: [listOf(many(123))], W: [[hdr, raw(...frames), hang]] });
    const commits: number[] = [];
    one.informer.changes$.subscribe(({ changes }) => commits.push(changes.length));
    await one.pass(SECOND);
    expect(commits).toEqual([123, 123]);
    expect(one.snapshots).toHaveLength(2);

    const spread = new CaseBench({
      L: [listOf(many(123))],
      W: [[hdr, wait(SECOND), ...frames.flatMap((frame) => [wait(4), raw(frame)]), hang]],
    });
    const drawn: number[] = [];
    spread.informer.changes$.pipe(coalesce(500, spread.clock)).subscribe(({ changes }) => drawn.push(changes.length));
    await spread.pass(MINUTE);
    expect(drawn.reduce((sum, count) => sum + count)).toBe(246);
    expect(drawn.length).toBeLessThanOrEqual(4);
    expect(spread.snapshots).toHaveLength(124);
  });

  reported('B88: waits grow from failure to failure, and begin anew after ten healthy seconds', async () => {
    const failing: Record<string, Script> = {
      refused: { L: [[refused]], W: [idle] },
      'reset at once': { L: [list(10, { a: 1 })], W: [[hdr, rst]] },
      'ended at once': { L: [list(10, { a: 1 })], W: [[hdr, end]] },
      '410': { L: [list(10, { a: 1 })], W: [[hdr, err(410)]] },
    };
    await inEachOf(failing, async (script) => {
      const bench = new CaseBench(script);
      await bench.pass(10 * MINUTE);
      const starts = [...new Set(bench.askedFor('list').map(({ at }) => at))];
      const waits = starts.map((at, index) => at - (starts[index - 1] ?? 0)).slice(1);
      expect(waits.slice(0, 4)).toEqual([1200, 2400, 4800, 9600]);
      expect(Math.min(...waits.slice(6))).toBeGreaterThanOrEqual(30 * SECOND);
      bench.player.now({ L: [list(10, { a: 1 })], W: [[hdr, wait(20 * SECOND), err(429)]] });
      await bench.until(() => bench.status.phase === 'live', 2 * MINUTE);
      await bench.until(() => bench.status.phase === 'retrying', MINUTE);
      expect(bench.status).toMatchObject({ attempt: 1 });
    });
    // A server that ends every watch after one event fails in nothing; the budget alone holds the informer back.
    let version = 10;
    const hasty = new CaseBench({ L: [list(10, { a: 1 })], W: [() => [hdr, ev('MODIFIED', 'a', ++version), end]] });
    await hasty.pass(10 * MINUTE);
    expect(hasty.between(0, MINUTE)).toBeLessThanOrEqual(12);
    expect(hasty.busiestMinute(MINUTE, 9 * MINUTE)).toBeLessThanOrEqual(6);
    expect(hasty.content).toBe(`${version}: a@${version}`);
    expect(version).toBeGreaterThan(50);
  });

  reported(
    'B89: pods that crash in loops leave nothing behind, and a single pod is watched as ever beside hundreds',
    async () => {
      const names = Object.fromEntries(numbers(500).map((i) => [`p${i}`, 1]));
      const crashing = (round: number) =>
        raw(
          ...numbers(50).map((i) =>
            event('MODIFIED', pod(`p${i}`, 10 + round * 50 + i, { status: { restarts: round } })),
          ),
        );
      const bench = new CaseBench(
        { L: [list(10, names)], W: [[hdr, ...numbers(20).flatMap((round) => [wait(SECOND), crashing(round)]), hang]] },
        {},
        false,
      );
      const past: WeakRef<object>[] = [];
      const slow: number[] = [];
      bench.informer.changes$.pipe(coalesce(HOUR, bench.clock)).subscribe(({ changes }) => slow.push(changes.length));
      bench.informer.events$.subscribe((change) => change.type === 'update' && past.push(new WeakRef(change.previous)));
      await bench.pass(5 * MINUTE);
      expect(past).toHaveLength(1000);
      await collectGarbage();
      // A reader that looks once an hour holds a few states of each object, however many there were.
      const alive = past.filter((ref) => ref.deref() !== undefined).length;
      expect(alive).toBeLessThanOrEqual(3 * 50);
      await bench.pass(HOUR);
      expect(slow).toEqual([500, 50]);

      const detail = new CaseBench(
        {
          L: [list(10, { p7: 1 })],
          W: [[hdr, ...numbers(100).flatMap((i) => [wait(SECOND), ev('MODIFIED', 'p7', 11 + i)]), hang]],
        },
        { fieldSelector: 'metadata.name=p7' },
      );
      await detail.pass(5 * MINUTE);
      expect(detail.events).toHaveLength(101);
      expect(detail.asked).toHaveLength(2);
    },
  );

  reported(
    'B90: updates of big objects keep what did not change, drop what is past, and are drawn once a frame',
    async () => {
      const images = numbers(5).map((i) => ({
        names: [`registry.example/image-${i}@sha256:${'0'.repeat(64)}`],
        sizeBytes: i,
      }));
      const big = (i: number, version: number) => ({
        ...pod(`p${i}`, version, { status: { images, heartbeat: version } }),
      });
      const managed = (object: ReturnType<typeof big>) => ({
        ...object,
        metadata: { ...object.metadata, managedFields: [{ manager: 'kubelet' }] },
      });
      const nodes = numbers(1300);
      const rounds = numbers(2).map((round) =>
        raw(...nodes.map((i) => event('MODIFIED', managed(big(i, 100 + round * 1300 + i))))),
      );
      const bench = new CaseBench(
        {
          L: [listOf(nodes.map((i) => managed(big(i, 1))))],
          W: [[hdr, wait(SECOND), ...rounds.flatMap((round) => [wait(3), round]), hang]],
        },
        {},
        false,
      );
      const past: WeakRef<object>[] = [];
      const frames: number[] = [];
      bench.informer.changes$
        .pipe(coalesce('frame', bench.clock))
        .subscribe(({ changes }) => frames.push(changes.length));
      bench.informer.snapshot$.subscribe((snapshot) => past.push(new WeakRef(snapshot)));
      await bench.pass(500);
      const before: unknown = Reflect.get(bench.informer.snapshot.get('shop/p7')?.status ?? {}, 'images');
      await bench.pass(MINUTE);
      const after = bench.informer.snapshot.get('shop/p7');
      expect(Reflect.get(after?.status ?? {}, 'images')).toBe(before);
      expect(after?.metadata).not.toHaveProperty('managedFields');
      expect(past).toHaveLength(3);
      expect(frames).toEqual([1300, 1300]);
      await collectGarbage();
      expect(past.filter((ref) => ref.deref() !== undefined).length).toBeLessThanOrEqual(1);
    },
  );
});
