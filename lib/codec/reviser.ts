import type { Composition } from './composition.js';
import { DecodeError } from './errors.js';
import { afterText } from './match.js';
import type { Preamble } from './preamble.js';
import {
  COLON,
  COMMA,
  INCOMPLETE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
} from './scanner.js';
import type { Settler } from './settler.js';
import { MARK } from './siblings.js';
import { Templates } from './template.js';
import { parseJson, plainText, textOf } from './text.js';

type Known = Readonly<Record<string, unknown>>;

/** How a text could have a mark, but as it is. */
const MARK_ESCAPE = '\\u007';

/**
 * Decodes the next version of an object that is known: the kind of event that comes most. There are two ways. Where the text is that of the
 * version before, but for what each version has anew, that is all that is parsed. Else what is as before is found by comparing, up to the first
 * that is not. In both, what is parsed is shared with the previous version afterwards.
 */
export class Reviser {
  readonly #composition: Composition;
  readonly #settler: Settler;
  /** Whether managedFields are left out. */
  readonly #cuts: boolean;
  readonly #templates = new Templates();
  /** The member at which comparing ended: of most objects the status. */
  #key = '';
  #valueStart = 0;

  constructor(composition: Composition, settler: Settler, cuts: boolean) {
    this.#composition = composition;
    this.#settler = settler;
    this.#cuts = cuts;
  }

  /**
   * The object that begins at `start`, if it ends at `end`, which nobody has seen to yet, and has the text of the previous version but for its
   * gaps. Undefined when it does not, or in any other doubt.
   */
  recur(bytes: Uint8Array, start: number, end: number, previous: object): object | undefined {
    if (!this.#templates.recognise(bytes, start, end, previous)) return undefined;
    try {
      const next = this.#filled(bytes, end - 1, previous as Known);
      if (next !== undefined && next !== previous) this.#templates.pass(previous, next);
      return next;
    } catch (error) {
      // There are other ways to read it, or to say what is wrong with it.
      if (error instanceof DecodeError) return undefined;
      throw error;
    }
  }

  /** The previous version, with what stands in the gaps of the text that was recognised, the last of which ends at `end`. */
  #filled(bytes: Uint8Array, end: number, previous: Known): object | undefined {
    const { key, version, valueStart, fieldsStart, fieldsEnd } = this.#templates;
    const metadata: Known = Object(previous.metadata);
    const before = previous[key];
    const value = this.#gap(bytes, valueStart, end, before, 1);
    const isKept = !this.#cuts && fieldsEnd > 0;
    const fields = isKept ? this.#gap(bytes, fieldsStart, fieldsEnd, metadata.managedFields, 2) : undefined;
    if (value === undefined || (isKept && fields === undefined)) return undefined;
    const isSame = version === metadata.resourceVersion && value === before && fields === metadata.managedFields;
    if (isSame) return previous;
    const revised = { ...metadata, resourceVersion: version, ...(isKept ? { managedFields: fields } : undefined) };
    return Object.freeze({ ...previous, metadata: Object.freeze(revised), [key]: value });
  }

  /** What stands in a gap, with what it has in common with the previous version; undefined when that is no container, or in doubt. */
  #gap(bytes: Uint8Array, start: number, end: number, previous: unknown, depth: number): object | undefined {
    this.#settler.begin(depth);
    return this.#settler.settle(parseJson(textOf(bytes, start, end), 'an object'), previous);
  }

  /** The same of one that has another text. @param preamble its beginning */
  revise(bytes: Uint8Array, start: number, end: number, preamble: Preamble, previous: object): object | undefined {
    if (bytes.subarray(start, end).includes(MARK)) return undefined;
    const composition = this.#composition;
    composition.begin(bytes, start, this.#cuts ? preamble.cut : undefined);
    this.#settler.begin();
    try {
      const before: Known = previous as Known;
      this.#leaveOutOfMetadata(preamble, before.metadata);
      this.#leaveOut(preamble.end, end, before);
      composition.copyTo(end);
      const text = composition.text.toString();
      if (text.includes(MARK_ESCAPE)) return undefined;
      const next = this.#settler.settle(parseJson(text, 'an object'), previous);
      if (next !== undefined && isLast(next, this.#key)) {
        this.#templates.learn(next, bytes, start, preamble, this.#key, this.#valueStart);
      }
      return next;
    } catch (error) {
      if (error instanceof DecodeError) return undefined;
      throw error;
    } finally {
      composition.end();
    }
  }

  /** Puts marks in the places of labels and the like that are as in the previous version. */
  #leaveOutOfMetadata({ parts }: Preamble, previous: unknown): void {
    if (typeof previous !== 'object' || previous === null) return;
    for (const { key, start, end } of parts) this.#after(start, end, (previous as Known)[key]);
  }

  /** Puts marks in the places of what is as in the previous version, up to the first that is not. A status is expected not to be. */
  #leaveOut(from: number, end: number, previous: Known): void {
    const { bytes } = this.#composition;
    this.#key = '';
    let i = skipSpace(bytes, from, end);
    while (bytes[i] === COMMA) {
      const keyStart = skipSpace(bytes, i + 1, end);
      const keyEnd = bytes[keyStart] === QUOTE ? skipString(bytes, keyStart, end) : INCOMPLETE;
      const colon = skipSpace(bytes, keyEnd, end);
      if (keyEnd === INCOMPLETE || bytes[colon] !== COLON) return;
      const key = plainText(bytes, keyStart, keyEnd);
      if (key === undefined || key === 'metadata') return;
      const valueStart = skipSpace(bytes, colon + 1, end);
      const after = key === 'status' ? INCOMPLETE : this.#after(valueStart, end, previous[key]);
      if (after === INCOMPLETE) {
        this.#key = key;
        this.#valueStart = valueStart;
        return;
      }
      i = skipSpace(bytes, after, end);
    }
  }

  /** The index after a value that is no container, or was in the previous version, and then has its mark; else INCOMPLETE. */
  #after(start: number, end: number, previous: unknown): number {
    const { bytes } = this.#composition;
    if (bytes[start] !== OPEN_BRACE && bytes[start] !== OPEN_BRACKET) return skipValue(bytes, start, end);
    if (typeof previous !== 'object' || previous === null) return INCOMPLETE;
    const after = afterText(bytes, start, previous);
    if (after === INCOMPLETE || after > end) return INCOMPLETE;
    this.#composition.replace(start, after, this.#settler.found(previous));
    return after;
  }
}

/** Whether a member is the last of an object. */
function isLast(object: object, key: string): boolean {
  let last = '';
  for (const each in object) last = each;
  return last === key && key !== '';
}
