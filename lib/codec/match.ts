import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  INCOMPLETE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './scanner.js';

/** The answer where the bytes are not this value. */
const DIFFERENT = INCOMPLETE;
const FIRST_VISIBLE = 0x20;
const LAST_ASCII = 0x7e;

/**
 * For each byte the character that it stands for in a JSON string, if it stands for one by itself: no part of an escape, of the string's
 * end, or of a character beyond ASCII. Else -1, which no character has.
 */
const CHARACTERS = Int16Array.from({ length: 256 }, (_, byte) =>
  byte < FIRST_VISIBLE || byte > LAST_ASCII || byte === QUOTE || byte === BACKSLASH ? -1 : byte,
);

/**
 * Whether bytes are exactly what `JSON.stringify` would write for a value from a parser. Nothing is decoded, nothing allocated: a
 * value that is here already is recognised at the speed of reading. "No" may also mean that it is written in some other way (spaces,
 * escapes, text beyond ASCII, members in another order): then it has to be parsed.
 */
export function isText(bytes: Uint8Array, start: number, end: number, value: unknown): boolean {
  return skip(bytes, start, value) === end;
}

/** The index after the bytes that `JSON.stringify` would write for this value, if they stand at `start`; else INCOMPLETE. */
export function afterText(bytes: Uint8Array, start: number, value: unknown): number {
  return skip(bytes, start, value);
}

/** The index after this key, if that stands at `at`; else INCOMPLETE. Those of managedFields have escapes in them. */
export function afterKey(bytes: Uint8Array, at: number, key: string): number {
  const after = skipString(bytes, at, key);
  return after === DIFFERENT ? skipText(bytes, at, JSON.stringify(key)) : after;
}

/** The index after the value, if that is what stands at `at`. Reads no further than the text that the value would have. */
function skip(bytes: Uint8Array, at: number, value: unknown): number {
  switch (typeof value) {
    case 'string':
      return skipString(bytes, at, value);
    case 'number':
    case 'boolean':
      return skipText(bytes, at, String(value));
    case 'object':
      if (value === null) return skipText(bytes, at, 'null');
      return Array.isArray(value) ? skipArray(bytes, at, value) : skipObject(bytes, at, value as Members);
    default:
      return DIFFERENT;
  }
}

type Members = Readonly<Record<string, unknown>>;

function skipObject(bytes: Uint8Array, at: number, value: Members): number {
  if (bytes[at] !== OPEN_BRACE) return DIFFERENT;
  let i = at + 1;
  // What a parser made has no enumerable members but its own; if somebody gave all objects one, nothing would match, which is safe.
  for (const key in value) {
    if (i > at + 1 && bytes[i++] !== COMMA) return DIFFERENT;
    i = skipString(bytes, i, key);
    if (i === DIFFERENT || bytes[i++] !== COLON) return DIFFERENT;
    i = skip(bytes, i, value[key]);
    if (i === DIFFERENT) return DIFFERENT;
  }
  return bytes[i] === CLOSE_BRACE ? i + 1 : DIFFERENT;
}

function skipArray(bytes: Uint8Array, at: number, value: readonly unknown[]): number {
  if (bytes[at] !== OPEN_BRACKET) return DIFFERENT;
  let i = at + 1;
  for (let n = 0; n < value.length; n++) {
    if (n > 0 && bytes[i++] !== COMMA) return DIFFERENT;
    i = skip(bytes, i, value[n]);
    if (i === DIFFERENT) return DIFFERENT;
  }
  return bytes[i] === CLOSE_BRACKET ? i + 1 : DIFFERENT;
}

function skipString(bytes: Uint8Array, at: number, value: string): number {
  if (bytes[at] !== QUOTE) return DIFFERENT;
  const { length } = value;
  let i = at + 1;
  for (let n = 0; n < length; n++) if (CHARACTERS[bytes[i++] ?? 0] !== value.charCodeAt(n)) return DIFFERENT;
  return bytes[i] === QUOTE ? i + 1 : DIFFERENT;
}

function skipText(bytes: Uint8Array, at: number, text: string): number {
  for (let n = 0; n < text.length; n++) if (bytes[at + n] !== text.charCodeAt(n)) return DIFFERENT;
  return at + text.length;
}
