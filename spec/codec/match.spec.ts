import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isText } from '../../lib/codec/match.js';
import { runs } from '../support/runs.js';
import { anyJson, bytesOf } from './chunks.js';

it('knows the text of a value where it is plain, and takes no other for it', () => {
  fc.assert(
    fc.property(anyJson, anyJson, (value, other) => {
      const text = JSON.stringify(value);
      const bytes = bytesOf(text);
      const parsed: unknown = JSON.parse(text);
      const isPlain = /^[\x20-\x7e]*$/.test(text) && !text.includes('\\');
      if (isPlain) expect(isText(bytes, 0, bytes.length, parsed)).toBe(true);
      if (isText(bytes, 0, bytes.length, JSON.parse(JSON.stringify(other)))) expect(other).toEqual(value);
    }),
    runs,
  );
});

it('takes no text for a value from which it differs in one byte', () => {
  fc.assert(
    fc.property(anyJson, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, place, flip) => {
      const bytes = bytesOf(JSON.stringify(value));
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ flip;
      expect(isText(bytes, 0, bytes.length, value)).toBe(false);
    }),
    runs,
  );
});

it.each([
  ['a prefix', '{"a":1}', { a: 1, b: 2 }],
  ['a longer text', '{"a":1,"b":2}', { a: 1 }],
  ['members in another order', '{"b":2,"a":1}', { a: 1, b: 2 }],
  ['spaces', '{"a": 1}', { a: 1 }],
  ['a number written otherwise', '[1.0]', [1]],
  ['an escape', '["\\u0061"]', ['a']],
  ['an array for an object', '[]', {}],
  ['text beyond the end', '["ab', ['abc']],
])('says no to %s', (_, text, value) => {
  expect(isText(bytesOf(text), 0, text.length, value)).toBe(false);
});
