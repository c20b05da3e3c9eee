import { findMember, isSpace } from './scanner.js';

const encoder = new TextEncoder();
const METADATA = encoder.encode('metadata');
const MANAGED_FIELDS = encoder.encode('managedFields');
const OPEN_BRACE = 0x7b;
const COMMA = 0x2c;

/** A range of bytes to leave out, so that what remains is the same JSON without one member. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds `metadata.managedFields` of the object that opens at `from`: the member of that name of the object's own metadata,
 * and no other of that name anywhere else. It is 40 % of a pod's bytes and 60 % of its heap, and almost nobody reads it.
 * Returns undefined when there is none, or where it is written in a way that only a parser should judge.
 */
export function findManagedFields(bytes: Uint8Array, from: number, end: number): Cut | undefined {
  const metadata = findMember(bytes, from, end, METADATA, true);
  if (typeof metadata === 'string' || bytes[metadata.valueStart] !== OPEN_BRACE) return undefined;
  const member = findMember(bytes, metadata.valueStart, end, MANAGED_FIELDS);
  if (typeof member === 'string') return undefined;
  return withOneComma(bytes, member.keyStart, member.valueEnd);
}

/** A member goes with the comma behind it, or, being the last, with the one before it. */
function withOneComma(bytes: Uint8Array, keyStart: number, valueEnd: number): Cut {
  let end = valueEnd;
  while (isSpace(bytes[end])) end++;
  if (bytes[end] === COMMA) return { start: keyStart, end: end + 1 };
  let start = keyStart - 1;
  while (isSpace(bytes[start])) start--;
  return bytes[start] === COMMA ? { start, end: valueEnd } : { start: keyStart, end: valueEnd };
}
