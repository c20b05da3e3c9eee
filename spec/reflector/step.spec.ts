import { describe, expect, it } from '@jest/globals';
import type { Input, State } from '../../lib/reflector/machine.js';
import { step } from '../../lib/reflector/step.js';
import { at, settings } from './moments.js';
import { after, afterAt, inputs, outcome, statusOf } from './steps.js';

const early = at(500);
const late = at(60_000);
const { start, page, opened, broken } = inputs;

/** Each state, and those that have two faces, twice. */
type Row = State['at'] | 'watching, not yet open' | 'waiting for another to get through';

const rows: Readonly<Record<Row, State>> = {
  idle: after(),
  listing: after(start),
  streaming: afterAt(at(58_000, { streaming: 'works' }), start, opened),
  'watching, not yet open': after(start, page),
  watching: after(start, page, opened),
  waiting: after(start, inputs.garbled),
  'waiting for another to get through': after(start, broken),
  stopped: after(inputs.stop),
};

const STOP = 'stopped: close';
const LIST = 'listing: discard, list';
const RELIST = 'waiting to list: close, discard, wait';
const REWATCH = 'waiting to watch: close, discard, wait';
/** Also told: the server cannot be reached. */
const UNREACHED = 'waiting to list: close, discard, unreachable, wait';
/** Who streams no list lists in pages. */
const UNABLE = 'listing: learnStreaming, discard, list';
const NOTHING = {
  ...{ start: '-', page: '-', opened: '-', event: '-', unfit: '-', refused: '-', ended: '-', broken: '-' },
  ...{ silent: '-', woke: '-', garbled: '-', timer: '-', reachable: '-', retryNow: '-' },
  stop: STOP,
} as const;

/** Every state and every input: the compiler refuses a table with a hole. */
const table: { readonly [R in Row]: { readonly [A in Input<never>['type']]: string } } = {
  idle: { ...NOTHING, start: LIST },
  listing: {
    page: 'watching: replace, watch',
    ...{ refused: RELIST, silent: RELIST, garbled: RELIST },
    broken: UNREACHED,
    woke: LIST,
    ...{ start: '-', opened: '-', event: '-', unfit: '-', ended: '-', timer: '-', reachable: '-', retryNow: '-' },
    stop: STOP,
  },
  streaming: {
    ...{ opened: 'streaming: ', event: 'streaming: ', unfit: 'streaming: ' },
    ...{ refused: LIST, garbled: LIST, ended: LIST, broken: LIST, woke: LIST },
    silent: UNABLE,
    ...{ start: '-', page: '-', timer: '-', reachable: '-', retryNow: '-' },
    stop: STOP,
  },
  'watching, not yet open': {
    opened: 'watching: allow',
    event: 'watching: emit',
    ended: 'watching: watch',
    broken: 'waiting to watch: close, discard, unreachable, wait',
    silent: REWATCH,
    woke: 'watching: watch',
    ...{ refused: RELIST, garbled: RELIST, unfit: RELIST },
    ...{ start: '-', page: '-', timer: '-', reachable: '-', retryNow: '-' },
    stop: STOP,
  },
  watching: {
    opened: 'watching: allow',
    event: 'watching: emit',
    ...{ ended: 'watching: watch', broken: 'watching: watch', silent: 'watching: watch', woke: 'watching: watch' },
    ...{ refused: RELIST, garbled: RELIST, unfit: RELIST },
    ...{ start: '-', page: '-', timer: '-', reachable: '-', retryNow: '-' },
    stop: STOP,
  },
  waiting: { ...NOTHING, timer: LIST, retryNow: LIST },
  'waiting for another to get through': { ...NOTHING, timer: UNREACHED, retryNow: LIST, reachable: RELIST },
  stopped: NOTHING,
};

describe('step: every state and every input', () => {
  const names = <R extends string>(record: Readonly<Record<R, unknown>>) => Object.keys(record) as R[];
  for (const row of names(table)) {
    const moment =
      row === 'waiting for another to get through' ? { ...late, server: { ...late.server, leads: false } } : late;
    for (const type of names(inputs)) {
      it(`${row} + ${type} → ${table[row][type]}`, () => {
        expect(outcome(rows[row], inputs[type], moment)).toBe(table[row][type]);
      });
    }
  }
});

describe('step: what the table leaves open', () => {
  it.each([
    ['ended', inputs.ended],
    ['broken', inputs.broken],
  ])('an empty watch that is over (%s) within a second leads to a list, under backoff', (_, input) => {
    expect(outcome(rows.watching, input, early)).toBe(RELIST);
  });

  it('a watch that could not be opened is tried again, under backoff', () => {
    expect(outcome(after(start, page), inputs.broken, late)).toBe(table['watching, not yet open'].broken);
  });

  it('429 leads to a watch, not a list', () => {
    expect(outcome(rows.watching, { ...inputs.refused, status: statusOf(429) } as Input<never>, late)).toBe(REWATCH);
  });

  it('is pure: the same state, input and moment give the same step, and no state is written to', () => {
    for (const state of Object.values(rows)) {
      for (const input of Object.values(inputs)) {
        const before = JSON.stringify(state);
        expect(step(state, input, late, settings)).toEqual(step(state, input, late, settings));
        expect(JSON.stringify(state)).toBe(before);
      }
    }
  });
});
