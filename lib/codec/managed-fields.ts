import { indexOfByte } from './bytes.js';
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, INCOMPLETE, isSpace, OPEN_BRACKET, QUOTE, skipValue } from './scanner.js';

/** Where an outline has found the member, counted from the beginning of the object; below 0 where it has none. */
interface Found {
  readonly cutStart: number;
  readonly cutEnd: number;
}

/** A range of bytes to leave out, so that what remains is the same JSON without one member. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/**
 * Where `metadata.managedFields` is, of the object that begins at `start`: the member of that name of the object's own metadata, and no
 * other of that name anywhere else. It is 40 % of a pod's bytes and 60 % of its heap, and almost nobody reads it.
 */
export function cutOf({ cutStart, cutEnd }: Found, bytes: Uint8Array, start: number): Cut | undefined {
  return cutStart < 0 ? undefined : withOneComma(bytes, start + cutStart, start + cutEnd);
}

/** A member goes with the comma behind it, or, being the last, with the one before it. */
export function withOneComma(bytes: Uint8Array, keyStart: number, valueEnd: number): Cut {
  let end = valueEnd;
  while (isSpace(bytes[end])) end++;
  if (bytes[end] === COMMA) return { start: keyStart, end: end + 1 };
  let start = keyStart - 1;
  while (isSpace(bytes[start])) start--;
  return bytes[start] === COMMA ? { start, end: valueEnd } : { start: keyStart, end: valueEnd };
}

/**
 * The index after the array that opens at `from`, found without reading what is in it; INCOMPLETE where that is no proof.
 *
 * No other array opens before the next `]`, so that one ends it, unless it stands in a string. It does not where behind it, and the braces
 * that follow it, comes `,"x`: in a string that quote would end it, and behind the end of a string there is no letter in JSON.
 */
export function leapArray(bytes: Uint8Array, from: number, limit: number): number {
  const close = indexOfByte(bytes, CLOSE_BRACKET, from);
  if (bytes[from] !== OPEN_BRACKET || close < 0) return INCOMPLETE;
  const inner = indexOfByte(bytes, OPEN_BRACKET, from + 1);
  if (inner >= 0 && inner < close) return INCOMPLETE;
  let i = close + 1;
  while (i < limit && bytes[i] === CLOSE_BRACE) i++;
  const isProven = i + 2 < limit && bytes[i] === COMMA && bytes[i + 1] === QUOTE && isLetter(bytes[i + 2] ?? 0);
  return isProven ? close + 1 : INCOMPLETE;
}

/** The index after the value of `managedFields`, without reading what is in it where that is possible; INCOMPLETE where it has not all come. */
export function skipManagedFields(bytes: Uint8Array, from: number, limit: number): number {
  const leapt = leapArray(bytes, from, limit);
  return leapt === INCOMPLETE ? skipValue(bytes, from, limit) : leapt;
}

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}
