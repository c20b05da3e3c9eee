import { initialState } from '../../lib/reflector/initial-state.js';
import type { Input, Moment, Settings, State } from '../../lib/reflector/machine.js';
import { step } from '../../lib/reflector/step.js';
import { at, failure, settings } from './moments.js';

type InputOf<A> = Extract<Input<never>, { type: A }>;

export const statusOf = (code: number) =>
  ({ apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', message: '', reason: '', code }) as const;

/** One input of each kind. */
export const inputs: { readonly [A in Input<never>['type']]: InputOf<A> } = {
  start: { type: 'start' },
  page: { type: 'page', meta: { resourceVersion: '10' }, count: 1 },
  opened: { type: 'opened' },
  event: { type: 'event', event: { type: 'bookmark', resourceVersion: '11' }, resourceVersion: '11' },
  unfit: { type: 'unfit', failure },
  refused: { type: 'refused', status: statusOf(500), failure },
  ended: { type: 'ended' },
  broken: { type: 'broken', failure },
  silent: { type: 'silent', failure, since: 0 },
  woke: { type: 'woke', failure, since: 0 },
  garbled: { type: 'garbled', failure },
  timer: { type: 'timer' },
  reachable: { type: 'reachable' },
  retryNow: { type: 'retryNow' },
  stop: { type: 'stop' },
};

/** Runs inputs one after another, at one moment. */
export function afterAt(moment: Moment, ...said: readonly Input<never>[]): State {
  return said.reduce<State>((state, input) => step(state, input, moment, settings).state, initialState(0));
}

export function after(...said: readonly Input<never>[]): State {
  return afterAt(at(0), ...said);
}

/** What a step leads to, in short: `watching: replace, watch`; `-` where nothing happens. */
export function outcome(state: State, input: Input<never>, moment: Moment, options: Partial<Settings> = {}): string {
  const { state: next, effects } = step(state, input, moment, { ...settings, ...options });
  if (next === state && effects.length === 0) return '-';
  const then = next.at === 'waiting' ? ` to ${next.next}` : '';
  return `${next.at}${then}: ${effects.map((effect) => effect.type).join(', ')}`;
}
