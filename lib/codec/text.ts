import { DecodeError } from './errors.js';
import type { Cut } from './managed-fields.js';
import { BACKSLASH, QUOTE } from './scanner.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 to text. Throws a DecodeError on bytes that are none. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    throw new DecodeError('the server sent bytes that are not UTF-8');
  }
}

/** A short run of ASCII to text: faster than a decoder. */
export function asciiOf(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0);
  return text;
}

/** Longer than any name, uid or version of an API server. */
const LONGEST = 300;

/** The text of a string that has neither escapes nor anything beyond ASCII. */
export function plainText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] !== QUOTE || end - start > LONGEST) return undefined;
  for (let i = start + 1; i < end - 1; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return undefined;
  }
  return asciiOf(bytes, start + 1, end - 1);
}

/** The text of a range without what is to be cut out of it. */
export function textWithout(bytes: Uint8Array, start: number, end: number, cut: Cut | undefined): string {
  if (cut === undefined) return textOf(bytes, start, end);
  return textOf(bytes, start, cut.start) + textOf(bytes, cut.end, end);
}

const QUOTED = 60;

/** The beginning of what is no JSON object, for messages: a page or a word, which says more than that it is none. */
export function quoted(bytes: Uint8Array, start: number, end: number): string {
  const text = new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + QUOTED)));
  const shown = text.replace(/[^\x20-\x7e]+/g, ' ').trim();
  return `no JSON object, but begins with ${JSON.stringify(shown)}`;
}

/** JSON to a value. The error quotes where it went wrong, not the object: it may hold a secret. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DecodeError(`${what} is not valid JSON (${text.length} characters)`);
  }
}

/** The text of an object with members in front of its own. */
export function withPrefix(prefix: string, text: string): string {
  if (prefix === '') return text;
  return text === '{}' ? `{${prefix.slice(0, -1)}}` : `{${prefix}${text.slice(1)}`;
}
