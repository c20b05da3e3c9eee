import { describe, expect, it } from '@jest/globals';
import { nameParts } from '../src/app/table/name-parts';

describe('a name in two parts', () => {
  it('keeps the end by which pods of one workload differ', () => {
    expect(nameParts('thumbnails-56bf5cbc85-x7k2p')).toEqual(['thumbnails-56bf5cbc85', '-x7k2p']);
    expect(nameParts('web-0')).toEqual(['web-0', '']);
  });

  it('keeps its last eight characters where no short word ends it, and loses none', () => {
    for (const name of ['a'.repeat(40), `x-${'b'.repeat(30)}`, 'some-stateful-workload-3']) {
      const [start, end] = nameParts(name);
      expect(start + end).toBe(name);
      expect(end).toHaveLength(8);
    }
  });
});
