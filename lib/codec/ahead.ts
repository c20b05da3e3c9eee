import { skipManagedFields } from './managed-fields.js';
import {
  CLOSE_BRACE,
  COLON,
  COMMA,
  INCOMPLETE,
  isKey,
  OPEN_BRACE,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
} from './scanner.js';
import { plainText } from './text.js';

/** The answer where this is written in a way that only a parser should judge. */
export const DOUBTFUL = -2;

const encoder = new TextEncoder();
const METADATA = encoder.encode('metadata');
const MANAGED_FIELDS = encoder.encode('managedFields');

/**
 * Finds out which object begins somewhere, and where it ends, and looks at nothing else: of an object that is cached as it is, that is all that has
 * to be known.
 */
export class Ahead {
  name = '';
  namespace = '';
  uid = '';
  resourceVersion = '';
  #bytes: Uint8Array = new Uint8Array(0);
  #limit = 0;
  #hasMetadata = false;

  /** Reads up to the end of the metadata: the index behind it, INCOMPLETE, or DOUBTFUL. */
  identity(bytes: Uint8Array, start: number, limit: number): number {
    this.#bytes = bytes;
    this.#limit = limit;
    this.#hasMetadata = false;
    this.name = '';
    this.namespace = '';
    this.uid = '';
    this.resourceVersion = '';
    const after = this.#members(start + 1, this.#topLevel, true);
    if (after < 0) return after;
    return this.#hasMetadata && this.name !== '' ? after : DOUBTFUL;
  }

  /** The index after the object whose metadata end there; INCOMPLETE, or DOUBTFUL: of metadata that stand twice the last count. */
  end(from: number): number {
    const after = this.#members(from, this.#topLevel, false);
    return after < 0 ? after : after + 1;
  }

  /**
   * Walks members, up to the closing brace: gives its place.
   *
   * @param take passes a member and gives the index behind it
   * @param untilMetadata whether to end behind them
   */
  #members(
    from: number,
    take: (keyStart: number, keyEnd: number, valueStart: number) => number,
    untilMetadata: boolean,
  ): number {
    const bytes = this.#bytes;
    const limit = this.#limit;
    let i = skipSpace(bytes, from, limit);
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1, limit);
    while (i < limit && bytes[i] !== CLOSE_BRACE) {
      if (bytes[i] !== QUOTE) return DOUBTFUL;
      const keyEnd = skipString(bytes, i, limit);
      if (keyEnd === INCOMPLETE) return INCOMPLETE;
      const colon = skipSpace(bytes, keyEnd, limit);
      if (colon >= limit) return INCOMPLETE;
      if (bytes[colon] !== COLON) return DOUBTFUL;
      const after = take(i, keyEnd, skipSpace(bytes, colon + 1, limit));
      if (after < 0) return after;
      if (untilMetadata && this.#hasMetadata) return after;
      i = skipSpace(bytes, after, limit);
      if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1, limit);
    }
    return i < limit ? i : INCOMPLETE;
  }

  readonly #topLevel = (keyStart: number, keyEnd: number, valueStart: number): number => {
    const bytes = this.#bytes;
    if (isKey(bytes, keyStart, keyEnd, METADATA)) {
      if (this.#hasMetadata || (valueStart < this.#limit && bytes[valueStart] !== OPEN_BRACE)) return DOUBTFUL;
      const close = this.#members(valueStart + 1, this.#ofMetadata, false);
      if (close < 0) return close;
      this.#hasMetadata = true;
      return close + 1;
    }
    return plainText(bytes, keyStart, keyEnd) === undefined ? DOUBTFUL : skipValue(bytes, valueStart, this.#limit);
  };

  readonly #ofMetadata = (keyStart: number, keyEnd: number, valueStart: number): number => {
    const bytes = this.#bytes;
    const limit = this.#limit;
    if (isKey(bytes, keyStart, keyEnd, MANAGED_FIELDS)) {
      return skipManagedFields(bytes, valueStart, limit);
    }
    const key = plainText(bytes, keyStart, keyEnd);
    const after = skipValue(bytes, valueStart, limit);
    if (key === undefined) return DOUBTFUL;
    if (after === INCOMPLETE || !isIdentity(key)) return after;
    const text = plainText(bytes, valueStart, after);
    if (text === undefined) return DOUBTFUL;
    this[key] = text;
    return after;
  };
}

function isIdentity(key: string): key is 'name' | 'namespace' | 'uid' | 'resourceVersion' {
  return key === 'name' || key === 'namespace' || key === 'uid' || key === 'resourceVersion';
}
