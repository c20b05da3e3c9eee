import { describe, expect, it } from '@jest/globals';
import { of, Subject } from 'rxjs';
import type { State } from '../../lib/reflector/machine.js';
import { step } from '../../lib/reflector/step.js';
import { inputOfSurrounding, type SurroundingInput } from '../../lib/reflector/surrounded.js';
import type { Surrounding } from '../../lib/reflector/surroundings.js';
import { event, pod, podList } from '../support/scripted-server.js';
import { TestClock } from '../support/virtual-time.js';
import { ReflectorBench } from './bench.js';
import { at, failure, settings } from './moments.js';
import { after, afterAt, inputs } from './steps.js';

const SECOND = 1000;

const { start, page, opened, garbled, refused } = inputs;
const rows: Readonly<Record<string, State>> = {
  idle: after(),
  listing: after(start),
  streaming: afterAt(at(0, { streaming: 'works' }), start, opened),
  'watching, not yet open': after(start, page),
  watching: after(start, page, opened),
  waiting: after(start, garbled),
  'waiting as the server asked': after(start, { ...refused, retryAfterMs: 30_000 }),
  stopped: after(inputs.stop),
};

describe('step: every state and every word of the page', () => {
  const words: { readonly [W in Surrounding]: Extract<SurroundingInput, { type: W }> } = {
    offline: { type: 'offline', failure },
    online: { type: 'online' },
    shown: { type: 'shown' },
    frozen: { type: 'frozen', failure },
    thawed: { type: 'thawed' },
  };
  const LOOK = { shown: 'look', thawed: 'look' };
  const LIST_LATER = 'list: close, discard, unreachable, wait 30000';
  const WATCH_LATER = 'watch: close, discard, unreachable, wait 30000';
  const CLOSED_LIST = 'list: close, discard, wait 30000';
  const CLOSED_WATCH = 'watch: close, discard, wait 30000';
  const SOON = 'list: close, discard, wait 0';
  const table: { readonly [R in keyof typeof rows]: { readonly [W in Surrounding]: string } } = {
    idle: { offline: '', online: '', shown: '', frozen: '', thawed: '' },
    listing: { offline: LIST_LATER, online: '', frozen: CLOSED_LIST, ...LOOK },
    streaming: { offline: LIST_LATER, online: '', frozen: CLOSED_LIST, ...LOOK },
    'watching, not yet open': { offline: WATCH_LATER, online: '', frozen: CLOSED_WATCH, ...LOOK },
    watching: { offline: WATCH_LATER, online: '', frozen: CLOSED_WATCH, ...LOOK },
    waiting: { offline: LIST_LATER, online: SOON, shown: SOON, frozen: '', thawed: SOON },
    'waiting as the server asked': { offline: LIST_LATER, online: '', shown: '', frozen: '', thawed: '' },
    stopped: { offline: '', online: '', shown: '', frozen: '', thawed: '' },
  };

  for (const [row, state] of Object.entries(rows))
    for (const word of Object.values(words))
      it(`${row} + ${word.type} → ${table[row]?.[word.type]}`, () => {
        const { state: next, effects } = step(state, word, at(500), settings);
        const told = effects.map((effect) => (effect.type === 'wait' ? `wait ${effect.ms}` : effect.type)).join(', ');
        expect(next.at === 'waiting' && effects.length > 0 ? `${next.next}: ${told}` : told).toBe(
          table[row]?.[word.type],
        );
      });
});

/** Live since now, on a page that the test moves. */
function live(clock = new TestClock()) {
  const page = new Subject<Surrounding>();
  const bench = new ReflectorBench({ surroundings$: page }, {}, clock);
  bench.server.last.json(podList(10, [pod('a', 1)]));
  bench.server.last.open();
  return {
    ...bench,
    server: bench.server,
    clock,
    status: bench.status,
    page,
    tell: (word: Surrounding) => page.next(word),
  };
}

describe('a page without a network', () => {
  it('L7: the status says so at once, and since when what is shown is old', () => {
    const { clock, status, tell, server } = live();
    clock.advance(20 * SECOND);
    tell('offline');
    expect(server.last.aborted).toBe(true);
    expect(status()).toMatchObject({
      ...{ phase: 'retrying', synced: true, staleSince: 20 * SECOND },
      failure: { kind: 'network', message: expect.stringContaining('is offline') },
    });
  });

  it('L8: requests go out once or twice a minute, since a browser may be wrong, and say no other reason', () => {
    const { clock, status, tell, server } = live();
    clock.advance(20 * SECOND);
    tell('offline');
    for (let second = 0; second < 600; second++) {
      clock.advance(SECOND);
      if (!server.last.aborted && !server.last.opened) server.last.reset('ENETUNREACH');
      expect(status()).toMatchObject({ failure: { message: expect.stringContaining('is offline') } });
    }
    expect(server.log.length).toBeLessThanOrEqual(2 + 20);
    expect(server.log.length).toBeGreaterThan(2 + 10);
  });

  it('L1: goes on from where it was within a second, once there is a network again', () => {
    const { clock, status, tell, server, events } = live();
    clock.advance(20 * SECOND);
    server.last.send(event('MODIFIED', pod('a', 11)));
    tell('offline');
    clock.advance(10 * SECOND);
    tell('online');
    clock.advance(SECOND);
    expect(server.log.slice(2)).toEqual(['watch?resourceVersion=11']);
    server.last.open();
    expect(status()).toMatchObject({ phase: 'live' });
    expect(status()?.failure).toBeUndefined();
    expect(events).toEqual(['replace a@1 @10', 'modified a@11']);
  });

  it('does not put the next request off, however often the network comes and goes', () => {
    const { clock, tell, server } = live();
    clock.advance(20 * SECOND);
    tell('offline');
    tell('online');
    for (let i = 0; i < 10; i++) {
      clock.advance(100);
      tell('online');
    }
    expect(server.log).toHaveLength(3);
  });

  it('a server that answers all the same is believed more than the browser', () => {
    const { clock, status, tell, server } = live();
    clock.advance(20 * SECOND);
    tell('offline');
    clock.advance(60 * SECOND);
    server.last.open();
    expect(status()).toMatchObject({ phase: 'live' });
    clock.advance(20 * SECOND);
    server.last.reset();
    expect(server.log).toHaveLength(4);
    server.last.reset();
    expect(status()).toMatchObject({ failure: { message: expect.stringContaining('ECONNRESET') } });
  });

  it('is told at the start too, and one request is made all the same', () => {
    const { server, status, clock } = new ReflectorBench({ surroundings$: of('offline') });
    server.last.reset();
    expect(status()).toMatchObject({ phase: 'retrying', failure: { message: expect.stringContaining('is offline') } });
    clock.advance(30 * SECOND);
    expect(server.log).toHaveLength(1);
  });

  it('says nothing of a server on this computer, or in this program', () => {
    const attempt = { verb: 'list', resource: { group: '', plural: 'pods', version: 'v1' } } as const;
    const heeded = (url: string) => inputOfSurrounding('offline', { ...attempt, url }) !== undefined;
    expect(
      [
        'http://localhost:80/api',
        'http://127.0.0.1:9/api',
        'https://[::1]:6443/api',
        'http://a.localhost',
        'memory:/',
      ].map(heeded),
    ).toEqual([false, false, false, false, false]);
    expect(
      ['https://10.0.0.1:6443/api', 'http://localhost.example/api', 'https://127.example', 'wss://relay'].map(heeded),
    ).toEqual([true, true, true, true]);
  });
});

describe('a page that is hidden, and seen again', () => {
  /** Time passes, and no timer runs: they are held back. */
  class HeldClock extends TestClock {
    hold(ms: number): void {
      this.set(this.now() + ms);
    }
  }

  it('L7: one whose computer slept asks anew as soon as it is seen, before its timers run', () => {
    const clock = new HeldClock();
    const { server, status, tell } = live(clock);
    clock.advance(20 * SECOND);
    clock.hold(3600 * SECOND);
    expect(server.log).toHaveLength(2);
    tell('shown');
    expect(server.log).toHaveLength(3);
    expect(status()).toMatchObject({ failure: { kind: 'silent', message: expect.stringContaining('did not run') } });
  });

  it('keeps a connection that is not silent, however often it is hidden and seen', () => {
    const { server, clock, tell, status } = live();
    for (let i = 0; i < 60; i++) {
      clock.advance(SECOND);
      tell('shown');
    }
    expect(server.log).toHaveLength(2);
    expect(status()).toMatchObject({ phase: 'live' });
    expect(clock.pending).toBe(1);
  });

  it('ends a wait after a failure, for somebody looks', () => {
    const { server, clock, tell } = live();
    clock.advance(20 * SECOND);
    server.last.refuse(500, 'InternalError');
    server.last.reset();
    clock.advance(5 * SECOND);
    const before = server.log.length;
    server.last.reset();
    tell('shown');
    clock.advance(SECOND);
    expect(server.log.length).toBe(before + 1);
  });
});

describe('a page that the browser stops', () => {
  it('L9: holds no connection while it does not run, and goes on from where it was', () => {
    const { server, clock, tell, status } = live();
    clock.advance(20 * SECOND);
    tell('frozen');
    tell('frozen');
    expect(server.last.aborted).toBe(true);
    expect(status()).toMatchObject({ phase: 'retrying', staleSince: 20 * SECOND });
    tell('thawed');
    tell('thawed');
    clock.advance(SECOND);
    expect(server.log.slice(2)).toEqual(['watch?resourceVersion=10']);
    server.last.open();
    expect(status()).toMatchObject({ phase: 'live' });
  });

  it('that has no network when it runs again says so', () => {
    const { clock, tell, status } = live();
    clock.advance(20 * SECOND);
    tell('frozen');
    tell('thawed');
    tell('offline');
    expect(status()).toMatchObject({ failure: { message: expect.stringContaining('is offline') } });
  });
});
