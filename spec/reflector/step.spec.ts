import { describe, expect, it } from '@jest/globals';
import type { Failure } from '../../lib/reflector/failure.js';
import { type Input, initialState, type Moment, type Settings, type State } from '../../lib/reflector/machine.js';
import { step } from '../../lib/reflector/step.js';

type Named<A extends string> = Readonly<Record<A, string>>;

const failure: Failure = { kind: 'server', message: 'm', advice: 'a' };
const settings: Settings = {
  pageSize: undefined,
  watchList: 'auto',
  silenceDeadlineMs: undefined,
  emptyWatch: failure,
  hastyServer: failure,
  endlessList: failure,
};
const at = (now: number, streaming: Moment['streaming'] = 'fails'): Moment => ({ now, random: 0, streaming });
const early = at(500);
const late = at(60_000);

/** Runs inputs one after another. */
function after(...inputs: readonly Input<never>[]): State {
  return afterAt(at(0), ...inputs);
}

function afterAt(moment: Moment, ...inputs: readonly Input<never>[]): State {
  return inputs.reduce<State>((state, input) => step(state, input, moment, settings).state, initialState(0));
}

const page: Input<never> = { type: 'page', meta: { resourceVersion: '10' }, count: 1 };
const status = (code: number) =>
  ({ apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', message: '', reason: '', code }) as const;

const states: Readonly<Record<State['at'], State>> = {
  idle: initialState(0),
  listing: after({ type: 'start' }),
  streaming: afterAt(at(58_000, 'works'), { type: 'start' }, { type: 'opened' }),
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
  unfit: { type: 'unfit', failure },
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
/** What streams no list lists in pages, at once. */
const PAGED = 'listing: discard, list';
const UNABLE = 'listing: learn, discard, list';
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
      unfit: '-',
      timer: '-',
    },
    stop: STOP,
  },
  listing: {
    page: 'watching: replace, watch',
    ...{ refused: RELIST, broken: RELIST, silent: RELIST, garbled: RELIST },
    ...{ start: '-', opened: '-', event: '-', ended: '-', unfit: '-', timer: '-' },
    stop: STOP,
  },
  streaming: {
    ...{ opened: 'streaming: ', event: 'streaming: ', unfit: 'streaming: ' },
    ...{ refused: PAGED, garbled: PAGED, ended: PAGED, broken: PAGED },
    silent: UNABLE,
    ...{ start: '-', page: '-', timer: '-' },
    stop: STOP,
  },
  watching: {
    opened: 'watching: ',
    event: 'watching: emit',
    ended: 'watching: watch',
    broken: 'watching: watch',
    silent: REWATCH,
    ...{ refused: RELIST, garbled: RELIST, unfit: RELIST },
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
      unfit: '-',
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
      unfit: '-',
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

describe('step: streamed lists', () => {
  const begun = (knowledge: Moment['streaming'], options: Partial<Settings> = {}) =>
    step<never>(initialState(0), inputs.start, at(0, knowledge), { ...settings, ...options }).state;

  it.each([
    ['auto', 'unknown', 'streaming'],
    ['auto', 'works', 'streaming'],
    ['auto', 'fails', 'listing'],
    ['always', 'fails', 'streaming'],
    ['never', 'works', 'listing'],
  ] as const)('%s, on a server where it is %s: %s', (watchList, knowledge, expected) => {
    expect(begun(knowledge, { watchList }).at).toBe(expected);
  });

  it('who asks for pages gets pages, unless streams are asked for too', () => {
    expect(begun('works', { pageSize: 100 }).at).toBe('listing');
    expect(begun('works', { pageSize: 100, watchList: 'always' }).at).toBe('streaming');
  });

  const opened = afterAt(at(0, 'works'), { type: 'start' }, { type: 'opened' });
  const marked: Input<never> = { ...inputs.event, initialEventsEnd: true } as Input<never>;

  it('L15: only the marked bookmark makes the list whole; then the stream goes on as the watch', () => {
    expect(outcome(opened, inputs.event, early)).toBe('streaming: ');
    expect(outcome(opened, marked, early)).toBe('watching: learn, allow, replace');
  });

  it('L15, L17: a mark without a resourceVersion is none', () => {
    expect(outcome(opened, { ...marked, resourceVersion: '' } as Input<never>, early)).toBe('streaming: ');
  });

  it.each([
    ['broken', 'works', PAGED],
    ['broken', 'unknown', PAGED],
    ['ended', 'works', PAGED],
    ['ended', 'unknown', UNABLE],
  ] as const)(
    'a stream that was cut (%s) is tried once more, also where it %s, and then: %s',
    (name, knowledge, then) => {
      const once = step(opened, inputs[name], at(2000, knowledge), settings);
      expect(once.effects.map(({ type }) => type)).toEqual(['discard', 'watch']);
      const again = step(once.state, { type: 'opened' }, at(2000, knowledge), settings);
      expect(outcome(again.state, inputs[name], at(4000, knowledge))).toBe(then);
    },
  );

  it.each([400, 422])('a server that answers %i cannot stream, whatever was known', (code) => {
    expect(outcome(opened, { ...inputs.refused, status: status(code) } as Input<never>, at(1, 'works'))).toBe(UNABLE);
  });

  it('429 is waited for', () => {
    const refused = { ...inputs.refused, status: status(429) } as Input<never>;
    expect(outcome(opened, refused, at(1, 'works'))).toBe(RELIST);
  });

  it('410 leads to a stream of the newest state, at once, and then to pages', () => {
    const expired = { ...inputs.refused, status: status(410) } as Input<never>;
    const again = step(opened, expired, early, settings);
    expect(again.effects.map(({ type }) => type)).toEqual(['discard', 'watch']);
    expect(outcome(again.state, expired, early)).toBe(PAGED);
  });

  it('no progress for 5 s, though events come, is a plain watch: the server ignores what was asked', () => {
    expect(outcome(opened, inputs.event, at(4999, 'unknown'))).toBe('streaming: ');
    expect(outcome(opened, inputs.event, at(5000, 'unknown'))).toBe(UNABLE);
  });

  it('a stream that could not be opened is waited for', () => {
    const asked = afterAt(at(0, 'works'), { type: 'start' });
    expect(outcome(asked, inputs.broken, at(1, 'works'))).toBe(RELIST);
  });
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
