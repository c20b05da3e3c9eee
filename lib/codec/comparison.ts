import { isAt } from './bytes.js';
import { skipManagedFields } from './managed-fields.js';
import { CUT, LONGEST_REPLACED, type Pattern } from './pattern.js';
import { COMMA, INCOMPLETE, OPEN_BRACE, OPEN_BRACKET, QUOTE, skipString, skipValue } from './scanner.js';

/** The answer where an object is not alike. */
export const DIFFERENT = -2;
/** With more differences an object costs less when it is decoded by itself, and more of it may be shared with others. */
const MOST_DIFFERENCES = 96;

const MULTIPLIER = 0x5bd1e995;
const MANAGED_FIELDS = new TextEncoder().encode('"managedFields":');
const EMPTY = new Uint8Array(0);

/**
 * Compares the text of an object with a pattern's, some bytes at a time. Where they differ, the value that is there in both is passed over and
 * noted. All else is then known to be what it is in the pattern, be it ever so much.
 */
export class Comparison {
  /** The number of a leaf or, as its complement, of a container that differs, or is not compared. */
  readonly differences: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #pattern: Pattern;
  #bytes: Uint8Array = EMPTY;
  #view: DataView = new DataView(EMPTY.buffer);
  #start = 0;
  #limit = 0;
  /** How far the pattern and the object have been compared, the latter from its beginning. */
  #here = 0;
  #there = 0;
  /** The first leaf of the pattern, and the first gap, that is not behind. */
  #leaf = 0;
  #gap = 0;

  constructor(pattern: Pattern) {
    this.#pattern = pattern;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#start + this.#there;
  }

  get count(): number {
    return this.differences.length;
  }

  /** Where the object has what differs. */
  from(place: number): number {
    return this.#start + (this.#from[place] ?? 0);
  }

  to(place: number): number {
    return this.#start + (this.#to[place] ?? 0);
  }

  /** Where the pattern has what differs. */
  startOf(place: number): number {
    const difference = this.differences[place] ?? 0;
    return (difference < 0 ? this.#pattern.opens[~difference] : this.#pattern.starts[difference]) ?? 0;
  }

  endOf(place: number): number {
    const difference = this.differences[place] ?? 0;
    return (difference < 0 ? this.#pattern.closes[~difference] : this.#pattern.ends[difference]) ?? 0;
  }

  /** Where the object has what the pattern has here, behind all differences before this one. */
  placeOf(here: number, place: number): number {
    return place === 0 ? this.#start + here : this.to(place - 1) + here - this.endOf(place - 1);
  }

  /** Of a text of the object's. */
  hash(from: number, to: number): number {
    const view = this.#view;
    const bytes = this.#bytes;
    let hash = to - from;
    let i = from;
    for (; i + 4 <= to; i += 4) {
      hash = Math.imul(hash ^ view.getInt32(i, true), MULTIPLIER);
      hash ^= hash >>> 15;
    }
    for (; i < to; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), MULTIPLIER);
    return hash;
  }

  /** Begins with the next object. */
  reset(): void {
    this.#here = 0;
    this.#there = 0;
    this.#leaf = 0;
    this.#gap = 0;
    this.differences.length = 0;
    this.#from.length = 0;
    this.#to.length = 0;
  }

  /**
   * The index after the object that begins at `start`; DIFFERENT when it is not alike; INCOMPLETE when it ends later. Then it goes on where it
   * stopped; the caller gives the same bytes again, with more behind them, moved by any offset.
   */
  compare(bytes: Uint8Array, start: number, limit: number): number {
    if (bytes !== this.#bytes) this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytes = bytes;
    this.#start = start;
    this.#limit = limit;
    const pattern = this.#pattern;
    if (pattern.length === 0) return DIFFERENT;
    for (;;) {
      const gap = pattern.gaps[this.#gap];
      const stop = gap === undefined ? pattern.length : (pattern.starts[gap] ?? 0);
      this.#run(stop);
      let state: number;
      if (this.#here !== stop) state = this.#start + this.#there === limit ? INCOMPLETE : this.#difference();
      else if (gap === undefined) return this.#start + this.#there;
      else state = this.#pass(gap);
      if (state < 0) return state;
    }
  }

  /** Goes on as long as both are the same, and no further than `stop`. */
  #run(stop: number): void {
    const { bytes: ours, view: ourView } = this.#pattern;
    const theirs = this.#bytes;
    const theirView = this.#view;
    const offset = this.#start + this.#there - this.#here;
    const end = Math.min(stop, this.#limit - offset);
    let i = this.#here;
    while (i + 4 <= end && ourView.getInt32(i, true) === theirView.getInt32(i + offset, true)) i += 4;
    while (i < end && ours[i] === theirs[i + offset]) i++;
    this.#here = i;
    this.#there = i + offset - this.#start;
  }

  /** Passes over what is not compared. */
  #pass(gap: number): number {
    const pattern = this.#pattern;
    if (pattern.owners[gap] === CUT) return this.#passManagedFields(gap);
    const from = this.#start + this.#there;
    const after = skipValue(this.#bytes, from, this.#limit);
    if (after === INCOMPLETE) return INCOMPLETE;
    if (after === from) return DIFFERENT;
    this.#note(gap, from, after, pattern.ends[gap] ?? 0);
    this.#gap++;
    return 0;
  }

  /** The object may also have none. What it has elsewhere is a difference. */
  #passManagedFields(gap: number): number {
    const bytes = this.#bytes;
    const behind = this.#pattern.cutsCommaBehind;
    const from = this.#start + this.#there;
    const isKeyNext = behind || bytes[from] === COMMA;
    const key = behind ? from : from + 1;
    const valueStart = key + MANAGED_FIELDS.length;
    let after = from;
    if (isKeyNext && isAt(bytes, key, MANAGED_FIELDS)) {
      after = skipManagedFields(bytes, valueStart, this.#limit);
      if (after === INCOMPLETE || after >= this.#limit) return INCOMPLETE;
      if (behind && bytes[after++] !== COMMA) return DIFFERENT;
    } else if (valueStart >= this.#limit && isAt(bytes, key, MANAGED_FIELDS.subarray(0, this.#limit - key))) {
      return INCOMPLETE;
    }
    this.#note(gap, from, after, this.#here);
    this.#gap++;
    return 0;
  }

  /** There is a difference here. */
  #difference(): number {
    const { starts, ends } = this.#pattern;
    const here = this.#here;
    while ((ends[this.#leaf] ?? here) < here) this.#leaf++;
    // A number may go on where the pattern's has ended.
    if (ends[this.#leaf] === here && this.#pattern.bytes[here - 1] === QUOTE) this.#leaf++;
    const leaf = this.#leaf;
    const start = starts[leaf];
    if (start === undefined || start > here) return this.#replace();
    const from = this.#start + this.#there - (here - start);
    const after = scalarEnd(this.#bytes, from, this.#limit);
    if (after === INCOMPLETE) return INCOMPLETE;
    if (after === from) return this.#replace();
    return this.#note(leaf, from, after, ends[leaf] ?? 0);
  }

  #note(difference: number, from: number, after: number, here: number): number {
    this.differences.push(difference);
    this.#from.push(from - this.#start);
    this.#to.push(after - this.#start);
    this.#here = here;
    this.#there = after - this.#start;
    if (difference >= 0) this.#leaf = difference + 1;
    return this.differences.length > MOST_DIFFERENCES ? DIFFERENT : 0;
  }

  /** The innermost container has other members or elements: what the object has there is to be parsed. */
  #replace(): number {
    const { opens, closes, parents, replaceable } = this.#pattern;
    const here = this.#here;
    let number = lastBefore(opens, here);
    while (number >= 0 && (closes[number] ?? 0) <= here) number = parents[number] ?? -1;
    const open = opens[number] ?? 0;
    const close = closes[number] ?? 0;
    if (!replaceable[number] || close - open > LONGEST_REPLACED) return DIFFERENT;
    const from = this.#backTo(open);
    const after = skipValue(this.#bytes, from, this.#limit);
    if (after === INCOMPLETE) return this.#limit - from > LONGEST_REPLACED ? DIFFERENT : INCOMPLETE;
    if (after - from > LONGEST_REPLACED) return DIFFERENT;
    const noted = this.#note(~number, from, after, close);
    while ((this.#pattern.starts[this.#leaf] ?? close) < close) this.#leaf++;
    return noted;
  }

  /** Where the object has what begins here in the pattern, and differs only behind it. What was noted behind it is forgotten. */
  #backTo(here: number): number {
    for (;;) {
      const { count } = this;
      if (count === 0 || this.startOf(count - 1) < here) return this.placeOf(here, count);
      this.differences.pop();
      this.#from.pop();
      this.#to.pop();
    }
  }
}

/** The index after a value that is no container; `from` where there is none. */
function scalarEnd(bytes: Uint8Array, from: number, limit: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from, limit);
  return first === OPEN_BRACE || first === OPEN_BRACKET ? from : skipValue(bytes, from, limit);
}

/** The last of some ascending numbers that is below this one; -1 when none is. */
function lastBefore(numbers: readonly number[], limit: number): number {
  let i = numbers.length - 1;
  while (i >= 0 && (numbers[i] ?? 0) >= limit) i--;
  return i;
}
