import { describe, expect, it } from '@jest/globals';
import { initialState } from '../../lib/reflector/initial-state.js';
import type { Effect, Input, State } from '../../lib/reflector/machine.js';
import { step } from '../../lib/reflector/step.js';
import { at, failure, settings } from './moments.js';

const status = { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', message: '', reason: '' } as const;
const expired: Input<never> = { type: 'refused', status: { ...status, code: 410 }, failure };
const opened: Input<never> = { type: 'opened' };
const ended: Input<never> = { type: 'ended' };
const timer: Input<never> = { type: 'timer' };
const page = (resourceVersion: string): Input<never> => ({ type: 'page', meta: { resourceVersion }, count: 1 });
const bookmark: Input<never> = {
  type: 'event',
  event: { type: 'bookmark', resourceVersion: '11' },
  resourceVersion: '11',
};

/** A reflector at some hour, far from the limits of its first minute. */
function session() {
  let state: State = initialState(0);
  let now = 0;
  let effects: readonly Effect<never>[] = [];
  const session = {
    say(...inputs: Input<never>[]) {
      for (const input of inputs) ({ state, effects } = step<never>(state, input, at(now), settings));
      return session;
    },
    wait(ms: number) {
      now += ms;
      return session;
    },
    get asked() {
      const effect = effects.find(({ type }) => type === 'list' || type === 'watch');
      return effect?.type === 'list' || effect?.type === 'watch'
        ? [effect.type, effect.request.resourceVersion]
        : undefined;
    },
    get silenceMs() {
      const effect = effects.find(({ type }) => type === 'list');
      return effect?.type === 'list' ? effect.silenceMs : undefined;
    },
    get state() {
      return state;
    },
    get now() {
      return now;
    },
  };
  return session.say({ type: 'start' });
}

describe('watches in vain', () => {
  it('lead to a list of the newest state when two lists in a row gave a version that is gone', () => {
    const reflector = session().say(page('10'), expired, timer);
    expect(reflector.asked).toEqual(['list', '10']);
    expect(reflector.say(page('10'), expired, timer).asked).toEqual(['list', '']);
  });

  it('are forgotten when one brings a bookmark', () => {
    const reflector = session().say(page('10'), expired, timer, page('10'), opened, bookmark, expired, timer);
    expect(reflector.asked).toEqual(['list', '11']);
  });

  it('lead to a list when three in a row ended early and empty', () => {
    const reflector = session().say(page('10'));
    for (let i = 0; i < 2; i++) expect(reflector.say(opened).wait(2000).say(ended).asked).toEqual(['watch', '10']);
    expect(reflector.say(opened).wait(2000).say(ended).state).toMatchObject({ at: 'waiting', next: 'list' });
  });

  it('wait their turn from the fifth list on', () => {
    const reflector = session();
    for (let i = 0; i < 4; i++) reflector.say(page('10'), expired).wait(60_000).say(timer);
    expect(reflector.say(page('10')).state).toMatchObject({
      at: 'waiting',
      next: 'watch',
      memory: { phase: 'retrying' },
    });
    expect(reflector.wait(60_000).say(timer).asked).toEqual(['watch', '10']);
  });

  it('without a cursor lead to a list: what was deleted meanwhile would not be told', () => {
    const silent: Input<never> = { type: 'silent', failure, since: 0 };
    expect(session().say(page(''), opened).wait(20_000).say(ended).asked).toEqual(['list', '0']);
    expect(session().say(page(''), opened).wait(20_000).say(silent).asked).toEqual(['list', '0']);
  });
});

describe('watches that say nothing, not even bookmarks', () => {
  /** So many of them, of 200 s each. */
  const mute = (reflector: ReturnType<typeof session>, times: number, ms = 200_000) => {
    for (let i = 0; i < times; i++) reflector.say(opened).wait(ms).say(ended);
    return reflector;
  };

  /** So many that were given up after that time, at most one of them before a word comes. */
  const silent = (reflector: ReturnType<typeof session>, times: number, ms: number) => {
    for (let i = 0; i < times; i++) {
      reflector.say(opened).wait(ms).say({ type: 'silent', failure, since: 0 });
      if (reflector.state.at === 'waiting') reflector.wait(60_000).say(timer);
    }
    return reflector;
  };

  it('lead to a list when they were open for half an hour: the cursor may be of the future', () => {
    const reflector = mute(session().say(page('10')), 8);
    expect(reflector.asked).toEqual(['watch', '10']);
    expect(mute(reflector, 1).asked).toEqual(['list', '10']);
    // The count begins anew.
    expect(mute(reflector.say(page('10')), 8).asked).toEqual(['watch', '10']);
    expect(mute(reflector, 1).asked).toEqual(['list', '10']);
  });

  it.each([
    [120_000, 15],
    [60_000, 30],
    [30_000, 60],
    [1000, 60],
  ])('lead there too when they are given up as silent, each after %i ms', (ms, times) => {
    const reflector = silent(session().say(page('10')), times - 1, ms);
    expect(reflector.asked).toEqual(['watch', '10']);
    expect(silent(reflector, 1, ms).asked).toEqual(['list', '10']);
  });

  it('lead to a list when two of them were silent where bookmarks came, and only once if they come no more', () => {
    const reflector = session().say(page('10'), opened, bookmark).wait(60_000).say(bookmark).wait(95_000);
    reflector.say({ type: 'silent', failure, since: 0 });
    expect(silent(reflector, 1, 95_000).asked).toEqual(['watch', '11']);
    expect(silent(reflector, 1, 95_000).asked).toEqual(['list', '11']);
    expect(silent(reflector.say(page('10')), 18, 95_000).asked).toEqual(['watch', '10']);
    expect(silent(reflector, 1, 95_000).asked).toEqual(['list', '10']);
  });

  it('lead to none where one between them said something', () => {
    const reflector = mute(session().say(page('10')), 8);
    reflector.say(opened, bookmark).wait(200_000).say(ended);
    expect(mute(reflector, 8).asked).toEqual(['watch', '11']);
    expect(mute(reflector, 1).asked).toEqual(['list', '11']);
  });

  it('lead to none for the time in which this process did not run', () => {
    const woke: Input<never> = { type: 'woke', failure, since: 20_000 };
    const reflector = session().say(page('10'), opened).wait(3_600_000).say(woke);
    expect(reflector.asked).toEqual(['watch', '10']);
  });
});

describe('a bookmark of before the watch', () => {
  const at9: Input<never> = { ...bookmark, event: { type: 'bookmark', resourceVersion: '9' }, resourceVersion: '9' };

  it('L17, L7: shows that the server went back: the newest state is asked for, and the status says why', () => {
    const reflector = session().say(page('10'), opened).wait(60_000).say(at9);
    expect(reflector.state).toMatchObject({
      at: 'waiting',
      next: 'list',
      memory: { resourceVersion: '10', failure: { message: '10 → 9' }, staleSince: 60_000 },
    });
    expect(reflector.wait(60_000).say(timer).asked).toEqual(['list', '']);
  });

  it('is none that is only older than what came since the watch began', () => {
    const at12: Input<never> = { ...bookmark, resourceVersion: '12' };
    expect(session().say(page('10'), opened, at12, bookmark).state).toMatchObject({
      at: 'watching',
      memory: { resourceVersion: '12' },
    });
  });

  it('L8: again and again, leads to lists that are ever further apart', () => {
    const reflector = session();
    let waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      reflector.say(page('10'));
      if (reflector.state.at === 'waiting') reflector.wait(30_000).say(timer);
      const { state } = reflector.say(opened).wait(60_000).say(at9);
      if (state.at === 'waiting') waits = [...waits, state.until - reflector.now];
      reflector.wait(60_000).say(timer);
    }
    expect(waits).toEqual([800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  });
});

describe('lists that bring nothing in time', () => {
  it('are waited for twice as long, and then four times, until one is whole', () => {
    const silent: Input<never> = { type: 'silent', failure, since: 0 };
    const reflector = session();
    const deadlines = [reflector.silenceMs];
    for (let i = 0; i < 3; i++) deadlines.push(reflector.say(silent).wait(60_000).say(timer).silenceMs);
    expect(deadlines).toEqual([60_000, 120_000, 240_000, 240_000]);
    reflector.say(page('10'), opened).wait(20_000).say(expired).wait(60_000).say(timer);
    expect(reflector.silenceMs).toBe(60_000);
  });
});
