import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { config } from 'rxjs';
import type { Change } from '../../lib/store/index.js';
import { type Pod, told } from '../support/informer-bench.js';
import { errorEvent, event, pod } from '../support/scripted-server.js';
import { CaseBench, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import { type Answer, end, err, ev, hang, hdr, http, list, raw, wait } from './support/words.js';

const L = [list(10, { a: 1 })];

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

describe('reported failures: handlers and objects', () => {
  reported(
    'B54: a handler that throws or rejects is reported, and everybody sees everything, itself included',
    async () => {
      const failing: Record<string, () => void | Promise<void>> = {
        throws: () => {
          throw new Error('mine');
        },
        rejects: () => Promise.reject(new Error('mine')),
      };
      await inEachOf(failing, async (fail) => {
        unhandled.length = 0;
        const W = [[hdr, ev('ADDED', 'b', 11), ev('MODIFIED', 'b', 12), ev('DELETED', 'a', 13), hang]];
        const bench = new CaseBench({ L, W });
        const seen: string[][] = [[], []];
        for (const [index, heard] of seen.entries()) {
          const say = (what: string) => {
            heard.push(what);
            return index === 0 ? fail() : undefined;
          };
          bench.informer.addEventHandler({
            onAdd: ({ metadata }) => say(`add ${metadata.name}`),
            onUpdate: (_, { metadata }) => say(`update ${metadata.name}`),
            onDelete: () => say('delete'),
          });
        }
        await bench.pass(MINUTE);
        await reports();
        expect(seen).toEqual([
          ['add a', 'add b', 'update b', 'delete'],
          ['add a', 'add b', 'update b', 'delete'],
        ]);
        expect(unhandled).toEqual(Array(4).fill(new Error('mine')));
        expect(bench.content).toBe('13: b@12');
        expect(bench.requests).toEqual(['0 list 0', '0 watch 10']);
      });
    },
  );

  reported('B56: async work is done one at a time for each object, in the order of its events', async () => {
    const stories: Record<string, Answer> = {
      'in two chunks': [hdr, ev('ADDED', 'b', 11), wait(30), ev('MODIFIED', 'b', 12), ev('DELETED', 'b', 13), hang],
      'a second apart': [
        hdr,
        ev('ADDED', 'b', 11),
        wait(1000),
        ev('MODIFIED', 'b', 12),
        wait(1000),
        ev('DELETED', 'b', 13),
        hang,
      ],
    };
    await inEachOf(stories, async (story) => {
      const bench = new CaseBench({ L, W: [story] });
      const done: string[] = [];
      const open = new Map<string, () => void>();
      const work = async (change: Change<Pod>) => {
        await new Promise<void>((resolve) => open.set(told(change), resolve));
        done.push(told(change));
      };
      const consumption = bench.informer.consume(work, { concurrency: 4 });
      await bench.pass(MINUTE);
      // Another object is not kept waiting, the same one is.
      expect([...open.keys()]).toEqual(['add a@1 initially', 'add b@11']);
      for (const next of ['add b@11', 'update b@11→12', 'delete b@13']) {
        open.get(next)?.();
        await bench.pass(SECOND);
      }
      expect(done).toEqual(['add b@11', 'update b@11→12', 'delete b@13']);
      open.get('add a@1 initially')?.();
      bench.informer.stop();
      await consumption.finished;
      expect(done).toHaveLength(4);
    });
  });

  reported('B57: an ERROR within a watch is told as a failure, never as an object, and is survived', async () => {
    const errors: Record<string, { answer: Answer; kind: string }> = {
      '500': { answer: [hdr, err(500), end], kind: 'server' },
      '500 without an end': { answer: [hdr, err(500), hang], kind: 'server' },
      '500 after an event': { answer: [hdr, ev('MODIFIED', 'a', 11), err(500), hang], kind: 'server' },
      '504': { answer: [hdr, err(504), end], kind: 'server' },
      '429': { answer: [hdr, err(429), end], kind: 'throttled' },
      'events behind it': {
        answer: [hdr, raw(errorEvent(500, 'InternalError'), event('ADDED', pod('ghost', 99))), hang],
        kind: 'server',
      },
    };
    await inEachOf(errors, async ({ answer, kind }) => {
      const bench = new CaseBench({ L, W: [answer, [hdr, ev('MODIFIED', 'a', 12), hang]] });
      const handled: unknown[] = [];
      bench.informer.addEventHandler({
        onAdd: (object) => handled.push(object),
        onUpdate: (_, object) => handled.push(object),
      });
      await bench.pass(MINUTE);
      expect(bench.failures).toEqual([kind]);
      expect(handled.every((object) => Object(object).metadata.name === 'a')).toBe(true);
      expect(bench.content).toBe('12: a@12');
      expect(bench.status).toMatchObject({ phase: 'live' });
    });
  });

  reported('B58: an object has the same shape from a list and from a watch: plain JSON, times as strings', async () => {
    const times = {
      metadata: {
        name: 'a',
        namespace: 'shop',
        uid: 'u',
        resourceVersion: '1',
        creationTimestamp: '2026-01-02T03:04:05Z',
      },
      status: {
        startTime: '2026-01-02T03:04:06Z',
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: null }],
      },
    };
    const object = { kind: 'Pod', apiVersion: 'v1', ...times };
    const watched = { ...object, metadata: { ...object.metadata, name: 'b' } };
    // In lists of built-in kinds, items come without kind and apiVersion.
    const listed: Answer = [
      (exchange) =>
        void exchange.json({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' }, items: [times] }),
    ];
    const bench = new CaseBench({ L: [listed], W: [[hdr, raw(event('ADDED', watched)), hang]] });
    await bench.pass(MINUTE);
    const [a, b] = [...bench.informer.snapshot.values()];
    expect({ ...a, metadata: { ...a?.metadata, name: 'b' } }).toEqual(b);
    expect(typeof a?.metadata.creationTimestamp).toBe('string');
    expect(JSON.parse(JSON.stringify(a))).toEqual(object);
  });

  reported(
    'B60: a list that brings what is known is no event; only a resync that was asked for is, and says so',
    async () => {
      const names = { a: 1, b: 2, c: 3 };
      const again = [list(10, names), list(90, names), list(95, names), list(99, { ...names, b: 98 })];
      const bench = new CaseBench({
        L: again,
        W: [[hdr, wait(MINUTE), err(410)], [hdr, wait(5 * MINUTE), err(410)], [http(410)], [hdr, hang]],
      });
      const commits: number[] = [];
      bench.informer.changes$.subscribe(({ changes }) => commits.push(changes.length));
      const before = bench.informer.snapshot$;
      const kept: (Pod | undefined)[] = [];
      before.subscribe((snapshot) => kept.push(snapshot.get('shop/a')));
      await bench.pass(30 * MINUTE);
      expect(bench.askedFor('list')).toHaveLength(4);
      expect(bench.events).toEqual(['add a@1 initially', 'add b@2 initially', 'add c@3 initially', 'update b@2→98']);
      expect(commits.reduce((sum, count) => sum + count)).toBe(4);
      expect(new Set(kept).size).toBe(1);

      const resynced = new CaseBench({ L, W: [[hdr, hang]] }, { resyncPeriod: MINUTE });
      const updates: unknown[] = [];
      resynced.informer.updated$.subscribe((update) => updates.push(update));
      await resynced.pass(3 * MINUTE);
      expect(resynced.events).toEqual(['add a@1 initially', 'sync a@1', 'sync a@1', 'sync a@1']);
      expect(updates).toEqual([]);
      expect(resynced.asked).toHaveLength(2);
    },
  );

  reported('B61: what one reader does to an object is seen by nobody: it cannot be done', async () => {
    const rich = pod('b', 11, { spec: { containers: [{ name: 'c', image: 'i' }] }, status: { phase: 'Running' } });
    const bench = new CaseBench({ L, W: [[hdr, raw(event('ADDED', rich)), hang]] });
    await bench.pass(SECOND);
    for (const object of bench.informer.snapshot.values()) {
      expect(() => Object.assign(object.metadata, { name: 'changed' })).toThrow(TypeError);
      expect(() => Object.assign(object, { kind: 'changed' })).toThrow(TypeError);
    }
    const containers: unknown = bench.informer.snapshot.get('shop/b')?.spec?.containers;
    expect(() => Array.prototype.push.call(containers, {})).toThrow(TypeError);
    const list = bench.informer.snapshot.list();
    expect(() => Array.prototype.pop.call(list)).toThrow(TypeError);
    expect(bench.content).toBe('11: a@1 b@11');
  });

  reported('B62: who comes late is told the present, and then everything that follows, once', async () => {
    const burst = Array.from({ length: 20 }, (_, i) => event('MODIFIED', pod('a', 11 + i)));
    const W = [[hdr, wait(SECOND), ...burst.map((frame) => raw(frame)), wait(SECOND), ev('ADDED', 'b', 40), hang]];
    const bench = new CaseBench({ L, W });
    const late: string[][] = [];
    const join = () => {
      const heard: string[] = [];
      late.push(heard);
      bench.informer.addEventHandler({
        onAdd: ({ metadata }, initial) =>
          heard.push(`${metadata.name}@${metadata.resourceVersion}${initial ? ' initially' : ''}`),
        onUpdate: (_, { metadata }) => heard.push(`${metadata.name}@${metadata.resourceVersion}`),
      });
    };
    bench.informer.events$.subscribe(join); // one joins within each event
    await bench.pass(1500);
    join();
    await bench.pass(MINUTE);
    expect(late.length).toBe(23);
    for (const heard of late) {
      // From where it came in, each version once, in order, without a hole, and b at the end unless it was there.
      const versions = heard.filter((text) => text.startsWith('a')).map((text) => Number(/@(\d+)/.exec(text)?.[1]));
      expect(heard[0]).toMatch(/^a@\d+ initially$/);
      const first = versions[0] ?? 0;
      const rest = Array.from({ length: 30 }, (_, i) => i + 11).filter((version) => version > first && version <= 30);
      expect(versions.slice(1)).toEqual(rest);
      expect(heard.filter((text) => text.startsWith('b'))).toHaveLength(1);
    }
  });
});
