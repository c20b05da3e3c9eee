import type { KubernetesObject } from '../kubernetes/index.js';
import { Ahead, DOUBTFUL } from './ahead.js';
import type { Alike } from './alike.js';
import { DIFFERENT } from './comparison.js';
import type { ListSink } from './encoding.js';
import { ObjectError } from './errors.js';
import type { ItemTaker } from './list-decoder.js';
import { type ObjectDecoder, TransformError } from './object-decoder.js';
import type { Outline } from './outline.js';
import { INCOMPLETE } from './scanner.js';

/** An item that is longer, and has not all come, is not read again and again from its beginning. */
const LONGEST_AHEAD = 1 << 16;
/** After so many that are not cached, one of so many is looked at. */
const STRANGERS = 16;

/** Makes objects of the items of one list, each in the way that costs least. */
export class ItemReader<T extends KubernetesObject> implements ItemTaker {
  readonly #objects: ObjectDecoder<T>;
  readonly #sink: ListSink<T>;
  readonly #outline: Outline;
  readonly #alike: Alike | undefined;
  readonly #ahead = new Ahead();
  /** What has been found of the item that comes: it is not cached as it is, it is like no other. */
  #isNew = false;
  #isDifferent = false;
  /** So many items in a row were not cached at all. */
  #strangers = 0;

  constructor(objects: ObjectDecoder<T>, sink: ListSink<T>) {
    this.#objects = objects;
    this.#sink = sink;
    this.#outline = objects.outline();
    this.#alike = objects.alike();
  }

  take(bytes: Uint8Array, start: number, limit: number): number {
    const known = this.#isNew ? DOUBTFUL : this.#cached(bytes, start, limit);
    if (known >= 0) return this.#done(known);
    if (known === INCOMPLETE && limit - start < LONGEST_AHEAD) return INCOMPLETE;
    this.#isNew = true;
    const end = this.#short(bytes, start, limit);
    if (end === INCOMPLETE) return INCOMPLETE;
    return end === DIFFERENT ? this.#long(bytes, start, limit) : this.#done(end);
  }

  /**
   * By the cached object that it is; DOUBTFUL when it is none, or that is for others to find out. Where nothing is cached, as in a first list, few
   * items are looked at so.
   */
  #cached(bytes: Uint8Array, start: number, limit: number): number {
    if (!this.#objects.remembers) return DOUBTFUL;
    if (this.#strangers >= STRANGERS && this.#strangers++ % STRANGERS !== 0) return DOUBTFUL;
    const ahead = this.#ahead;
    const metadataEnd = ahead.identity(bytes, start, limit);
    if (metadataEnd < 0) return metadataEnd;
    const cached = this.#objects.cached(ahead);
    if (cached === undefined) this.#strangers++;
    else this.#strangers = 0;
    const end = cached?.isSame === true ? ahead.end(metadataEnd) : DOUBTFUL;
    // What it has in common with its version before is to be found, and not what it has in common with others.
    this.#isDifferent = cached?.isSame === false;
    if (end >= 0 && cached !== undefined) this.#sink.object(cached.object);
    return end;
  }

  /** By the object that it is like; DIFFERENT when it is like none. */
  #short(bytes: Uint8Array, start: number, limit: number): number {
    const alike = this.#alike;
    if (alike === undefined || this.#isDifferent) return DIFFERENT;
    const end = alike.compare(bytes, start, limit);
    if (end === INCOMPLETE) return INCOMPLETE;
    const isTaken = end !== DIFFERENT && this.#give(() => this.#objects.itemAlike(alike));
    if (isTaken) return end;
    this.#isDifferent = true;
    return DIFFERENT;
  }

  /** By the outline, which every object has. */
  #long(bytes: Uint8Array, start: number, limit: number): number {
    const outline = this.#outline;
    const end = outline.scan(bytes, start, limit);
    if (end === INCOMPLETE) return INCOMPLETE;
    this.#give(() => this.#objects.item(bytes, start, end, outline, this.#alike));
    return this.#done(end);
  }

  #done(end: number): number {
    this.#outline.reset();
    this.#alike?.reset();
    this.#isNew = false;
    this.#isDifferent = false;
    return end;
  }

  /** False when there is no object. No other object of the list suffers where one is refused. */
  #give(decode: () => T | undefined): boolean {
    try {
      const object = decode();
      if (object !== undefined) this.#sink.object(object);
      return object !== undefined;
    } catch (error) {
      if (!(error instanceof TransformError || error instanceof ObjectError)) throw error;
      this.#sink.refused(error);
      return true;
    }
  }
}
