import { describe, expect, it } from '@jest/globals';
import { duration } from '../src/app/ui/duration';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('durations', () => {
  it.each([
    [-5, '0s'],
    [999, '0s'],
    [42 * SECOND, '42s'],
    [5 * MINUTE, '5m'],
    [5 * MINUTE + 10 * SECOND, '5m10s'],
    [42 * MINUTE + 10 * SECOND, '42m'],
    [3 * HOUR + 5 * MINUTE, '3h5m'],
    [3 * HOUR + 5 * SECOND, '3h'],
    [50 * HOUR, '2d2h'],
    [12 * 24 * HOUR, '12d'],
  ])('of %d ms are told as %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });
});
