const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * A time span as kubectl shows it: at most two units, fewer the longer it is.
 *
 * @param milliseconds negative counts as none
 */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 2 * MINUTE) return `${seconds}s`;
  if (seconds < 10 * MINUTE) return units(seconds, [MINUTE, 'm'], [1, 's']);
  if (seconds < 3 * HOUR) return units(seconds, [MINUTE, 'm']);
  if (seconds < 8 * HOUR) return units(seconds, [HOUR, 'h'], [MINUTE, 'm']);
  if (seconds < 2 * DAY) return units(seconds, [HOUR, 'h']);
  if (seconds < 8 * DAY) return units(seconds, [DAY, 'd'], [HOUR, 'h']);
  if (seconds < 2 * YEAR) return units(seconds, [DAY, 'd']);
  return seconds < 8 * YEAR ? units(seconds, [YEAR, 'y'], [DAY, 'd']) : units(seconds, [YEAR, 'y']);
}

type Unit = readonly [seconds: number, letter: string];

function units(seconds: number, [size, letter]: Unit, next?: Unit): string {
  const rest = seconds % size;
  const more = next === undefined ? 0 : Math.floor(rest / next[0]);
  return `${Math.floor(seconds / size)}${letter}${more === 0 || next === undefined ? '' : `${more}${next[1]}`}`;
}
