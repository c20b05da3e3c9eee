import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Fingerprint, Fingerprinter } from '../../lib/codec/fingerprint.js';
import { runs } from '../support/runs.js';

/** The fingerprint of pieces, put together. */
function printOf(prints: Fingerprinter, ...pieces: readonly Uint8Array[]): Fingerprint {
  put(prints, ...pieces);
  return prints.take();
}

function put(prints: Fingerprinter, ...pieces: readonly Uint8Array[]): void {
  prints.begin();
  for (const piece of pieces) expect(prints.add(piece, 0, piece.length)).toBe(true);
}

const anyBytes = fc.uint8Array({ minLength: 1, maxLength: 400 });

describe('fingerprints', () => {
  it('are the same for the same text, wherever it stands, and of however many pieces it is', () => {
    const prints = new Fingerprinter();
    fc.assert(
      fc.property(anyBytes, fc.nat({ max: 9 }), fc.nat(), (text, before, cut) => {
        const bytes = Uint8Array.from([...Array(before).fill(1), ...text, 2]);
        const middle = before + (cut % text.length);
        const print = printOf(prints, text);
        put(prints, new Uint8Array(500).fill(before));
        prints.begin();
        expect(prints.add(bytes, before, middle)).toBe(true);
        expect(prints.is(print)).toBe(false);
        expect(prints.add(bytes, middle, before + text.length)).toBe(true);
        expect(prints.is(print)).toBe(true);
        expect(prints.add(bytes, 0, 1)).toBe(true);
        expect(prints.is(print)).toBe(false);
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
        const print = printOf(prints, text);
        const isSame = text.every((byte, i) => byte === other[i]);
        put(prints, other);
        expect(prints.is(print)).toBe(isSame);
      }),
      runs,
    );
  });

  it('are of all three sums: with a secret that makes two of them blind, the third sees', () => {
    for (let seeing = 0; seeing < 3; seeing++) {
      // A word is multiplied with its neighbour's sum, which is 0 here in all sums but one.
      const key = new Int32Array(32).fill(0);
      key[2 * seeing + 1] = 1;
      const prints = new Fingerprinter(key);
      const print = printOf(prints, Uint8Array.from([1, 0, 0, 0]));
      put(prints, Uint8Array.from([2, 0, 0, 0]));
      expect(prints.is(print)).toBe(false);
    }
  });

  it('differ from process to process', () => {
    const text = new Uint8Array(100).fill(0x61);
    const [a, b] = [new Fingerprinter(), new Fingerprinter()].map((prints) => printOf(prints, text));
    expect(a).not.toEqual(b);
  });

  it('are not made of a text that is longer than the secret', () => {
    const prints = new Fingerprinter();
    put(prints, new Uint8Array(20_000));
    expect(prints.add(new Uint8Array(20_000), 0, 20_000)).toBe(false);
  });
});
