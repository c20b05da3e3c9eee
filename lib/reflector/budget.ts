/**
 * The number of lists and watches that one reflector may start (L8): 12 in its first minute, 6 in any minute after that. It is the
 * last word, whatever else is decided: a server that ends each watch after one event, or expires each list, gets no more.
 */
const MINUTE_MS = 60_000;
const FIRST_MINUTE = 12;
const LATER = 6;

/** When the requests of the last minute were started, oldest first, and when the very first was. */
export interface Budget {
  readonly first: number | undefined;
  readonly recent: readonly number[];
}

export const FRESH_BUDGET: Budget = { first: undefined, recent: [] };

export function spend({ first, recent }: Budget, now: number): Budget {
  return { first: first ?? now, recent: [...recent.filter((time) => time > now - MINUTE_MS), now] };
}

/** How long to wait until the next request may start; 0: it may now. */
export function mustWaitMs({ first, recent }: Budget, now: number): number {
  if (first === undefined) return 0;
  const counted = recent.filter((time) => time > now - MINUTE_MS);
  const waitFor = (limit: number, from: number): number => {
    const blocking = counted[counted.length - limit];
    return blocking === undefined ? from : Math.max(from, blocking + MINUTE_MS - now);
  };
  if (now - first >= MINUTE_MS) return waitFor(LATER, 0);
  // In the first minute: its own limit; what goes beyond waits for the second, under that one's limit.
  return counted.length < FIRST_MINUTE ? 0 : waitFor(LATER, first + MINUTE_MS - now);
}
