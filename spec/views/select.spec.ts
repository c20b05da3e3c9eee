import { expect, it } from '@jest/globals';
import { from } from 'rxjs';
import { select } from '../../lib/views/index.js';

function selected<V, R>(values: readonly V[], fn: (value: V) => R, equal?: (a: R, b: R) => boolean): R[] {
  const seen: R[] = [];
  from(values)
    .pipe(select(fn, equal))
    .subscribe((value) => seen.push(value));
  return seen;
}

it('emits only when the value changed', () => {
  expect(selected([1, 2, 11, 12, 3], (value) => value % 10)).toEqual([1, 2, 1, 2, 3]);
  expect(selected([1, 11, 2, 2, 1], (value) => value % 10)).toEqual([1, 2, 1]);
});

it('compares as told', () => {
  expect(
    selected(
      [{ x: 1 }, { x: 1 }, { x: 2 }],
      (value) => value,
      (a, b) => a.x === b.x,
    ),
  ).toEqual([{ x: 1 }, { x: 2 }]);
});
