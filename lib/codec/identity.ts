import { CLOSE_BRACE, COMMA, INCOMPLETE, QUOTE, skipSpace, skipString, skipValue } from './scanner.js';
import { asciiOf } from './text.js';

/** What tells an object and its version, read without parsing the object. */
export interface Identity {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** The identity in the metadata that opens at `from`. Undefined where it is written in a way that only a parser should judge. */
export function identityOf(bytes: Uint8Array, from: number, end: number): Identity | undefined {
  let name: string | undefined;
  let namespace = '';
  let uid = '';
  let resourceVersion = '';
  let i = skipSpace(bytes, from + 1, end);
  while (bytes[i] === QUOTE) {
    const keyEnd = skipString(bytes, i, end);
    if (keyEnd === INCOMPLETE) return undefined;
    const valueStart = skipSpace(bytes, skipSpace(bytes, keyEnd, end) + 1, end);
    const valueEnd = skipValue(bytes, valueStart, end);
    if (valueEnd === INCOMPLETE) return undefined;
    switch (plainText(bytes, i, keyEnd)) {
      case 'name':
        name = plainText(bytes, valueStart, valueEnd);
        break;
      case 'namespace':
        namespace = plainText(bytes, valueStart, valueEnd) ?? '';
        break;
      case 'uid':
        uid = plainText(bytes, valueStart, valueEnd) ?? '';
        break;
      case 'resourceVersion':
        resourceVersion = plainText(bytes, valueStart, valueEnd) ?? '';
        break;
    }
    i = skipSpace(bytes, valueEnd, end);
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1, end);
  }
  return name === undefined || bytes[i] !== CLOSE_BRACE ? undefined : { name, namespace, uid, resourceVersion };
}

/** Longer than any name, uid or version of an API server. */
const LONGEST = 300;

/** The text of a string that has neither escapes nor anything beyond ASCII. */
function plainText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] !== QUOTE || end - start > LONGEST) return undefined;
  for (let i = start + 1; i < end - 1; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === 0x5c) return undefined;
  }
  return asciiOf(bytes, start + 1, end - 1);
}
