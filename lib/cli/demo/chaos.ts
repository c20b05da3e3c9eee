import type { Random } from '../../testing/index.js';
import { duration } from '../text/age.js';

/** A disturbance, and after how many milliseconds it comes. */
export interface Disturbance {
  readonly kind: 'cut' | 'expire';
  readonly afterMs: number;
}

/**
 * `cut`: all connections break. `expire`: they do, and meanwhile the server forgets the past, so that nobody can resume.
 * About as often as an informer may ask in the long run (L8): more would show how it waits, not how it recovers.
 */
export function nextDisturbance(random: Random): Disturbance {
  return { kind: random() < 0.7 ? 'cut' : 'expire', afterMs: 10_000 + 12_000 * random() };
}

/**
 * What the chaos did last, in words.
 *
 * @param at when, in epoch milliseconds; undefined: nothing yet
 */
export function chaosNote(
  last: { readonly kind: Disturbance['kind']; readonly at: number } | undefined,
  now: number,
): string {
  if (last === undefined) return 'chaos: all is still quiet';
  const ago = `${duration(now - last.at)} ago`;
  switch (last.kind) {
    case 'cut':
      return `chaos: ${ago} all connections were cut`;
    case 'expire':
      return `chaos: ${ago} all connections were cut, and the server forgot its past: resuming gets 410, a list is needed`;
  }
}
