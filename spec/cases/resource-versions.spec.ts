import { describe, expect } from '@jest/globals';
import { Subject, switchMap } from 'rxjs';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { told } from '../support/informer-bench.js';
import { event, pod, podList, ScriptedServer } from '../support/scripted-server.js';
import { settled, TestClock } from '../support/virtual-time.js';
import { CaseBench, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import type { Asked } from './support/script-player.js';
import { type Answer, bm, end, ev, hang, hdr, http, list, rst, wait } from './support/words.js';

/** A server that has forgotten everything up to version 10, and does not say so. */
const forgetful = (dead: Answer) => ({
  L: [
    list(10, { a: 1, gone: 2 }),
    (asked: Asked) => (asked.query.resourceVersion === undefined ? list(90, { a: 80 }) : list(10, { a: 1, gone: 2 })),
  ],
  W: [(asked: Asked): Answer => (asked.query.resourceVersion === '10' ? dead : [hdr, ev('MODIFIED', 'a', 91), hang])],
});

describe('reported failures: resourceVersions', () => {
  reported('B17: a watch that ends at once and empty, time after time, leads to a list of what is new', async () => {
    const empty: Record<string, Answer> = {
      'at once': [hdr, end],
      'within 100 ms': [hdr, wait(90), end],
      'headers late': [wait(500), hdr, end],
    };
    await inEachOf(empty, async (dead) => {
      const bench = new CaseBench(forgetful(dead));
      await bench.pass(MINUTE);
      expect(bench.content).toBe('91: a@91');
      expect(bench.events.slice(2)).toEqual(['delete gone@2 (unknown)', 'update a@1→80', 'update a@80→91']);
      expect(bench.between(0, 5 * SECOND)).toBeLessThanOrEqual(8);
      const always = new CaseBench({ L: [list(10, { a: 1 })], W: [dead] });
      await always.pass(10 * MINUTE);
      expect(always.between(0, MINUTE)).toBeLessThanOrEqual(12);
      expect(always.busiestMinute(MINUTE, 9 * MINUTE)).toBeLessThanOrEqual(6);
      expect(always.askedFor('list').length).toBeGreaterThan(3);
      expect(always.status.failure).toMatchObject({ kind: 'server' });
    });
  });

  reported('B18: a server that only stops watching, and never says why, is not believed for ever', async () => {
    const stops: Record<string, Answer> = {
      'a reset at once': [hdr, rst],
      'an end after a second': [hdr, wait(1200), end],
      'an end after five': [hdr, wait(5 * SECOND), end],
      'a reset after five': [hdr, wait(5 * SECOND), rst],
      '500': [http(500)],
      '400': [http(400)],
    };
    await inEachOf(stops, async (dead) => {
      const bench = new CaseBench(forgetful(dead));
      await bench.pass(3 * MINUTE);
      expect(bench.content).toBe('91: a@91');
      expect(bench.between(0, MINUTE)).toBeLessThanOrEqual(12);
      expect(bench.failures.length).toBeGreaterThan(0);
    });
  });

  reported('B19: bookmarks are asked for, and keep a quiet watch from growing old', async () => {
    const window = (asked: Asked): Answer => (Number(asked.query.resourceVersion) >= 200 ? [hdr, hang] : [http(410)]);
    const quiet = (asked: Asked): Answer =>
      asked.query.allowWatchBookmarks === 'true'
        ? [hdr, wait(MINUTE), bm(250), wait(SECOND), end]
        : [hdr, wait(MINUTE), end];
    const bench = new CaseBench({ L: [list(100, { a: 1 })], W: [quiet, window] });
    await bench.pass(5 * MINUTE);
    expect(bench.requests).toEqual(['0 list 0', '0 watch 100', '61000 watch 250']);
    expect(bench.askedFor('watch').every(({ query }) => query.allowWatchBookmarks === 'true')).toBe(true);
    expect(bench.content).toBe('250: a@1');
    expect(bench.events).toEqual(['add a@1 initially']);
    expect(bench.failures).toEqual([]);
  });

  reported('B21: what was deleted while nobody watched is told as deleted, with its last known state', async () => {
    const lost: Record<string, readonly Answer[]> = {
      'reset, and then 410': [[hdr, wait(20 * SECOND), rst], [http(410)], [hdr, hang]],
      '410 first': [[http(410)], [hdr, hang]],
      'reset, and 410 in the stream': [
        [hdr, ev('MODIFIED', 'a', 11), rst],
        [hdr, hdr, http(410)],
        [hdr, hang],
      ],
    };
    await inEachOf(lost, async (W) => {
      const bench = new CaseBench({ L: [list(10, { a: 1, b: 2 }), list(90, { b: 2 })], W });
      const handled: unknown[] = [];
      bench.informer.addEventHandler({ onDelete: (object) => handled.push(object) });
      await bench.pass(MINUTE);
      const last = bench.events.includes('update a@1→11') ? 11 : 1;
      expect(bench.events.slice(-1)).toEqual([`delete a@${last} (unknown)`]);
      expect(handled).toEqual([expect.objectContaining({ key: 'shop/a', object: pod('a', last) })]);
      expect(bench.content).toBe('90: b@2');
      expect(bench.snapshots.filter((content) => content.startsWith('90'))).toHaveLength(1);
    });
  });

  reported('B23: events move the cursor, and the connection stays', async () => {
    const burst = Array.from({ length: 10 }, (_, i) => [wait(SECOND), ev('MODIFIED', 'a', 11 + i)]).flat();
    const bench = new CaseBench({ L: [list(10, { a: 1 })], W: [[hdr, ...burst, hang]] });
    for (let i = 0; i < 10; i++) bench.informer.changes$.subscribe();
    await bench.pass(MINUTE);
    expect(bench.requests).toEqual(['0 list 0', '0 watch 10']);
    expect(bench.content).toBe('20: a@20');
    expect(bench.events).toHaveLength(11);
    const [, watch] = bench.server.exchanges;
    watch?.end();
    await bench.pass(0);
    expect(bench.asked.at(-1)?.query.resourceVersion).toBe('20');
  });

  reported('B24: a query that gives way to another takes its connection and its events along', async () => {
    const server = new ScriptedServer();
    const scheduler = new TestClock();
    const name$ = new Subject<string>();
    const heard: string[] = [];
    const watching = (name: string) =>
      createInformer({ transport: server, resource: core.pods, fieldSelector: `metadata.name=${name}`, scheduler })
        .events$;
    name$.pipe(switchMap(watching)).subscribe((change) => heard.push(told(change)));
    name$.next('a');
    server.last.json(podList(10, [pod('a', 1)]));
    const ofA = server.last.open();
    await settled();
    ofA.send(event('MODIFIED', pod('a', 11))); // on its way when the query changes
    name$.next('b');
    await settled();
    expect(ofA.aborted).toBe(true);
    ofA.send(event('MODIFIED', pod('a', 12)));
    server.last.json(podList(20, [pod('b', 2)]));
    server.last.open().send(event('MODIFIED', pod('b', 21)));
    await settled();
    expect(heard).toEqual(['add a@1 initially', 'add b@2 initially', 'update b@2→21']);
    expect(server.open).toHaveLength(1);
    expect(server.exchanges.map(({ query }) => query.fieldSelector)).toEqual(
      ['a', 'a', 'b', 'b'].map((name) => `metadata.name=${name}`),
    );
  });
});
