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

/** What sessions that follow each other have asked for, so that they are held to one budget together. */
export class SharedBudget {
  #budget = FRESH_BUDGET;

  /** Whether nothing counts any more of what was asked for. */
  isFresh(now: number): boolean {
    return this.#budget.recent.every((time) => time <= now - MINUTE_MS);
  }

  /** For a session that begins. Its clock may be behind that of the one before, if the time of day was set back: then it waits a minute, not hours. */
  begin(now: number): Budget {
    if (this.isFresh(now)) return FRESH_BUDGET;
    const { first, recent } = this.#budget;
    return { first: Math.min(first ?? now, now), recent: recent.map((time) => Math.min(time, now)) };
  }

  keep(budget: Budget): void {
    this.#budget = budget;
  }
}
