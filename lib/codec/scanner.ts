/**
 * Finds the ends of JSON values in bytes, without decoding them. It knows strings, escapes and depth, and nothing else:
 * what it passes over is checked by the `JSON.parse` that follows.
 */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const COMMA = 0x2c;
export const COLON = 0x3a;

/** The answer of every function here when the bytes end before the value does. */
export const INCOMPLETE = -1;

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let i = from;
  while (i < end && isSpace(bytes[i])) i++;
  return i;
}

/** The index after the string that opens at `from`. */
export function skipString(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from + 1; i < end; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) i++;
  }
  return INCOMPLETE;
}

/** The index after the object or array that opens at `from`. */
function skipContainer(bytes: Uint8Array, from: number, end: number): number {
  let depth = 0;
  for (let i = from; i < end; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      const after = skipString(bytes, i, end);
      if (after === INCOMPLETE) return INCOMPLETE;
      i = after - 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return i + 1;
  }
  return INCOMPLETE;
}

/** The index after the value of any kind that begins at `from`. A number or a word at the very end is INCOMPLETE: more may follow. */
export function skipValue(bytes: Uint8Array, from: number, end: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from, end);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipContainer(bytes, from, end);
  for (let i = from; i < end; i++) {
    const byte = bytes[i];
    if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte)) return i;
  }
  return INCOMPLETE;
}

/** One member of an object: where its key's quote stands, where its value begins, and where that ends. */
export interface Member {
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** What `findMember` found: the member, that the object has none of that name, or that the bytes ended (or are no JSON) before it was clear. */
export type Found = Member | 'none' | 'incomplete';

/**
 * Looks for a member of the object that opens at `from`, among its own members only, whatever stands inside their values.
 * With `valueMayBeOpen`, the value of the member that is looked for need not be complete: its `valueEnd` is then INCOMPLETE.
 */
export function findMember(
  bytes: Uint8Array,
  from: number,
  end: number,
  key: Uint8Array,
  valueMayBeOpen = false,
): Found {
  let i = skipSpace(bytes, from + 1, end);
  while (i < end) {
    if (bytes[i] === CLOSE_BRACE) return 'none';
    if (bytes[i] !== QUOTE) return 'incomplete';
    const keyStart = i;
    const keyEnd = skipString(bytes, keyStart, end);
    if (keyEnd === INCOMPLETE) return 'incomplete';
    const colon = skipSpace(bytes, keyEnd, end);
    if (bytes[colon] !== COLON) return 'incomplete';
    const valueStart = skipSpace(bytes, colon + 1, end);
    if (valueStart >= end) return 'incomplete';
    const wanted = isKey(bytes, keyStart, keyEnd, key);
    if (wanted && valueMayBeOpen) return { keyStart, valueStart, valueEnd: INCOMPLETE };
    const valueEnd = skipValue(bytes, valueStart, end);
    if (valueEnd === INCOMPLETE) return 'incomplete';
    if (wanted) return { keyStart, valueStart, valueEnd };
    i = skipSpace(bytes, valueEnd, end);
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1, end);
  }
  return 'incomplete';
}

/** Whether the string at `start` is this key, written plainly. A key written with escapes is not found, which every caller must stand. */
export function isKey(bytes: Uint8Array, start: number, end: number, key: Uint8Array): boolean {
  if (end - start !== key.length + 2) return false;
  for (let i = 0; i < key.length; i++) if (bytes[start + 1 + i] !== key[i]) return false;
  return true;
}
