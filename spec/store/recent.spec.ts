import { expect, it } from '@jest/globals';
import { Recent } from '../../lib/store/recent.js';

it('L18: keeps its newest entries only', () => {
  const recent = new Recent<number>(3);
  for (let i = 0; i < 100; i++) recent.set(`name ${i}`, i);
  expect(Array.from({ length: 100 }, (_, i) => recent.get(`name ${i}`)).filter((value) => value !== undefined)).toEqual(
    [97, 98, 99],
  );
});

it('counts an entry that is set again as new', () => {
  const recent = new Recent<number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  recent.set('a', 3);
  recent.set('c', 4);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([3, undefined, 4]);
});
