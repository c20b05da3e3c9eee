/** client-go's numbers for its reflector. */
const INITIAL_MS = 800;
const CAP_MS = 30_000;

/**
 * How long to wait before attempt number `attempt` (1 is the first after a failure): 0.8 s doubling up to 30 s, plus up to
 * as much again, so that informers that failed together do not come back together. `random` is in [0, 1).
 */
export function backoffMs(attempt: number, random: number): number {
  const base = Math.min(INITIAL_MS * 2 ** (attempt - 1), CAP_MS);
  return base + random * base;
}

/** The longest of them, and as much again at random, at most. */
export function longestBackoffMs(random: number): number {
  return CAP_MS + random * CAP_MS;
}

/** A watch must have lived this long for the failures before it to be forgotten. */
export const HEALTHY_MS = 10_000;
