import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Fingerprinter } from '../../lib/codec/fingerprint.js';
import { runs } from '../support/runs.js';

const anyBytes = fc.uint8Array({ minLength: 1, maxLength: 400 });

describe('fingerprints', () => {
  it('are the same for the same text, wherever it stands', () => {
    const prints = new Fingerprinter();
    fc.assert(
      fc.property(anyBytes, fc.nat({ max: 9 }), fc.nat({ max: 9 }), (text, before, behind) => {
        const bytes = Uint8Array.from([...Array(before).fill(1), ...text, ...Array(behind).fill(2)]);
        const print = prints.of(text, 0, text.length);
        prints.of(new Uint8Array(500).fill(behind), 0, 500);
        expect(print && prints.isAt(print, bytes, before, bytes.length)).toBe(true);
        expect(print && prints.isAt(print, bytes, before, before + text.length - 1)).toBe(false);
      }),
      runs,
    );
  });

  it('are others for a text that differs anywhere, also in what one sum alone would not see', () => {
    const prints = new Fingerprinter();
    fc.assert(
      fc.property(anyBytes, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 5 }), (text, changes) => {
        const other = text.slice();
        for (const [place, byte] of changes) other[place % other.length] = byte;
        const print = prints.of(text, 0, text.length);
        const isSame = text.every((byte, i) => byte === other[i]);
        expect(print && prints.isAt(print, other, 0, other.length)).toBe(isSame);
      }),
      runs,
    );
  });

  it('are of all four sums: with a secret that makes three of them blind, the fourth sees', () => {
    for (let seeing = 0; seeing < 4; seeing++) {
      // A word is multiplied with its neighbour's sum, which is 0 here in all sums but one.
      const key = new Uint16Array(32).fill(0);
      key[2 * seeing + 1] = 1;
      const prints = new Fingerprinter(key);
      const print = prints.of(Uint8Array.from([1, 0, 0, 0]), 0, 4);
      expect(print && prints.isAt(print, Uint8Array.from([2, 0, 0, 0]), 0, 4)).toBe(false);
    }
  });

  it('differ from process to process', () => {
    const text = new Uint8Array(100).fill(0x61);
    const [a, b] = [new Fingerprinter(), new Fingerprinter()].map((prints) => prints.of(text, 0, text.length));
    expect(a).not.toEqual(b);
  });

  it('are not made of a text that is longer than the secret', () => {
    expect(new Fingerprinter().of(new Uint8Array(40_000), 0, 40_000)).toBeUndefined();
  });
});
