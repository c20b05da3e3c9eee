import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { yamlLines } from '../src/app/detail/yaml-lines';

const object = {
  apiVersion: 'v1',
  metadata: { name: 'web', labels: {}, annotations: { 'a/b': 'true', note: 'two\nlines\n' }, resourceVersion: '12' },
  spec: {
    containers: [{ name: 'main', args: ['-v', '2'], ports: [{ port: 80 }] }, 'odd'],
    empty: [],
    nested: [[1, 2], [3]],
  },
  nothing: null,
};
const print = (value: unknown) =>
  yamlLines(value)
    .map(({ lead, key, value }) => `${lead}${key}${value}\n`)
    .join('');

describe('YAML in lines', () => {
  it('says what the object says', () => {
    expect(parse(print(object))).toEqual(object);
    expect(parse(print({}))).toEqual({});
  });

  it('stands as kubectl has it', () => {
    expect(print({ spec: { list: [{ a: 1, b: 'x' }] } })).toBe('spec:\n  list:\n  - a: 1\n    b: x\n');
  });

  it('escapes what turns text round or is not to be seen, and stays the same YAML', () => {
    const odd = {
      note: '\u202Eabc\u0000',
      '\u2066k': 'two\nlines\u007f',
      list: ['a\u200Bb', '\ufeff'],
      plain: 'a\tb\nc',
    };
    expect(print({ note: odd.note })).toBe('note: "\\u202Eabc\\u0000"\n');
    expect(print(odd)).not.toMatch(/[\p{Bidi_Control}\u200b\ufeff\u007f]/u);
    expect(parse(print(odd))).toEqual(odd);
  });

  it('has one path a line, which stays when another value changes', () => {
    const paths = yamlLines(object).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(yamlLines({ ...object, apiVersion: 'v2' }).map(({ path }) => path)).toEqual(paths);
  });
});
