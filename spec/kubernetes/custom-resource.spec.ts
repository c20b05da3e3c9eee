import { describe, expect, it } from '@jest/globals';
import { customResource } from '../../lib/kubernetes/index.js';

const right = { group: 'stable.example.com', version: 'v1', plural: 'crontabs', namespaced: true, kind: 'CronTab' };

describe('customResource', () => {
  it('says what and where a kind is', () => {
    expect(customResource(right)).toEqual(right);
  });

  it('may leave the kind open', () => {
    const { kind, ...unnamed } = right;
    expect(customResource(unnamed).kind).toBe('');
    expect(kind).toBe('CronTab');
  });

  it('keeps nothing that it does not know', () => {
    expect(customResource({ ...right, ...{ shortName: 'ct' } })).toEqual(right);
  });

  it.each([
    ['group', ''],
    ['group', 'Stable.example.com'],
    ['group', 'stable..com'],
    ['group', `${'a'.repeat(250)}.com`],
    ['group', 'apis/stable.example.com'],
    ['version', ''],
    ['version', '1'],
    ['version', 'V1'],
    ['plural', ''],
    ['plural', 'CronTabs'],
    ['plural', 'crontabs.stable.example.com'],
    ['plural', 'a'.repeat(64)],
    ['kind', 'Cron Tab'],
    ['kind', '-'],
    ['namespaced', undefined],
    ['namespaced', 'no'],
  ])('names the option %s when it is %j', (option, value) => {
    const wrong = () => customResource({ ...right, [option]: value });
    expect(wrong).toThrow(TypeError);
    expect(wrong).toThrow(`${option} is ${JSON.stringify(value)}: expected `);
  });
});
