import { describe, expect, it } from '@jest/globals';
import { firstLookMs, look } from '../../lib/reflector/look.js';
import { bookmark, event, pod, podList } from '../support/scripted-server.js';
import { TestClock } from '../support/virtual-time.js';
import { ReflectorBench } from './bench.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Live since now. */
function live(...args: ConstructorParameters<typeof ReflectorBench>): ReflectorBench {
  const bench = new ReflectorBench(...args);
  bench.server.last.json(podList(10, [pod('a', 1)]));
  bench.server.last.open();
  return bench;
}

/** A server that sends a bookmark each minute, as kube-apiserver does. */
function withBookmarks(minutes = 3): ReflectorBench {
  const bench = live();
  for (let i = 1; i <= minutes; i++) {
    bench.clock.advance(MINUTE);
    bench.server.last.send(bookmark(10 + i));
  }
  return bench;
}

describe('silence of a server whose bookmarks are known', () => {
  it('L7: a watch that misses its bookmark is replaced at once, and the status says since when nothing came', () => {
    const { server, clock, status } = withBookmarks();
    const dead = server.last;
    clock.advance(95 * SECOND - 1);
    expect(status()).toMatchObject({ phase: 'live' });
    clock.advance(1);
    expect(dead.aborted).toBe(true);
    expect(server.log.at(-1)).toBe('watch?resourceVersion=13');
    expect(status()).toMatchObject({ phase: 'retrying', staleSince: 3 * MINUTE, failure: { kind: 'silent' } });
    server.last.open();
    expect(status()).toMatchObject({ phase: 'live' });
    expect(status()?.failure).toBeUndefined();
  });

  it('L7: the watch in its place is to be answered within 10 s', () => {
    const { server, clock, status } = withBookmarks();
    clock.advance(95 * SECOND + 10 * SECOND);
    expect(server.last.aborted).toBe(true);
    expect(status()).toMatchObject({ phase: 'retrying', attempt: 1, staleSince: 3 * MINUTE });
  });

  it('one bookmark alone is no habit', () => {
    const { clock, status } = withBookmarks(1);
    clock.advance(200 * SECOND);
    expect(status()).toMatchObject({ phase: 'live' });
  });

  it('an event is as good as a bookmark', () => {
    const { server, clock } = withBookmarks();
    for (let i = 0; i < 10; i++) {
      clock.advance(94 * SECOND);
      server.last.send(event('MODIFIED', pod('a', 20 + i)));
    }
    expect(server.log).toHaveLength(2);
  });

  it('what was learned of the server holds for its other watches too', () => {
    const { server, clock } = withBookmarks();
    const other = live({ namespace: 'shop' }, server, clock);
    clock.advance(95 * SECOND);
    expect(other.status()).toMatchObject({ phase: 'retrying', failure: { kind: 'silent' } });
  });

  it('a server whose bookmarks were no habit costs two watches and a list, and then none', () => {
    const { server, clock, statuses } = withBookmarks();
    for (let i = 0; i < 2; i++) {
      clock.advance(95 * SECOND);
      server.last.open();
    }
    clock.advance(449 * SECOND);
    server.last.end();
    server.last.json(podList(13, []));
    server.last.open();
    const alarms = () => statuses.filter(({ failure }) => failure !== undefined).length;
    const said = alarms();
    for (let i = 0; i < 4; i++) {
      clock.advance(449 * SECOND);
      server.last.end();
      server.last.open();
    }
    expect(alarms()).toBe(said);
    expect(server.log).toHaveLength(10);
  });
});

describe('silence of a server that sends no bookmarks', () => {
  it('an idle watch is left alone until the end that it was given, for half an hour', () => {
    const { server, clock, statuses } = live();
    for (let i = 0; i < 5; i++) {
      clock.advance(330 * SECOND);
      server.last.end();
      server.last.open();
    }
    expect(server.log).toHaveLength(7);
    expect(statuses.map(({ phase }) => phase)).toEqual(['listing', 'listing', 'live']);
  });

  it('L7: a watch that outlives its end is replaced', () => {
    const { server, clock, status } = live();
    clock.advance(345 * SECOND - 1);
    expect(status()).toMatchObject({ phase: 'live' });
    clock.advance(1);
    expect(status()).toMatchObject({ phase: 'retrying', staleSince: 0, failure: { kind: 'silent' } });
    expect(server.log).toHaveLength(3);
  });

  it('L7: headers are due within 90 s', () => {
    const { server, clock, status } = new ReflectorBench();
    server.last.json(podList(10, []));
    clock.advance(90 * SECOND);
    expect(status()).toMatchObject({ phase: 'retrying', attempt: 1, failure: { kind: 'silent' } });
  });
});

/** A clock whose process can be stopped: its timers then fire late, all at once. */
class StoppableClock extends TestClock {
  #stopped = 0;

  override now = () => this.frame + this.#stopped;

  stopFor(ms: number): void {
    this.#stopped += ms;
  }
}

describe('a process that did not run', () => {
  it('L7: gives up what was open and asks again at once, when it runs again', () => {
    const clock = new StoppableClock();
    const { server, status } = live({}, {}, clock);
    clock.advance(20 * SECOND);
    clock.stopFor(8 * 60 * MINUTE);
    clock.advance(15 * SECOND);
    expect(server.exchanges[1]?.aborted).toBe(true);
    expect(server.log.at(-1)).toBe('watch?resourceVersion=10');
    expect(status()).toMatchObject({
      phase: 'retrying',
      staleSince: 0,
      failure: { kind: 'silent', message: expect.stringContaining('did not run') },
    });
    server.last.open();
    expect(status()).toMatchObject({ phase: 'live' });
  });

  it('lists again, if it was listing', () => {
    const clock = new StoppableClock();
    const { server, events } = new ReflectorBench({}, {}, clock);
    clock.stopFor(8 * 60 * MINUTE);
    clock.advance(15 * SECOND);
    expect(server.log).toEqual(['list?limit=500&resourceVersion=0', 'list?limit=500&resourceVersion=0']);
    server.last.json(podList(10, []));
    expect(events).toEqual(['replace  @10']);
  });
});

describe('look', () => {
  it('comes every 15 s, and when the deadline is over', () => {
    expect(firstLookMs(90_000)).toBe(15_000);
    expect(firstLookMs(5_000)).toBe(5_000);
    expect(look(15_000, 15_000, 0, 90_000, false)).toEqual({ type: 'again', afterMs: 15_000, second: false });
    expect(look(15_000, 15_000, 0, 20_000, false)).toEqual({ type: 'again', afterMs: 5_000, second: false });
    expect(look(20_000, 20_000, 0, 20_000, false)).toEqual({ type: 'silent' });
  });

  it('does not take a hidden tab, whose timers come once a minute, for a process that slept', () => {
    expect(look(75_000, 15_000, 60_000, 90_000, false)).toMatchObject({ type: 'again' });
  });

  it('looks twice where its timer came late: bytes may have come that nobody has read', () => {
    expect(look(91_500, 90_000, 0, 90_000, false)).toEqual({ type: 'again', afterMs: 2000, second: true });
    expect(look(150_000, 93_500, 0, 90_000, true)).toEqual({ type: 'silent' });
    expect(look(93_500, 93_500, 91_500, 90_000, true)).toMatchObject({ type: 'again', second: false });
  });

  it('tells a process that slept by a timer that is more than 90 s late', () => {
    expect(look(105_000, 15_000, 0, 600_000, false)).toEqual({ type: 'slept' });
  });
});
