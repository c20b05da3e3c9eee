import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type LabelRequirement,
  matchesLabels,
  parseLabelSelector,
  printLabelSelector,
} from '../../lib/kubernetes/index.js';
import { runs } from '../support/runs.js';

const keys = fc.constantFrom('tier', 'in', 'notin', 'example.com/tier', 'a_.-B', 'constructor', '7');
const values = fc.constantFrom('', 'web', 'api', 'in', '7', '12', '0', '99999999999999999999');
const sets = fc.uniqueArray(values, { minLength: 1, maxLength: 3 });
const integers = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String);

const requirements: fc.Arbitrary<LabelRequirement> = fc.oneof(
  fc.record({ key: keys, operator: fc.constantFrom('In' as const, 'NotIn' as const), values: sets }),
  fc.record({ key: keys, operator: fc.constantFrom('Exists' as const, 'DoesNotExist' as const) }),
  fc.record({
    key: keys,
    operator: fc.constantFrom('Gt' as const, 'Lt' as const),
    value: fc.oneof(fc.constant('7'), integers),
  }),
);
const selectors = fc.array(requirements, { maxLength: 4 });
const labels = fc.dictionary(keys, values);

describe('printLabelSelector', () => {
  it('prints what parses to the same', () => {
    fc.assert(
      fc.property(selectors, (selector) => {
        const text = printLabelSelector(selector);
        const parsed = parseLabelSelector(text);
        expect(printLabelSelector(parsed)).toBe(text);
        expect(new Set(parsed.map(canonical))).toEqual(new Set(selector.map(canonical)));
      }),
      runs,
    );
  });

  it('is the same for the same conditions in another order', () => {
    const shuffled = selectors.chain((selector) =>
      fc.tuple(
        fc.constant(selector),
        fc.shuffledSubarray([...selector, ...selector], { minLength: selector.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([selector, other]) => {
        expect(printLabelSelector(other)).toBe(printLabelSelector(selector));
      }),
      runs,
    );
  });

  it('prefers the short forms', () => {
    const text = 'tier in (web),cores>007,!gone,zone notin (b,a,b),tier!=api,there';
    expect(printLabelSelector(parseLabelSelector(text))).toBe(
      '!gone,cores>7,there,tier!=api,tier=web,zone notin (a,b)',
    );
  });

  /** Values are a set. */
  const canonical = (requirement: LabelRequirement) =>
    JSON.stringify('values' in requirement ? { ...requirement, values: [...requirement.values].sort() } : requirement);
});

describe('matchesLabels', () => {
  it('agrees with a naive reading of each condition', () => {
    fc.assert(
      fc.property(selectors, labels, (selector, labels) => {
        expect(matchesLabels(selector, labels)).toBe(
          !selector.some((requirement) => !naively(requirement, new Map(Object.entries(labels)))),
        );
      }),
      runs,
    );
  });

  it.each([
    ['tier!=web', {}, true],
    ['tier notin (web,api)', {}, true],
    ['tier=', {}, false],
    ['tier=', { tier: '' }, true],
    ['tier', { tier: '' }, true],
    ['!tier', { tier: '' }, false],
    ['tier in (web,api),cores>4', { tier: 'api', cores: '8' }, true],
    ['cores>4', { cores: '4' }, false],
    ['cores>4', { cores: 'many' }, false],
    ['cores<4', {}, false],
    ['cores<4', { cores: '' }, false],
    ['cores<9223372036854775807', { cores: '9223372036854775806' }, true],
    ['cores>1', { cores: '9223372036854775808' }, false],
    ['constructor', {}, false],
    ['', {}, true],
  ])('%s of %j is %j', (selector, labels, matches) => {
    expect(matchesLabels(parseLabelSelector(selector), labels)).toBe(matches);
  });

  it('takes no labels for none', () => {
    expect(matchesLabels(parseLabelSelector('tier'), undefined)).toBe(false);
    expect(matchesLabels(parseLabelSelector('!tier'), undefined)).toBe(true);
  });
});

function naively(requirement: LabelRequirement, labels: ReadonlyMap<string, string>): boolean {
  const value = labels.get(requirement.key);
  const integer = value !== undefined && /^\d+$/.test(value) && value.length < 20 ? BigInt(value) : undefined;
  switch (requirement.operator) {
    case 'Exists':
      return labels.has(requirement.key);
    case 'DoesNotExist':
      return !labels.has(requirement.key);
    case 'In':
      return requirement.values.some((wanted) => wanted === value);
    case 'NotIn':
      return requirement.values.every((unwanted) => unwanted !== value);
    case 'Gt':
      return integer !== undefined && integer > BigInt(requirement.value);
    case 'Lt':
      return integer !== undefined && integer < BigInt(requirement.value);
  }
}
