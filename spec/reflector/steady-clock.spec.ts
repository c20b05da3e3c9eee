import { expect, it } from '@jest/globals';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { SteadyClock } from '../../lib/reflector/steady-clock.js';
import { createHostileServer, TestClock } from '../../lib/testing/index.js';

const HOUR = 3_600_000;
const NOON = 12 * HOUR;

it('goes on when the time of day is set back, as often as it is, and follows it forward', () => {
  const clock = new TestClock(NOON);
  const steady = new SteadyClock(clock);
  clock.advance(10);
  expect(steady.now()).toBe(NOON + 10);
  clock.set(NOON - HOUR);
  expect(steady.now()).toBe(NOON + 10);
  clock.advance(10);
  expect(steady.now()).toBe(NOON + 20);
  expect(steady.timeOfDay(steady.now())).toBe(clock.now());
  clock.set(NOON - 5 * HOUR);
  steady.now();
  clock.advance(10);
  expect(steady.now()).toBe(NOON + 30);
  clock.set(NOON + HOUR);
  expect(steady.now()).toBe(NOON + HOUR + 5 * HOUR + 20);
});

it('L1, L7, L8: nobody waits for hours because somebody set the clock back', async () => {
  const clock = new TestClock(NOON);
  const server = createHostileServer({ scheduler: clock, plan: [] });
  const write = (name: string) => server.store.create(core.configMaps, { metadata: { name, namespace: 'default' } });
  const informer = createInformer({
    transport: server.transport(),
    resource: core.configMaps,
    scheduler: clock,
    random: () => 0.5,
  });
  informer.start();
  for (let i = 0; i < 11; i++) {
    // Each write is one watch more, until the budget of the first minute is spent.
    write(`a${i}`);
    await clock.advanceAsync(100);
    server.inflict({ type: 'cut' });
  }
  clock.set(NOON - 3 * HOUR);
  server.inflict({ type: 'restart', downMs: 10_000, forgets: true });
  write('b');
  await clock.advanceAsync(100);
  expect(informer.status.phase).toBe('retrying');
  expect(informer.status.retryAt).toBeLessThan(clock.now() + 61_000);
  await clock.advanceAsync(2 * 60_000);
  server.oracle(core.configMaps).checkNewest(informer.snapshot);
  expect(informer.status.phase).toBe('live');
  expect(Math.abs(informer.status.since - clock.now())).toBeLessThan(3 * 60_000);
  informer.stop();
});
