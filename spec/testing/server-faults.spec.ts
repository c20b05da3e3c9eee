import { describe, expect, it } from '@jest/globals';
import { asyncScheduler } from 'rxjs';
import { createHostileServer, type LogEntry, TestClock } from '../../lib/testing/index.js';
import { Bench, frames, LIST, listed, watchFrom } from './support/heard.js';

describe('what happens to the whole server', () => {
  it('cut: every connection is reset, and who comes back is served', () => {
    const bench = new Bench();
    const all = [bench.ask(watchFrom(4)), bench.ask(watchFrom(4))];
    bench.server.inflict({ type: 'cut' });
    for (const heard of all) expect(heard).toEqual(['200', 'broken: ECONNRESET', 'over']);
    expect(bench.ask(LIST)[0]).toBe('200');
  });

  it('compact: the past is forgotten but for the newest', () => {
    const bench = new Bench();
    bench.server.inflict({ type: 'compact', keep: 1 });
    expect(frames(bench.ask(watchFrom(2)))).toEqual(['ERROR 410']);
    expect(frames(bench.ask(watchFrom(3)))).toEqual(['ADDED b@4']);
  });

  it('restart: gone for a while, and the past with it', async () => {
    const bench = new Bench();
    const watch = bench.ask(watchFrom(3));
    bench.server.inflict({ type: 'restart', downMs: 1000, forgets: true });
    expect(watch.slice(-2)).toEqual(['broken: ECONNRESET', 'over']);
    expect(bench.ask(LIST)).toEqual(['failed: ECONNREFUSED']);
    await bench.clock.advanceAsync(1000);
    expect(bench.ask(LIST)[0]).toBe('200');
    expect(frames(bench.ask(watchFrom(3)))).toEqual(['ERROR 410']);
  });

  it('freeze: everything waits, and nothing is lost', async () => {
    const bench = new Bench();
    const watch = bench.ask(watchFrom(4));
    bench.server.inflict({ type: 'freeze', ms: 5000 });
    bench.write('a');
    const list = bench.ask(LIST);
    await bench.clock.advanceAsync(4999);
    expect([watch, list]).toEqual([['200'], []]);
    await bench.clock.advanceAsync(1);
    expect(frames(watch)).toEqual(['MODIFIED a@5']);
    expect(listed(list)).toEqual(['a', 'b', 'at 5']);
  });

  it.each(['restart', 'partition'] as const)('freeze, then %s: what waited is lost', async (type) => {
    const bench = new Bench();
    const watch = bench.ask(watchFrom(4));
    bench.server.inflict({ type: 'freeze', ms: 5000 });
    bench.write('a');
    const create = bench.ask({ method: 'POST', path: LIST, body: '{"metadata":{"name":"c"}}' });
    bench.server.inflict(type === 'restart' ? { type, downMs: 1000, forgets: false } : { type, ms: 1000 });
    await bench.clock.advanceAsync(10_000);
    bench.server.heal();
    expect(frames(watch)).toEqual([]);
    expect(create).toEqual(['failed: ECONNRESET']);
    expect(listed(bench.ask(LIST))).toEqual(['a', 'b', 'at 5']);
  });

  it('partition: connections of before and of meanwhile hear nothing, later ones are served', async () => {
    const bench = new Bench();
    const watch = bench.ask(watchFrom(4));
    bench.server.inflict({ type: 'partition', ms: 5000 });
    bench.write('a');
    const list = bench.ask(LIST);
    await bench.clock.advanceAsync(60_000);
    bench.write('b');
    expect([watch, list]).toEqual([['200'], []]);
    expect(listed(bench.ask(LIST))).toEqual(['a', 'b', 'at 6']);
    bench.server.heal();
    expect([watch.at(-2), list]).toEqual(['broken: ECONNRESET', ['failed: ECONNRESET']]);
  });

  it('restore: versions go back, with a restart; not to before the server was made', async () => {
    const bench = new Bench();
    const watch = bench.ask(watchFrom(4));
    bench.server.inflict({ type: 'restore', versions: 1 });
    expect(watch).toEqual(['200', 'broken: ECONNRESET', 'over']);
    await bench.clock.advanceAsync(1000);
    expect(listed(bench.ask(LIST))).toEqual(['a', 'at 3']);
    bench.server.inflict({ type: 'restore', versions: 100 });
    await bench.clock.advanceAsync(1000);
    expect(listed(bench.ask(LIST))).toEqual(['at 2']);
    bench.write('c');
  });

  it('sleep: the clock jumps, and timers are late', () => {
    const bench = new Bench();
    const fired: number[] = [];
    bench.clock.schedule(() => fired.push(bench.clock.now()), 10);
    bench.server.inflict({ type: 'sleep', ms: 60_000 });
    expect(fired).toEqual([60_000]);
  });
});

/** Some minutes with a client that lists and watches again whenever it can, and a writer. */
async function minutes(bench: Bench): Promise<string> {
  const all: string[][] = [];
  for (let i = 0; i < 40; i++) {
    bench.write(`c${i % 7}`);
    all.push(bench.ask(`${LIST}?limit=3`), bench.ask(watchFrom(bench.server.store.resourceVersion)));
    await bench.clock.advanceAsync(7000);
  }
  return JSON.stringify(all);
}

describe('chance and plan', () => {
  const ALL = {
    reset: 1,
    tear: 1,
    merge: 1,
    refuse: 1,
    slow: 1,
    cut: 1,
    freeze: 1,
    restart: 1,
    partition: 1,
    sleep: 1,
  };

  it('the same seed does the same, byte for byte; another one does not', async () => {
    const run = async (seed: number) => {
      const bench = new Bench({ seed, faults: ALL });
      return { said: await minutes(bench), log: bench.server.log };
    };
    const [one, again, other] = [await run(3), await run(3), await run(4)];
    expect(again).toEqual(one);
    expect(other.log).not.toEqual(one.log);
    expect(new Set(one.log.map(({ fault }) => fault.type)).size).toBeGreaterThan(7);
  });

  it('the log of one server is a plan for another, also when it was kept as JSON', async () => {
    const first = new Bench({ seed: 5, faults: ALL });
    const said = await minutes(first);
    const plan: LogEntry[] = JSON.parse(JSON.stringify(first.server.log));
    const second = new Bench({ plan });
    expect(await minutes(second)).toBe(said);
    expect(second.server.log).toEqual(first.server.log);
  });

  it('only what has a weight happens', async () => {
    const bench = new Bench({ faults: { tear: 1, compact: 2 } });
    await minutes(bench);
    expect(new Set(bench.server.log.map(({ fault }) => fault.type))).toEqual(new Set(['tear', 'compact']));
  });

  it('by default everything happens that a server may do', async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) {
      const bench = new Bench({ seed, faults: undefined, plan: undefined } as object);
      await minutes(bench);
      for (const { fault } of bench.server.log) seen.add(fault.type);
    }
    expect(seen.has('restore') || seen.has('rewind')).toBe(false);
    for (const type of ['refuse', 'expire', 'reset', 'blackHole', 'hang', 'stale', 'shortPages', 'sleep', 'restart'])
      expect(seen).toContain(type);
  });

  it('calm: nothing new goes wrong, and the network is up; rage goes on', async () => {
    const bench = new Bench({ faults: { refuse: 1, cut: 1 }, chance: 1, everyMs: 1000 });
    bench.server.inflict({ type: 'restart', downMs: 1_000_000, forgets: false });
    bench.server.calm();
    const { length } = bench.server.log;
    await minutes(bench);
    expect(bench.server.log).toHaveLength(length);
    expect(bench.ask(LIST)[0]).toBe('200');
    bench.server.rage();
    bench.server.rage();
    expect(bench.ask(LIST)[0]).not.toBe('200');
    await bench.clock.advanceAsync(60_000);
    expect(bench.server.log.length).toBeGreaterThan(length + 10);
  });

  it('stop: all connections are reset, and nothing waits any more', async () => {
    const bench = new Bench({ faults: { cut: 1 } });
    bench.ask(watchFrom(4));
    expect(bench.clock.pending).toBeGreaterThan(0);
    await bench.server.stop();
    expect([bench.server.open, bench.clock.pending]).toEqual([0, 0]);
  });

  it('records who asked for what, carried out or not', async () => {
    const bench = new Bench();
    bench.ask(`${LIST}?limit=1`, 'one');
    bench.server.inflict({ type: 'restart', downMs: 1000, forgets: false });
    await bench.clock.advanceAsync(10);
    bench.ask(watchFrom(4), 'other');
    expect(bench.server.requests).toEqual([
      { number: 1, at: 0, client: 'one', kind: 'list', method: 'GET', path: `${LIST}?limit=1` },
      { number: 2, at: 10, client: 'other', kind: 'watch', method: 'GET', path: watchFrom(4) },
    ]);
  });

  it('answers what cannot be understood as the server does, and throws for what cannot be sent', () => {
    const bench = new Bench();
    expect(bench.ask('/api/v1/%zz')[0]).toBe('400');
    expect(() => bench.ask('api/v1/pods')).toThrow(TypeError);
    expect(bench.server.requests.map(({ kind }) => kind)).toEqual(['get']);
  });

  it('names an option that cannot be', () => {
    const scheduler = new TestClock();
    expect(() => createHostileServer({ scheduler, seed: 1.5 })).toThrow('seed is 1.5');
    expect(() => createHostileServer({ scheduler, chance: 2 })).toThrow('chance is 2');
    expect(() => createHostileServer({ scheduler, everyMs: 0 })).toThrow('everyMs is 0');
    expect(() => createHostileServer({ scheduler, plan: [], faults: {} })).toThrow('plan and faults');
    expect(() => createHostileServer({ scheduler, faults: { cuts: 1 } as object })).toThrow(
      'faults.cuts: no such fault; there are refuse, expire',
    );
    expect(() => createHostileServer({ scheduler, faults: { cut: -1 } })).toThrow('faults.cut is -1');
    expect(() => createHostileServer({ scheduler: asyncScheduler, faults: { sleep: 1 } })).toThrow('TestClock');
    expect(() => createHostileServer({ scheduler, chances: 0 } as object)).toThrow('is chance meant?');
    expect(() => createHostileServer({ scheduler, historyLimit: 'long' } as object)).toThrow('historyLimit: "long"');
  });

  it.each<[unknown]>([[{ type: 'reste' }], [{}], [undefined]])('names the faults there are for %p', (fault) => {
    const server = createHostileServer({ scheduler: new TestClock() });
    const inflict: (fault: never) => void = (given) => server.inflict(given);
    expect(() => inflict(fault as never)).toThrow('no such fault; there are refuse, expire');
    expect(() => createHostileServer({ plan: [{ request: 1, fault: fault as never }] })).toThrow('plan[0]: type');
  });
});
