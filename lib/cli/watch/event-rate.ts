/** Events of the last seconds, counted by second: a value, to which new counts are added. */
export type EventCounts = readonly { readonly second: number; readonly count: number }[];

const WINDOW_SECONDS = 10;

/** @param now epoch milliseconds */
export function countEvents(counts: EventCounts, count: number, now: number): EventCounts {
  const second = Math.floor(now / 1000);
  const recent = counts.filter((entry) => entry.second >= second - WINDOW_SECONDS);
  const last = recent.at(-1);
  if (last?.second !== second) return [...recent, { second, count }];
  return [...recent.slice(0, -1), { second, count: last.count + count }];
}

/**
 * How many events came a second, of late: in the ten seconds that are over, or in those since `since`, if these are fewer.
 *
 * @param since when counting began, in epoch milliseconds
 */
export function eventsPerSecond(counts: EventCounts, since: number, now: number): number {
  const second = Math.floor(now / 1000);
  const seconds = Math.min(WINDOW_SECONDS, Math.max(1, second - Math.floor(since / 1000)));
  const whole = counts.filter((entry) => entry.second < second && entry.second >= second - seconds);
  return whole.reduce((sum, { count }) => sum + count, 0) / seconds;
}
