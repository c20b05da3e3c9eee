import { describe, expect, it } from '@jest/globals';
import { parseSort, printSort, type Sort, sortsOf, toggleSort } from '../src/app/table/sort';

const clicks = (...titles: readonly string[]) =>
  titles.reduce<readonly Sort[]>(
    (sorts, title) => toggleSort(sorts, title.replace('+', ''), title.startsWith('+')),
    [],
  );

describe('the order of a table', () => {
  it('is ascending by a click, descending by two, and as it was by three', () => {
    expect(printSort(clicks('Name'))).toBe('Name');
    expect(printSort(clicks('Name', 'Name'))).toBe('-Name');
    expect(printSort(clicks('Name', 'Name', 'Name'))).toBe('');
  });

  it('forgets the other columns by a plain click', () => {
    expect(printSort(clicks('Name', 'Age'))).toBe('Age');
  });

  it('has one more column by a click with shift, which turns in its place and leaves at last', () => {
    expect(printSort(clicks('Status', '+Restarts'))).toBe('Status,Restarts');
    expect(printSort(clicks('Status', '+Restarts', '+Status'))).toBe('-Status,Restarts');
    expect(printSort(clicks('Status', '+Restarts', '+Status', '+Status'))).toBe('Restarts');
  });

  it('is that of the kind while nobody chose another', () => {
    expect(sortsOf('', { sort: '-Seen' })).toEqual([{ title: 'Seen', isDescending: true }]);
    expect(sortsOf('Name', { sort: '-Seen' })).toEqual([{ title: 'Name', isDescending: false }]);
    expect([sortsOf('', {}), sortsOf('', undefined)]).toEqual([[], []]);
  });

  it('is the same after it was in the address', () => {
    const sorts = clicks('Status', '+Restarts', '+Restarts');
    expect(parseSort(printSort(sorts))).toEqual(sorts);
    expect(parseSort('')).toEqual([]);
  });
});
