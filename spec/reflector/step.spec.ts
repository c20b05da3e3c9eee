import { describe, expect, it } from '@jest/globals';
import type { Failure } from '../../lib/reflector/failure.js';
import { type Input, initialState, type Moment, type Settings, type State } from '../../lib/reflector/machine.js';
import { step } from '../../lib/reflector/step.js';

type Named<A extends string> = Readonly<Record<A, string>>;

const failure: Failure = { kind: 'server', message: 'm', advice: 'a' };
const settings: Settings = { pageSize: undefined, emptyWatch: failure, hastyServer: failure, endlessList: failure };
const early: Moment = { now: 500, random: 0 };
const late: Moment = { now: 60_000, random: 0 };

/** Runs inputs one after another. */
function after(...inputs: readonly Input<never>[]): State {
  return inputs.reduce<State>(
    (state, input) => step(state, input, { now: 0, random: 0 }, settings).state,
    initialState(0),
  );
}

const page: Input<never> = { type: 'page', meta: { resourceVersion: '10' }, count: 1 };
const status = (code: number) =>
  ({ apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', message: '', reason: '', code }) as const;

const states: Readonly<Record<State['at'], State>> = {
  idle: initialState(0),
  listing: after({ type: 'start' }),
  watching: after({ type: 'start' }, page, { type: 'opened' }),
  waiting: after({ type: 'start' }, { type: 'broken', failure }),
  stopped: after({ type: 'stop' }),
};

const inputs: Readonly<Record<Input<never>['type'], Input<never>>> = {
  start: { type: 'start' },
  page,
  opened: { type: 'opened' },
  event: { type: 'event', event: { type: 'bookmark', resourceVersion: '11' }, resourceVersion: '11' },
  refused: { type: 'refused', status: status(500), failure },
  ended: { type: 'ended' },
  broken: { type: 'broken', failure },
  silent: { type: 'silent', failure },
  garbled: { type: 'garbled', failure },
  timer: { type: 'timer' },
  stop: { type: 'stop' },
};

/** What a step leads to, in short: `watching: replace, watch`; `-` where nothing happens. */
function outcome(state: State, input: Input<never>, moment: Moment): string {
  const { state: next, effects } = step(state, input, moment, settings);
  if (next === state && effects.length === 0) return '-';
  const then = next.at === 'waiting' ? ` to ${next.next}` : '';
  return `${next.at}${then}: ${effects.map((effect) => effect.type).join(', ')}`;
}

const STOP = 'stopped: close';
const RELIST = 'waiting to list: close, discard, wait';
const REWATCH = 'waiting to watch: close, discard, wait';

/** Every state and every input: the compiler refuses a table with a hole. */
const table: Readonly<Record<State['at'], Named<Input<never>['type']>>> = {
  idle: {
    start: 'listing: discard, list',
    ...{
      page: '-',
      opened: '-',
      event: '-',
      refused: '-',
      ended: '-',
      broken: '-',
      silent: '-',
      garbled: '-',
      timer: '-',
    },
    stop: STOP,
  },
  listing: {
    page: 'watching: replace, watch',
    ...{ refused: RELIST, broken: RELIST, silent: RELIST, garbled: RELIST },
    ...{ start: '-', opened: '-', event: '-', ended: '-', timer: '-' },
    stop: STOP,
  },
  watching: {
    opened: 'watching: ',
    event: 'watching: emit',
    ended: 'watching: watch',
    broken: 'watching: watch',
    silent: REWATCH,
    ...{ refused: RELIST, garbled: RELIST },
    ...{ start: '-', page: '-', timer: '-' },
    stop: STOP,
  },
  waiting: {
    timer: 'listing: discard, list',
    ...{
      start: '-',
      page: '-',
      opened: '-',
      event: '-',
      refused: '-',
      ended: '-',
      broken: '-',
      silent: '-',
      garbled: '-',
    },
    stop: STOP,
  },
  stopped: {
    ...{
      start: '-',
      page: '-',
      opened: '-',
      event: '-',
      refused: '-',
      ended: '-',
      broken: '-',
      silent: '-',
      garbled: '-',
    },
    timer: '-',
    stop: STOP,
  },
};

describe('step: every state and every input', () => {
  for (const [at, state] of Object.entries(states)) {
    for (const [type, input] of Object.entries(inputs)) {
      const expected = Object.entries(table[at as State['at']]).find(([name]) => name === type)?.[1];
      it(`${at} + ${type} → ${expected}`, () => {
        expect(outcome(state, input, late)).toBe(expected);
      });
    }
  }
});

describe('step: what the table leaves open', () => {
  it.each([
    ['ended', inputs.ended],
    ['broken', inputs.broken],
  ])('an empty watch that is over (%s) within a second leads to a list, under backoff', (_, input) => {
    expect(outcome(states.watching, input, early)).toBe(RELIST);
  });

  it('a watch that could not be opened is tried again, under backoff', () => {
    expect(outcome(after({ type: 'start' }, page), inputs.broken, late)).toBe(REWATCH);
  });

  it('429 leads to a watch, not a list', () => {
    expect(outcome(states.watching, { ...inputs.refused, status: status(429) } as Input<never>, late)).toBe(REWATCH);
  });

  it('is pure: the same state, input and moment give the same step, and no state is written to', () => {
    for (const state of Object.values(states)) {
      for (const input of Object.values(inputs)) {
        const before = JSON.stringify(state);
        expect(step(state, input, late, settings)).toEqual(step(state, input, late, settings));
        expect(JSON.stringify(state)).toBe(before);
      }
    }
  });
});
