import { describe, expect, it } from '@jest/globals';
import { type Effect, type Input, initialState, type State } from '../../lib/reflector/machine.js';
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

  it('lead to a list after eight in a row: the cursor may be of the future', () => {
    const reflector = mute(session().say(page('10')), 7);
    expect(reflector.asked).toEqual(['watch', '10']);
    expect(mute(reflector, 1).asked).toEqual(['list', '10']);
    // The count begins anew.
    expect(mute(reflector.say(page('10')), 7).asked).toEqual(['watch', '10']);
    expect(mute(reflector, 1).asked).toEqual(['list', '10']);
  });

  it('lead to none where one between them said something, or was too short for a bookmark', () => {
    const reflector = mute(session().say(page('10')), 7);
    expect(mute(reflector, 1, 140_000).asked).toEqual(['watch', '10']);
    reflector.say(opened, bookmark).wait(200_000).say(ended);
    expect(mute(reflector, 7).asked).toEqual(['watch', '11']);
    expect(mute(reflector, 1).asked).toEqual(['list', '11']);
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
