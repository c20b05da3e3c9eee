import { Assembly } from './assembly.js';
import type { Commons } from './commons.js';
import { Comparison } from './comparison.js';
import type { FieldTree } from './fields.js';
import type { Cut } from './managed-fields.js';
import { Pattern } from './pattern.js';

/** From so many patterns in vain on, one of two objects becomes one, then one of four; after so many it is not made less often. */
const FIRST_VAIN = 4;
const MOST_VAIN = 10;

/**
 * Decodes objects whose text is that of the object before but for some values, as the pods of one owner are: by finding out which. It lives as
 * long as one list comes.
 */
export class Alike {
  readonly #pattern = new Pattern();
  readonly #comparison = new Comparison(this.#pattern);
  readonly #fields: FieldTree | undefined;
  readonly #assembly: Assembly;
  /** How many patterns in a row no object was like, and how many objects are not to become one for that reason. */
  #vain = 0;
  #wait = 0;

  /**
   * @param fields what is kept of objects; undefined: everything
   * @param prefix members to put before an object's own
   */
  constructor(fields: FieldTree | undefined, prefix: string, commons: Commons) {
    this.#fields = fields;
    this.#assembly = new Assembly(this.#pattern, this.#comparison, prefix, commons);
  }

  /**
   * Makes an object the pattern of those that follow. Where they are seldom alike, so are patterns made.
   *
   * @param cut where managedFields were left out
   * @param object what was decoded from these bytes
   */
  learn(bytes: Uint8Array, start: number, end: number, cut: Cut | undefined, object: object): void {
    if (this.#wait-- > 0) return;
    this.#wait = (1 << Math.max(0, Math.min(this.#vain++, MOST_VAIN) - FIRST_VAIN)) - 1;
    this.#pattern.take(bytes, start, end, cut, object, this.#fields);
    this.#assembly.reset();
  }

  /** Begins with the next object. */
  reset(): void {
    this.#comparison.reset();
  }

  /** As `Comparison.compare`. */
  compare(bytes: Uint8Array, start: number, limit: number): number {
    return this.#comparison.compare(bytes, start, limit);
  }

  /** The object, when it has been compared to its end. Undefined when only a parser should judge it. */
  object(): object | undefined {
    const object = this.#assembly.object();
    if (object === undefined) return undefined;
    this.#vain = 0;
    this.#wait = 0;
    return object;
  }
}
