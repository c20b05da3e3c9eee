import type { InformerStatus } from '../../reflector/index.js';
import { problemSentence, staleness } from './status-sentence.js';

/** What has been said of an informer so far. */
export interface Said {
  /** The last sentence about what is wrong; '' when all was well. */
  readonly problem: string;
  readonly live: boolean;
}

export const NOTHING_SAID: Said = { problem: '', live: false };

/**
 * What is news in a status, for a log: a sentence for each different failure and for each return, not one for each attempt.
 *
 * @param now epoch milliseconds
 */
export function announce(
  said: Said,
  status: InformerStatus,
  now: number,
): { readonly said: Said; readonly sentence?: string } {
  const problem = problemSentence(status);
  const age = staleness(status, now);
  if (problem !== '' && problem !== said.problem)
    return {
      said: { problem, live: status.phase === 'live' },
      sentence: `${status.phase}: ${problem}${age === '' ? '' : ` (${age})`}`,
    };
  if (status.phase !== 'live' || said.live) return { said };
  return { said: { problem, live: true }, sentence: said.problem === '' ? 'live' : 'live again' };
}
