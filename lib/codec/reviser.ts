import type { Composition } from './composition.js';
import { DecodeError } from './errors.js';
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
import { parseJson, plainText } from './text.js';
import { Texts } from './texts.js';

type Known = Readonly<Record<string, unknown>>;

/** How a text could have a mark, but as it is. */
const MARK_ESCAPE = '\\u007';

/**
 * Decodes the next version of an object that is known: the kind of event that comes most. Where a `spec`, or whatever else is no status, is
 * what it was, it is neither read member by member nor parsed; the rest goes to the parser as it is, and is shared with the previous version
 * afterwards. Nothing has to be found out of the inside of anything.
 */
export class Reviser {
  readonly #composition: Composition;
  readonly #settler: Settler;
  readonly #texts = new Texts();

  constructor(composition: Composition, settler: Settler) {
    this.#composition = composition;
    this.#settler = settler;
  }

  /**
   * The object that begins at `start`, if it ends at `end`, which nobody has seen to yet. Undefined when it does not, or in any other doubt.
   *
   * @param preamble its beginning
   * @param cuts whether to leave out managedFields
   */
  revise(
    bytes: Uint8Array,
    start: number,
    end: number,
    preamble: Preamble,
    cuts: boolean,
    previous: object,
  ): object | undefined {
    if (bytes.subarray(start, end).includes(MARK)) return undefined;
    const composition = this.#composition;
    composition.begin(bytes, start, cuts ? preamble.cut : undefined);
    this.#settler.begin();
    try {
      const before: Known = previous as Known;
      this.#leaveOutOfMetadata(preamble, before.metadata);
      this.#leaveOut(preamble.end, end, before);
      composition.copyTo(end);
      const text = composition.text.toString();
      return text.includes(MARK_ESCAPE) ? undefined : this.#settler.settle(parseJson(text, 'an object'), previous);
    } catch (error) {
      // There are other ways to read it, or to say what is wrong with it.
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
    let i = skipSpace(bytes, from, end);
    while (bytes[i] === COMMA) {
      const keyStart = skipSpace(bytes, i + 1, end);
      const keyEnd = bytes[keyStart] === QUOTE ? skipString(bytes, keyStart, end) : INCOMPLETE;
      const colon = skipSpace(bytes, keyEnd, end);
      if (keyEnd === INCOMPLETE || bytes[colon] !== COLON) return;
      const key = plainText(bytes, keyStart, keyEnd);
      if (key === undefined || key === 'status') return;
      const after = this.#after(skipSpace(bytes, colon + 1, end), end, previous[key]);
      if (after === INCOMPLETE) return;
      i = skipSpace(bytes, after, end);
    }
  }

  /** The index after a value that is no container, or was in the previous version, and then has its mark; else INCOMPLETE. */
  #after(start: number, end: number, previous: unknown): number {
    const { bytes } = this.#composition;
    if (bytes[start] !== OPEN_BRACE && bytes[start] !== OPEN_BRACKET) return skipValue(bytes, start, end);
    if (typeof previous !== 'object' || previous === null) return INCOMPLETE;
    const after = this.#texts.after(previous, bytes, start, end);
    if (after !== INCOMPLETE) this.#composition.replace(start, after, this.#settler.found(previous));
    return after;
  }
}
