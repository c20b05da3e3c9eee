import type { RequestRecord } from '../log.js';
import { LawError } from './law-error.js';

const MINUTE_MS = 60_000;
const FIRST_MINUTE = 12;
const LATER = 6;

/**
 * L8: one informer starts at most 12 lists and watches in its first minute, and 6 in any minute after that. The pages of one list count once.
 *
 * @param requests those of one informer
 * @throws LawError that names the minute
 */
export function checkRequests(requests: readonly RequestRecord[]): void {
  const starts = requests.filter(({ kind }) => kind === 'list' || kind === 'watch' || kind === 'watchList');
  const first = starts[0]?.at ?? 0;
  const early = starts.filter(({ at }) => at < first + MINUTE_MS);
  if (early.length > FIRST_MINUTE) throw storm(early.length, 'its first minute', FIRST_MINUTE);
  starts.forEach(({ at }, i) => {
    const before = starts[i - LATER];
    if (at < first + MINUTE_MS || before === undefined || before.at <= at - MINUTE_MS) return;
    throw storm(LATER + 1, `the minute before ${at} ms`, LATER);
  });
}

function storm(found: number, when: string, allowed: number): LawError {
  return new LawError('L8', `${found} lists and watches were started in ${when}; ${allowed} may be`);
}
