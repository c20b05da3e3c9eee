import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type FieldSelector,
  matchesFields,
  parseFieldSelector,
  printFieldSelector,
} from '../../lib/kubernetes/index.js';
import { runs } from '../support/runs.js';

describe('parseFieldSelector', () => {
  it('reads =, == and !=', () => {
    expect(parseFieldSelector('spec.nodeName=worker-1,status.phase!=Running,metadata.name==a')).toEqual([
      { path: 'metadata.name', operator: '=', value: 'a' },
      { path: 'spec.nodeName', operator: '=', value: 'worker-1' },
      { path: 'status.phase', operator: '!=', value: 'Running' },
    ]);
  });

  it('selects everything by the empty text, and passes over empty terms as Kubernetes does', () => {
    expect(parseFieldSelector('')).toEqual([]);
    expect(parseFieldSelector(',a=b,,')).toEqual([{ path: 'a', operator: '=', value: 'b' }]);
  });

  it('reads what is escaped in a value', () => {
    expect(parseFieldSelector('a=x\\,y\\=z\\\\')).toEqual([{ path: 'a', operator: '=', value: 'x,y=z\\' }]);
  });

  it('keeps spaces, exclamation marks and other letters of a value, which may be empty', () => {
    expect(parseFieldSelector('a= b !ü\n')).toEqual([{ path: 'a', operator: '=', value: ' b !ü\n' }]);
    expect(parseFieldSelector('a!=')).toEqual([{ path: 'a', operator: '!=', value: '' }]);
  });

  it.each([
    ['spec.nodeName', 'its end: expected "=" or "!="'],
    ['a=b,c', 'its end: expected "=" or "!="'],
    ['=b', 'character 1 ("=b"): expected the path of a field'],
    ['a=b, c=d', 'character 5 (" c=d"): expected the path of a field, without spaces'],
    ['a=b=c', 'character 4 ("="): write'],
    ['a=b,c=d\\e', 'character 8 ("\\\\e"): write "\\\\" for a backslash'],
    ['a=b\\', 'character 4 ("\\\\"): write'],
  ])('refuses %j and points at the place', (text, problem) => {
    expect(() => parseFieldSelector(text)).toThrow(TypeError);
    expect(() => parseFieldSelector(text, '--field-selector')).toThrow(
      `--field-selector ${JSON.stringify(text)} is wrong at ${problem}`,
    );
  });
});

const selectors: fc.Arbitrary<FieldSelector> = fc.array(
  fc.record({
    path: fc.constantFrom('metadata.name', 'status.phase', 'a'),
    operator: fc.constantFrom('=' as const, '!=' as const),
    value: fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('\\', ',', '=', '!', 'a') })),
  }),
  { maxLength: 4 },
);

describe('printFieldSelector', () => {
  it('prints what parses to the same', () => {
    fc.assert(
      fc.property(selectors, (selector) => {
        const parsed = parseFieldSelector(printFieldSelector(selector));
        expect(new Set(parsed.map(textOf))).toEqual(new Set(selector.map(textOf)));
        expect(parseFieldSelector(printFieldSelector(parsed))).toEqual(parsed);
      }),
      runs,
    );
  });

  it('is the same for the same conditions in another order', () => {
    expect(printFieldSelector(parseFieldSelector('b==1,a!=2,b=1'))).toBe(
      printFieldSelector(parseFieldSelector('a!=2,b=1')),
    );
  });

  const textOf = (requirement: FieldSelector[number]) =>
    JSON.stringify([requirement.path, requirement.operator, requirement.value]);
});

describe('matchesFields', () => {
  it('wants every condition met', () => {
    fc.assert(
      fc.property(
        selectors,
        fc.dictionary(fc.constantFrom('metadata.name', 'status.phase', 'a'), fc.string()),
        (selector, fields) => {
          const naive = selector.filter(
            ({ path, operator, value }) => ((fields[path] ?? '') === value) !== (operator === '='),
          );
          expect(matchesFields(selector, (path) => fields[path])).toBe(naive.length === 0);
        },
      ),
      runs,
    );
  });

  it('takes an absent field for an empty one', () => {
    expect(matchesFields(parseFieldSelector('spec.nodeName='), () => undefined)).toBe(true);
    expect(matchesFields(parseFieldSelector('spec.nodeName!=worker-1'), () => undefined)).toBe(true);
    expect(matchesFields(parseFieldSelector('spec.nodeName!='), () => undefined)).toBe(false);
  });
});
