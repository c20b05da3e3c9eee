import { type Cut, skipManagedFields, withOneComma } from './managed-fields.js';
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

/** The value of a member of the metadata that is another in every version. */
export interface Gap {
  readonly what: 'resourceVersion' | 'managedFields';
  readonly start: number;
  readonly end: number;
}

const encoder = new TextEncoder();
const METADATA = encoder.encode('metadata');
const MANAGED_FIELDS = encoder.encode('managedFields');
const RESOURCE_VERSION = encoder.encode('resourceVersion');
const NAME = encoder.encode('name');
const NAMESPACE = encoder.encode('namespace');
const UID = encoder.encode('uid');
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
  /** In their order. One that stands twice is here twice. */
  readonly gaps: Gap[] = [];
  /** Whether each key of the metadata is written plainly, so that no other member is any of the gaps. */
  isPlain = true;
  /** Behind the metadata. */
  end = 0;
  #bytes: Uint8Array = EMPTY;
  #limit = 0;
  /** Before the next member of the metadata. */
  #next = 0;
  #hasUid = false;

  /**
   * Reads on until it seems clear which object it is: built-in kinds have their name and namespace before their uid. Only what is behind that may
   * tell otherwise. False when there is no metadata, or it is written in a way that only a parser should judge.
   */
  begin(bytes: Uint8Array, start: number, limit: number): boolean {
    this.#clear();
    const metadata = findMember(bytes, start, limit, METADATA, true);
    if (typeof metadata === 'string' || bytes[metadata.valueStart] !== OPEN_BRACE) return false;
    this.#bytes = bytes;
    this.#limit = limit;
    this.#next = skipSpace(bytes, metadata.valueStart + 1, limit);
    while (!this.#isNamed() && this.#hasNext()) if (!this.#member()) return false;
    return true;
  }

  /** Reads the rest of it. False when it is written in a way that only a parser should judge, or has no name. */
  complete(): boolean {
    while (this.#hasNext()) if (!this.#member()) return false;
    this.end = this.#next + 1;
    return this.#next < this.#limit && this.name !== '';
  }

  #clear(): void {
    this.name = '';
    this.namespace = '';
    this.cut = undefined;
    this.parts.length = 0;
    this.gaps.length = 0;
    this.isPlain = true;
    this.#hasUid = false;
  }

  #isNamed(): boolean {
    return this.name !== '' && (this.namespace !== '' || this.#hasUid);
  }

  #hasNext(): boolean {
    return this.#next < this.#limit && this.#bytes[this.#next] !== CLOSE_BRACE;
  }

  /** Takes note of the next member. */
  #member(): boolean {
    const bytes = this.#bytes;
    const limit = this.#limit;
    const keyStart = this.#next;
    const keyEnd = bytes[keyStart] === QUOTE ? skipString(bytes, keyStart, limit) : INCOMPLETE;
    if (keyEnd === INCOMPLETE) return false;
    const colon = skipSpace(bytes, keyEnd, limit);
    if (bytes[colon] !== COLON) return false;
    const after = this.#value(keyStart, keyEnd, skipSpace(bytes, colon + 1, limit));
    if (after === INCOMPLETE) return false;
    this.#next = skipSpace(bytes, after, limit);
    if (bytes[this.#next] === COMMA) this.#next = skipSpace(bytes, this.#next + 1, limit);
    return true;
  }

  /** The index behind a value, of which note is taken, or INCOMPLETE. */
  #value(keyStart: number, keyEnd: number, valueStart: number): number {
    const bytes = this.#bytes;
    if (isKey(bytes, keyStart, keyEnd, MANAGED_FIELDS)) return this.#managedFields(keyStart, valueStart);
    const after = skipValue(bytes, valueStart, this.#limit);
    if (isContainer(bytes[valueStart])) this.#part(plainText(bytes, keyStart, keyEnd), valueStart, after);
    else if (isKey(bytes, keyStart, keyEnd, NAME)) this.name = plainText(bytes, valueStart, after) ?? '';
    else if (isKey(bytes, keyStart, keyEnd, NAMESPACE)) this.namespace = plainText(bytes, valueStart, after) ?? '';
    else if (isKey(bytes, keyStart, keyEnd, UID)) this.#hasUid = true;
    else if (isKey(bytes, keyStart, keyEnd, RESOURCE_VERSION)) {
      this.gaps.push({ what: 'resourceVersion', start: valueStart, end: after });
    } else this.isPlain &&= plainText(bytes, keyStart, keyEnd) !== undefined;
    return after;
  }

  #part(key: string | undefined, start: number, end: number): void {
    if (key === undefined || key === 'resourceVersion') this.isPlain = false;
    if (key !== undefined) this.parts.push({ key, start, end });
  }

  #managedFields(keyStart: number, valueStart: number): number {
    const after = skipManagedFields(this.#bytes, valueStart, this.#limit);
    if (after === INCOMPLETE) return INCOMPLETE;
    this.gaps.push({ what: 'managedFields', start: valueStart, end: after });
    this.cut = withOneComma(this.#bytes, keyStart, after);
    return after;
  }
}

function isContainer(byte: number | undefined): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET;
}
