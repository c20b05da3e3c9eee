import { describe, expect, it } from '@jest/globals';
import { nextPosition } from '../src/app/table/next-position';

describe('the keys of the table', () => {
  it('lead to the first row when none is chosen', () => {
    expect(nextPosition('ArrowDown', -1, 99, 20)).toBe(0);
    expect(nextPosition('ArrowUp', -1, 99, 20)).toBe(0);
  });

  it('go by one, by a page, and to the ends, and never beyond', () => {
    expect(nextPosition('ArrowDown', 5, 99, 20)).toBe(6);
    expect(nextPosition('k', 5, 99, 20)).toBe(4);
    expect(nextPosition('PageDown', 5, 99, 20)).toBe(25);
    expect(nextPosition('PageDown', 95, 99, 20)).toBe(99);
    expect(nextPosition('PageUp', 5, 99, 20)).toBe(0);
    expect(nextPosition('End', 5, 99, 20)).toBe(99);
    expect(nextPosition('Home', 5, 99, 20)).toBe(0);
  });

  it('choose the first row by Enter when none is chosen, and leave a chosen one to be opened', () => {
    expect(nextPosition('Enter', -1, 99, 20)).toBe(0);
    expect(nextPosition('Enter', 5, 99, 20)).toBeUndefined();
  });

  it('lead nowhere in an empty table, and by other keys', () => {
    expect(nextPosition('ArrowDown', -1, -1, 20)).toBeUndefined();
    expect(nextPosition('x', 5, 99, 20)).toBeUndefined();
  });
});
