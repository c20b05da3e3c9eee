const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Up to how many seconds an age is written in which units: precise while it is short, as kubectl writes it. */
const STEPS: readonly (readonly [below: number, unit: Unit, rest?: Unit])[] = [
  [2 * MINUTE, ['s', 1]],
  [10 * MINUTE, ['m', MINUTE], ['s', 1]],
  [3 * HOUR, ['m', MINUTE]],
  [8 * HOUR, ['h', HOUR], ['m', MINUTE]],
  [2 * DAY, ['h', HOUR]],
  [8 * DAY, ['d', DAY], ['h', HOUR]],
  [2 * YEAR, ['d', DAY]],
  [8 * YEAR, ['y', YEAR], ['d', DAY]],
  [Number.POSITIVE_INFINITY, ['y', YEAR]],
];

type Unit = readonly [name: string, seconds: number];

/**
 * How long something lasted, as kubectl says it: `45s`, `3m12s`, `5h20m`, `12d`. The clock of a server may run ahead a little: what is in the
 * future is `0s`.
 *
 * @see https://github.com/kubernetes/apimachinery/blob/master/pkg/util/duration/duration.go
 */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [, [name, size], rest] = STEPS.find(([below]) => seconds < below) ?? [0, ['s', 1] as const];
  const whole = `${Math.floor(seconds / size)}${name}`;
  if (rest === undefined) return whole;
  const remaining = Math.floor((seconds % size) / rest[1]);
  return remaining === 0 ? whole : `${whole}${remaining}${rest[0]}`;
}

/** The time since a timestamp of an object; `<unknown>` where it is absent or no time, as kubectl has it. */
export function age(timestamp: string | undefined, now: number): string {
  const time = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  return Number.isNaN(time) ? '<unknown>' : duration(now - time);
}
