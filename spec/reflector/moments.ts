import type { Failure } from '../../lib/reflector/failure.js';
import type { Known, Moment, Settings } from '../../lib/reflector/machine.js';

export const failure: Failure = { kind: 'server', message: 'm', advice: 'a' };

export const settings: Settings = {
  pageSize: undefined,
  watchList: 'auto',
  silenceDeadlineMs: undefined,
  emptyWatch: failure,
  hastyServer: failure,
  endlessList: failure,
  unversioned: failure,
  wentBack: (from, to) => ({ ...failure, message: `${from} → ${to}` }),
};

/** A moment without chance, on a server that does not stream lists. */
export function at(now: number, server: Partial<Known> = {}): Moment {
  return { now, random: 0, server: { streaming: 'fails', bookmarks: 'unknown', leads: true, ...server } };
}
