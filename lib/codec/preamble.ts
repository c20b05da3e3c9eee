import { type Cut, leapArray, withOneComma } from './managed-fields.js';
import {
  CLOSE_BRACE,
  COLON,
  COMMA,
  findMember,
  INCOMPLETE,
  isKey,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
} from './scanner.js';
import { plainText } from './text.js';

/** A container in the metadata, where it stands, and by what key. */
export interface MetadataPart {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const encoder = new TextEncoder();
const METADATA = encoder.encode('metadata');
const MANAGED_FIELDS = encoder.encode('managedFields');
const NAME = encoder.encode('name');
const NAMESPACE = encoder.encode('namespace');
const EMPTY = new Uint8Array(0);

/**
 * The beginning of an object up to the end of its metadata: all that has to be looked at to know which object it is, and what to leave out.
 * It is read member by member, so that what it finds is the object's own; what comes behind it is not looked at.
 */
export class Preamble {
  name = '';
  namespace = '';
  /** Where managedFields is. */
  cut: Cut | undefined;
  /** Labels and the like, in their order; without managedFields. */
  readonly parts: MetadataPart[] = [];
  /** Behind the metadata. */
  end = 0;
  #bytes: Uint8Array = EMPTY;
  #limit = 0;

  /** False when this is written in a way that only a parser should judge, or has no name. */
  read(bytes: Uint8Array, start: number, limit: number): boolean {
    this.name = '';
    this.namespace = '';
    this.cut = undefined;
    this.parts.length = 0;
    const metadata = findMember(bytes, start, limit, METADATA, true);
    if (typeof metadata === 'string' || bytes[metadata.valueStart] !== OPEN_BRACE) return false;
    this.#bytes = bytes;
    this.#limit = limit;
    this.end = this.#members(metadata.valueStart);
    return this.end !== INCOMPLETE && this.name !== '';
  }

  /** The index behind the metadata, or INCOMPLETE. */
  #members(open: number): number {
    const bytes = this.#bytes;
    const limit = this.#limit;
    let i = skipSpace(bytes, open + 1, limit);
    while (i < limit && bytes[i] !== CLOSE_BRACE) {
      const keyEnd = bytes[i] === QUOTE ? skipString(bytes, i, limit) : INCOMPLETE;
      if (keyEnd === INCOMPLETE) return INCOMPLETE;
      const colon = skipSpace(bytes, keyEnd, limit);
      if (bytes[colon] !== COLON) return INCOMPLETE;
      const after = this.#member(i, keyEnd, skipSpace(bytes, colon + 1, limit));
      if (after === INCOMPLETE) return INCOMPLETE;
      i = skipSpace(bytes, after, limit);
      if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1, limit);
    }
    return i < limit ? i + 1 : INCOMPLETE;
  }

  /** The index behind a member, of which note is taken, or INCOMPLETE. */
  #member(keyStart: number, keyEnd: number, valueStart: number): number {
    const bytes = this.#bytes;
    if (isKey(bytes, keyStart, keyEnd, MANAGED_FIELDS)) return this.#managedFields(keyStart, valueStart);
    const after = skipValue(bytes, valueStart, this.#limit);
    if (isContainer(bytes[valueStart])) {
      const key = plainText(bytes, keyStart, keyEnd);
      if (key !== undefined) this.parts.push({ key, start: valueStart, end: after });
    } else if (isKey(bytes, keyStart, keyEnd, NAME)) this.name = plainText(bytes, valueStart, after) ?? '';
    else if (isKey(bytes, keyStart, keyEnd, NAMESPACE)) this.namespace = plainText(bytes, valueStart, after) ?? '';
    return after;
  }

  #managedFields(keyStart: number, valueStart: number): number {
    const leapt = leapArray(this.#bytes, valueStart, this.#limit);
    const after = leapt === INCOMPLETE ? skipValue(this.#bytes, valueStart, this.#limit) : leapt;
    if (after !== INCOMPLETE) this.cut = withOneComma(this.#bytes, keyStart, after);
    return after;
  }
}

function isContainer(byte: number | undefined): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET;
}
