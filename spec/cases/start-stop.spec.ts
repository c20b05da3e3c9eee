import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { config } from 'rxjs';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { kubeConfigTransport } from '../../lib/transport/node/index.js';
import { TestClock } from '../support/virtual-time.js';
import { fetched, hear } from '../transport/support/heard.js';
import { kubeConfigFor } from '../transport/support/kube-configs.js';
import { Loopback } from '../transport/support/loopback.js';
import { CaseBench, HOUR, MINUTE, SECOND } from './support/case-bench.js';
import { loopbacks } from './support/loopbacks.js';
import { inEachOf, reported } from './support/reported.js';
import { type Script, ScriptPlayer } from './support/script-player.js';
import { end, ev, hang, hdr, http, items, list, raw, refused, rst, wait } from './support/words.js';

const L = [list(10, { a: 1 })];
const W = [[hdr, ev('MODIFIED', 'a', 11), wait(MINUTE), end]];
/** Everything that an informer can be in the middle of, one second after it began. */
const moments: Readonly<Record<string, Script>> = {
  'before the headers of the list': { L: [[hang]], W },
  'within the list': { L: [[hdr, raw('{"kind":"PodList","items":['), hang]], W },
  'before the headers of the watch': { L, W: [[hang]] },
  'within the watch': { L, W },
  'waiting to list': { L: [[http(500, { 'retry-after': '60' })]], W },
  'waiting to watch': { L, W: [[http(429, { 'retry-after': '60' })]] },
  'after a refused connection': { L: [[refused]], W },
};

let unhandled: unknown[];
beforeEach(() => {
  unhandled = [];
  config.onUnhandledError = (error) => unhandled.push(error);
});
afterEach(() => {
  config.onUnhandledError = null;
});

function expectNothingLeft({ server, clock }: CaseBench): void {
  expect(server.open).toEqual([]);
  expect(clock.actions.filter(({ closed }) => !closed)).toHaveLength(0);
}

describe('reported failures: start and stop', () => {
  const keep = loopbacks();

  reported('B37: stop is silent and final, also for who restarts on errors', async () => {
    await inEachOf(moments, async (script) => {
      const bench = new CaseBench(script);
      const restart = () => bench.informer.start();
      bench.informer.events$.subscribe({ error: restart });
      bench.informer.status$.subscribe({ error: restart });
      await bench.pass(SECOND);
      const [asked, events] = [bench.asked.length, bench.events.length];
      bench.informer.stop();
      bench.informer.stop();
      expect(bench.server.open).toEqual([]);
      await bench.pass(HOUR);
      expect([bench.asked.length, bench.events.length]).toEqual([asked, events]);
      expect(bench.ended.toSorted()).toEqual(['events$', 'snapshot$', 'status$']);
      expect(bench.phases.at(-1)).toBe('stopped');
      expect(() => bench.informer.start()).toThrow(/stopped, which is final/);
      expect(unhandled).toEqual([]);
    });
  });

  reported('B38: a stop while the first list is under way leads to no watch, and nobody is told anything', async () => {
    const ways: Record<string, (bench: CaseBench) => void> = {
      'stop()': ({ informer }) => informer.stop(),
      dispose: ({ informer }) => informer[Symbol.dispose](),
    };
    await inEachOf(ways, async (stop) => {
      const bench = new CaseBench({ L: [[wait(300), items(10, { a: 1 })]], W });
      const handled: unknown[] = [];
      bench.informer.addEventHandler({ onAdd: (object) => handled.push(object) });
      await bench.pass(100);
      stop(bench);
      await bench.pass(MINUTE);
      expect(bench.requests).toEqual(['0 list 0']);
      expect(bench.server.exchanges.map(({ aborted }) => aborted)).toEqual([true]);
      expect([handled, bench.events, bench.snapshots]).toEqual([[], [], []]);
    });
    // Whoever leaves while it is told of the list wants no watch either.
    const leaving = new CaseBench({ L, W }, {}, false);
    const subscription = leaving.informer.snapshot$.subscribe(() => subscription.unsubscribe());
    await leaving.pass(MINUTE);
    expectNothingLeft(leaving);
  });

  reported('B40: start may be called as often as one likes; there is one list, one watch, and one stop', async () => {
    const bench = new CaseBench({ L, W: [[hdr, hang]] }, {}, false);
    for (let i = 0; i < 3; i++) bench.informer.start();
    const ready = [bench.informer.ready(), bench.informer.ready()];
    const subscriptions = [bench.informer.events$.subscribe(), bench.informer.snapshot$.subscribe()];
    await bench.pass(MINUTE);
    bench.informer.start(); // as a keepalive
    await Promise.all(ready);
    await bench.pass(MINUTE);
    expect(bench.requests).toEqual(['0 list 0', '0 watch 10']);
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(bench.server.open).toHaveLength(1);
    bench.informer.stop();
    expectNothingLeft(bench);
  });

  reported('B41: whoever unsubscribes takes the connection along, whatever goes on, and may come back', async () => {
    await inEachOf(moments, async (script) => {
      const bench = new CaseBench(script, {}, false);
      const [one, other] = [bench.informer.events$.subscribe(), bench.informer.status$.subscribe()];
      await bench.pass(SECOND);
      one.unsubscribe();
      other.unsubscribe();
      expectNothingLeft(bench);
      await bench.pass(HOUR);
      bench.player.now({ L, W: [[hdr, ev('MODIFIED', 'a', 12), hang]] });
      const again = bench.informer.snapshot$.subscribe();
      await bench.pass(MINUTE);
      expect(bench.content).toBe('12: a@12');
      again.unsubscribe();
      expectNothingLeft(bench);
    });
    const server = await keep(Loopback.http((_, response) => response.write('{"kind":"PodList","items":[')));
    const informer = createInformer({ transport: kubeConfigTransport(kubeConfigFor(server)), resource: core.pods });
    const subscription = informer.events$.subscribe();
    await server.until(({ requests }) => requests.length === 1);
    subscription.unsubscribe();
    await server.until(({ sockets }) => sockets.size === 0);
  });

  reported('B43: sixty watches, one after the other, take one connection', async () => {
    const frame = '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1"}}}\n';
    for (const serve of [Loopback.http, Loopback.https]) {
      const server = await keep(serve((_, response) => response.end(frame)));
      const transport = kubeConfigTransport(kubeConfigFor(server));
      for (let i = 0; i < 60; i++) {
        expect(await fetched(transport, { path: '/api/v1/pods?watch=true', longRunning: true })).toMatchObject({
          text: frame,
        });
      }
      expect([server.requests.length, server.opened]).toEqual([60, 1]);
      // Those that are given up cannot be used again, but they do not stay either.
      for (let i = 0; i < 20; i++) hear(transport.request({ path: '/', longRunning: true })).subscription.unsubscribe();
      await server.settled();
      await server.until(({ sockets }) => sockets.size <= 1);
    }
  });

  reported('B45: whoever waits for the first list hears of what is wrong, and nothing polls meanwhile', async () => {
    const bench = new CaseBench({ L: [[refused]], W }, {}, false);
    const outcomes: unknown[] = [];
    const wait = (timeout?: number) =>
      bench.informer.ready(timeout === undefined ? {} : { timeout }).then(
        ({ size }) => outcomes.push(size),
        (error: unknown) => outcomes.push(error),
      );
    const waiting = [wait(5000), wait(5000), wait()];
    await bench.pass(0);
    expect(bench.clock.actions.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(3); // two timeouts and one retry
    await bench.pass(5000);
    expect(outcomes).toEqual(
      Array(2).fill(
        expect.objectContaining({
          name: 'NotReadyError',
          message: expect.stringMatching(/^pods: no complete list within 5000 ms: .*ECONNREFUSED.*goes on trying\.$/),
          failure: expect.objectContaining({ kind: 'network' }),
        }),
      ),
    );
    bench.player.now({ L, W: [[hdr, hang]] });
    await bench.pass(MINUTE);
    await Promise.all(waiting);
    expect(outcomes.at(-1)).toBe(1);
    const stopped = new CaseBench({ L: [[hang]], W }, {}, false);
    const never = stopped.informer.ready({ timeout: HOUR });
    stopped.informer.stop();
    await expect(never).rejects.toThrow(/was stopped/);
    expectNothingLeft(stopped);
    const refusals = { 401: 'unauthorized', 403: 'forbidden', 404: 'notFound' };
    await inEachOf(refusals, async (kind, code) => {
      const hopeless = new CaseBench({ L: [[http(Number(code))]], W }, {}, false);
      const rejected = expect(hopeless.informer.ready()).rejects.toMatchObject({ failure: { kind } });
      await hopeless.pass(MINUTE);
      await rejected;
    });
  });

  reported(
    'B46: a server that is gone is asked less and less, by all informers together, and not while nobody looks',
    async () => {
      const clock = new TestClock();
      const player = new ScriptPlayer({ L: [[refused]], W }, clock);
      const informers = Array.from({ length: 10 }, (_, i) =>
        createInformer({ transport: player, resource: core.pods, namespace: `n${i}`, scheduler: clock }),
      );
      for (const informer of informers) informer.start();
      const between = (from: number, to: number) => player.asked.filter(({ at }) => at >= from && at < to).length;
      await player.pass(HOUR);
      expect(between(0, MINUTE)).toBeLessThanOrEqual(30);
      expect(between(30 * MINUTE, 60 * MINUTE) / 30).toBeLessThanOrEqual(4);
      // "Try now" does, once, and cannot be made a storm by whoever leans on the button.
      const leaning = player.asked.length;
      for (let press = 0; press < 600; press++) {
        informers[0]?.retryNow();
        if (press === 0) await player.pass(0);
        if (press === 0) expect(player.asked).toHaveLength(leaning + 1);
        await player.pass(100);
      }
      expect(player.asked.length - leaning).toBeLessThanOrEqual(20);
      for (const informer of informers) informer.stop();
      const paused = player.asked.length;
      await player.pass(24 * HOUR);
      expect(player.asked).toHaveLength(paused);
    },
  );

  reported('B47: a stop cancels what is under way and what is planned, for whoever calls it', async () => {
    await inEachOf(moments, async (script) => {
      for (const ms of [0, 1, 799, 1200, 2400, MINUTE]) {
        const bench = new CaseBench(script);
        await bench.pass(ms);
        bench.informer.stop();
        expectNothingLeft(bench);
        const asked = bench.asked.length;
        await bench.pass(HOUR);
        expect(bench.asked).toHaveLength(asked);
      }
    });
    // Also from within a callback, in the middle of what happens.
    const bench = new CaseBench({ L, W: [[hdr, ev('MODIFIED', 'a', 11), ev('MODIFIED', 'a', 12), rst]] });
    bench.informer.updated$.subscribe(() => bench.informer.stop());
    await bench.pass(HOUR);
    expect(bench.requests).toEqual(['0 list 0', '0 watch 10', '0 watch 12'].slice(0, bench.asked.length));
    expect(bench.ended).toHaveLength(3);
    expectNothingLeft(bench);
  });
});
