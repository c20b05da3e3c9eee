import { describe, expect, it } from '@jest/globals';
import { initialState } from '../../lib/reflector/initial-state.js';
import type { Input, Known, Settings } from '../../lib/reflector/machine.js';
import { step } from '../../lib/reflector/step.js';
import { at, settings } from './moments.js';
import { afterAt, inputs, outcome, statusOf } from './steps.js';

const early = at(500);
const LIST = 'listing: discard, list';
const UNABLE = 'listing: learnStreaming, discard, list';
const RELIST = 'waiting to list: close, discard, wait';

describe('step: streamed lists', () => {
  const begun = (knowledge: Known['streaming'], options: Partial<Settings> = {}) =>
    step<never>(initialState(0), inputs.start, at(0, { streaming: knowledge }), { ...settings, ...options }).state;

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

  const opened = afterAt(at(0, { streaming: 'works' }), inputs.start, inputs.opened);
  const marked: Input<never> = { ...inputs.event, initialEventsEnd: true } as Input<never>;

  it('L15: only the marked bookmark makes the list whole; then the stream goes on as the watch', () => {
    expect(outcome(opened, inputs.event, early)).toBe('streaming: ');
    expect(outcome(opened, marked, early)).toBe('watching: learnStreaming, allow, replace');
  });

  it('L15, L17: a mark without a resourceVersion is none', () => {
    expect(outcome(opened, { ...marked, resourceVersion: '' } as Input<never>, early)).toBe('streaming: ');
  });

  it.each([
    ['broken', 'works', LIST],
    ['broken', 'unknown', LIST],
    ['ended', 'works', LIST],
    ['ended', 'unknown', UNABLE],
  ] as const)(
    'a stream that was cut (%s) is tried once more, also where it %s, and then: %s',
    (name, streaming, then) => {
      const once = step(opened, inputs[name], at(2000, { streaming }), settings);
      expect(once.effects.map(({ type }) => type)).toEqual(['discard', 'watch']);
      const again = step(once.state, { type: 'opened' }, at(2000, { streaming }), settings);
      expect(outcome(again.state, inputs[name], at(4000, { streaming }))).toBe(then);
    },
  );

  it.each([400, 422])('a server that answers %i cannot stream, whatever was known', (code) => {
    expect(
      outcome(opened, { ...inputs.refused, status: statusOf(code) } as Input<never>, at(1, { streaming: 'works' })),
    ).toBe(UNABLE);
  });

  it('429 is waited for', () => {
    const refused = { ...inputs.refused, status: statusOf(429) } as Input<never>;
    expect(outcome(opened, refused, at(1, { streaming: 'works' }))).toBe(RELIST);
  });

  it('410 leads to a stream of the newest state, at once, and then to pages', () => {
    const expired = { ...inputs.refused, status: statusOf(410) } as Input<never>;
    const again = step(opened, expired, early, settings);
    expect(again.effects.map(({ type }) => type)).toEqual(['discard', 'watch']);
    expect(outcome(again.state, expired, early)).toBe(LIST);
  });

  it('no progress for 5 s, though events come, is a plain watch: the server ignores what was asked', () => {
    expect(outcome(opened, inputs.event, at(4999, { streaming: 'unknown' }))).toBe('streaming: ');
    expect(outcome(opened, inputs.event, at(5000, { streaming: 'unknown' }))).toBe(UNABLE);
  });

  it('a stream that could not be opened is waited for', () => {
    const asked = afterAt(at(0, { streaming: 'works' }), inputs.start);
    expect(outcome(asked, inputs.broken, at(1, { streaming: 'works' }))).toBe(
      'waiting to list: close, discard, unreachable, wait',
    );
  });
});
