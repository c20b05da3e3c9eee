import type { Alike } from './alike.js';
import { alikeOf } from './alike-of.js';
import type { Commons } from './commons.js';
import { Composition } from './composition.js';
import type { FieldTree } from './fields.js';
import { cutOf } from './managed-fields.js';
import { isText } from './match.js';
import type { Outline } from './outline.js';
import type { Preamble } from './preamble.js';
import { Projector } from './projector.js';
import { Reviser } from './reviser.js';
import { Settler } from './settler.js';
import { MARK, type Siblings } from './siblings.js';
import { parseJson, withPrefix } from './text.js';

/**
 * Decodes an object of which much is here already, in its previous version or in a sibling. Those parts are recognised by their
 * bytes and not parsed; what is not to be kept is not parsed either. The rest is parsed with marks in the places of what is here; then the
 * marks are exchanged for it, and all is frozen.
 */
export class Composer {
  readonly #fields: FieldTree | undefined;
  readonly #commons: Commons;
  readonly #siblings: Siblings;
  readonly #settler: Settler;
  readonly #composition = new Composition();
  readonly #reviser: Reviser;
  readonly #projector: Projector | undefined;

  /**
   * @param fields what to keep; undefined: everything
   * @param cuts whether managedFields are left out
   */
  constructor(fields: FieldTree | undefined, cuts: boolean, commons: Commons) {
    this.#fields = fields;
    this.#commons = commons;
    this.#siblings = commons.siblings;
    this.#settler = new Settler(commons);
    this.#reviser = new Reviser(this.#composition, this.#settler, cuts);
    if (fields === undefined) return;
    this.#projector = new Projector(
      fields,
      this.#composition,
      this.#settler,
      this.#siblings,
      (outline, number, previous) => this.#plan(outline, number, previous),
    );
  }

  /** Finds objects of one list that are like another of it. */
  alike(prefix: string): Alike | undefined {
    return alikeOf(this.#fields, prefix, this.#commons);
  }

  /**
   * The object whose outline this is, or undefined when only a parser should judge it. Throws a DecodeError when it is no JSON.
   *
   * @param prefix members to put before its own, each with a comma behind it
   * @param previous its previous version
   */
  compose(
    bytes: Uint8Array,
    start: number,
    end: number,
    outline: Outline,
    prefix: string,
    previous: unknown,
  ): object | undefined {
    if (outline.doubtful || bytes.subarray(start, end).includes(MARK)) return undefined;
    this.#composition.begin(bytes, start, cutOf(outline, bytes, start));
    this.#settler.begin();
    try {
      const text = this.#textLeft(outline, end, previous);
      if (text === undefined) return undefined;
      return this.#settler.settle(parseJson(withPrefix(prefix, text), 'an object'), previous);
    } finally {
      this.#composition.end();
    }
  }

  /** What is to be parsed of an object that ends at `end`. */
  #textLeft(outline: Outline, end: number, previous: unknown): string | undefined {
    if (this.#projector === undefined) {
      this.#settler.expect(undefined);
      this.#plan(outline, 0, previous);
      this.#composition.copyTo(end);
    } else if (!this.#projector.project(outline, previous)) return undefined;
    return this.#composition.text.toString();
  }

  /** The next version of an object that is known, if all but its status is as before. Undefined in any doubt, and where not everything is to be kept. */
  recur(bytes: Uint8Array, start: number, end: number, previous: object): object | undefined {
    return this.#projector === undefined ? this.#reviser.recur(bytes, start, end, previous) : undefined;
  }

  /** The next version of an object that is known, by its beginning only. Undefined as above. */
  revise(bytes: Uint8Array, start: number, end: number, preamble: Preamble, previous: object): object | undefined {
    return this.#projector === undefined ? this.#reviser.revise(bytes, start, end, preamble, previous) : undefined;
  }

  /** Decides, for all that a container holds, what is here already. */
  #plan(outline: Outline, number: number, previous: unknown): void {
    const composition = this.#composition;
    const after = outline.nexts[number] ?? 0;
    let place = 0;
    for (let child = number + 1; child < after; child = outline.nexts[child] ?? after) {
      const start = composition.start + (outline.starts[child] ?? 0);
      const end = composition.start + (outline.ends[child] ?? 0);
      const before = this.#memberOf(previous, place++, start);
      const hash = outline.hashes[child] ?? 0;
      const found =
        before !== undefined && isText(composition.bytes, start, end, before)
          ? before
          : this.#siblings.find(hash, composition.bytes, start, end);
      if (found === undefined) {
        this.#settler.expect(hash);
        this.#plan(outline, child, before);
      } else composition.replace(start, end, this.#settler.found(found));
    }
  }

  /** What stands in the previous version where this value stands. A wrong guess costs time, and is found out. */
  #memberOf(previous: unknown, place: number, start: number): object | undefined {
    if (typeof previous !== 'object' || previous === null) return undefined;
    const member: unknown = Array.isArray(previous)
      ? previous[place]
      : (previous as Readonly<Record<string, unknown>>)[this.#composition.keyBefore(start)];
    return typeof member === 'object' && member !== null ? member : undefined;
  }
}
