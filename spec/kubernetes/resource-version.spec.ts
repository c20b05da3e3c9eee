import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareResourceVersions, laterResourceVersion } from '../../lib/kubernetes/index.js';
import { runs } from '../support/runs.js';

describe('compareResourceVersions', () => {
  it('orders integers of any length by value', () => {
    const version = fc.bigInt({ min: 1n, max: 2n ** 200n });
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(compareResourceVersions(String(a), String(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
      runs,
    );
  });

  it('tells neighbours apart beyond what a number can hold', () => {
    expect(compareResourceVersions('9007199254740993', '9007199254740992')).toBe(1);
    expect(compareResourceVersions('99999999999999999999', '100000000000000000000')).toBe(-1);
  });

  it.each(['0', '', '01', '-1', '+1', '1.5', '1e3', ' 1', 'abc', '0x10', '١'])(
    'does not compare %j with anything else',
    (other) => {
      expect(compareResourceVersions(other, '7')).toBeUndefined();
      expect(compareResourceVersions('7', other)).toBeUndefined();
      expect(compareResourceVersions(other, other)).toBe(0);
    },
  );
});

describe('laterResourceVersion', () => {
  it.each([
    ['9', '10', '10'],
    ['10', '9', '10'],
    ['9', '9', '9'],
    ['', '9', '9'],
    ['9', '', '9'],
    ['', '', ''],
    ['abc', '9', '9'],
    ['9', 'abc', 'abc'],
  ])('L17: after %j then %j, history is at %j', (current, next, later) => {
    expect(laterResourceVersion(current, next)).toBe(later);
  });
});
