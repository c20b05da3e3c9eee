import { expect } from '@jest/globals';

/**
 * `expect(actual).toEqual(expected)` for plain data, where there is much of it: expect() is slow, so it is only asked where the texts
 * differ, for what it says.
 */
export function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}
