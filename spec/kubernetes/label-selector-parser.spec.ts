import { describe, expect, it } from '@jest/globals';
import { parseLabelSelector } from '../../lib/kubernetes/index.js';

const key = 'tier';

describe('parseLabelSelector', () => {
  it.each([
    ['tier=web', { key, operator: 'In', values: ['web'] }],
    ['tier==web', { key, operator: 'In', values: ['web'] }],
    ['tier!=web', { key, operator: 'NotIn', values: ['web'] }],
    ['tier in (web)', { key, operator: 'In', values: ['web'] }],
    ['tier in (web,api,web)', { key, operator: 'In', values: ['api', 'web'] }],
    ['tier notin (web,api)', { key, operator: 'NotIn', values: ['api', 'web'] }],
    ['tier', { key, operator: 'Exists' }],
    ['!tier', { key, operator: 'DoesNotExist' }],
    ['tier>007', { key, operator: 'Gt', value: '7' }],
    ['tier<4', { key, operator: 'Lt', value: '4' }],
    ['tier=', { key, operator: 'In', values: [''] }],
    ['tier in ()', { key, operator: 'In', values: [''] }],
    ['tier in (,web)', { key, operator: 'In', values: ['', 'web'] }],
    ['in in (in,notin)', { key: 'in', operator: 'In', values: ['in', 'notin'] }],
    ['notin', { key: 'notin', operator: 'Exists' }],
    ['app.kubernetes.io/name=a.b_c-D', { key: 'app.kubernetes.io/name', operator: 'In', values: ['a.b_c-D'] }],
  ])('reads %s', (text, requirement) => {
    expect(parseLabelSelector(text)).toEqual([requirement]);
  });

  it('joins conditions by commas, in canonical order and once each', () => {
    expect(parseLabelSelector('tier=web,!gone,tier==web')).toEqual([
      { key: 'gone', operator: 'DoesNotExist' },
      { key: 'tier', operator: 'In', values: ['web'] },
    ]);
  });

  it('does not mind spaces', () => {
    expect(parseLabelSelector(' tier\tin( web ,api )\n, ! gone,zone = a')).toEqual(
      parseLabelSelector('tier in (web,api),!gone,zone=a'),
    );
  });

  it('selects everything by the empty text', () => {
    expect(parseLabelSelector('')).toEqual([]);
    expect(parseLabelSelector(' \n')).toEqual([]);
  });

  it.each([
    ['tier=web,', 'its end: expected a label key'],
    [',tier=web', 'character 1 (","): expected a label key'],
    ['tier=web api', 'character 10 ("api"): expected "," or the end'],
    ['!tier=web', 'character 6 ("="): expected "," or the end'],
    ['!!tier', 'character 2 ("!"): expected a label key'],
    ['tier web', 'character 6 ("web"): expected "=", "!="'],
    ['tier IN (web)', 'character 6 ("IN"): expected "=", "!="'],
    ['tier===web', 'character 7 ("="): expected a label value'],
    ['tier in web', 'character 9 ("web"): expected values in parentheses'],
    ['tier in', 'its end: expected values in parentheses'],
    ['tier in (web', 'its end: expected "," or ")"'],
    ['tier in (web api)', 'character 14 ("api"): expected "," or ")"'],
    ['tier>many', 'character 6 ("many"): expected a whole number'],
    ['tier>', 'its end: expected a whole number'],
    ['tier<-1', 'character 6 ("-1"): expected a whole number'],
    ['tier>9223372036854775808', 'character 6 ("9223372036854775808"): expected a whole number'],
    ['-tier', 'character 1 ("-tier"): the name of a label key has 1 to 63 letters'],
    ['example.com/', 'character 1 ("example.com/"): the name of a label key'],
    ['a/b/c', 'character 1 ("a/b/c"): the name of a label key'],
    ['Example.com/tier', 'character 1 ("Example.com/tier"): the prefix of a label key is a DNS name'],
    ['/tier', 'character 1 ("/tier"): the prefix of a label key'],
    ['tier=ü', 'character 6 ("ü"): a label value has at most 63 letters'],
    ['tier=web-', 'character 6 ("web-"): a label value'],
    ['tier=\u00a0web', 'character 6 ("\u00a0web"): a label value'],
  ])('refuses %j and points at the place', (text, problem) => {
    expect(() => parseLabelSelector(text)).toThrow(TypeError);
    expect(() => parseLabelSelector(text, '--selector')).toThrow(
      `--selector ${JSON.stringify(text)} is wrong at ${problem}`,
    );
  });

  it('has the limits of Kubernetes', () => {
    const [name, long] = ['a'.repeat(63), 'a'.repeat(64)];
    const prefix = `${'a'.repeat(200)}.${'b'.repeat(52)}`;
    expect(parseLabelSelector(`${prefix}/${name}=${name}`)).toHaveLength(1);
    expect(() => parseLabelSelector(`${prefix}b/a`)).toThrow('at most 253 characters');
    expect(() => parseLabelSelector(long)).toThrow('1 to 63');
    expect(() => parseLabelSelector(`a=${long}`)).toThrow('at most 63');
  });
});
