import { isAt } from './bytes.js';
import { HASH_START, hashed } from './hash.js';
import { leapArray } from './managed-fields.js';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  INCOMPLETE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './scanner.js';

const LETTER_U = 0x75;

const FIRST_CONTAINERS = 256;
/** What one object with more made larger is let go. */
const KEPT_CONTAINERS = 1 << 14;

/**
 * How deep containers may be nested in an object. JSON.parse would stand any depth, but what walks an object calls itself for each level, and
 * so may a caller's own code; no kind of Kubernetes has more than some dozens of levels, be it a CRD's schema.
 */
export const MAX_DEPTH = 500;

const encoder = new TextEncoder();
const METADATA = encoder.encode('"metadata":');
const MANAGED_FIELDS = encoder.encode('"managedFields":');
const MARK_ESCAPE = encoder.encode('\\u007');

/**
 * The containers (objects and arrays) of one JSON object, in the order in which they open: where each begins and ends, and a hash of
 * its bytes. Found in one pass, which also finds the end of the object; nothing is decoded. What it passes over is checked by the
 * `JSON.parse` that follows.
 *
 * `scan` goes on where the last call stopped; the caller gives the same bytes again, with more behind them, moved by any offset. All
 * places are relative to the first byte of the object.
 */
export class Outline {
  /** How many containers there are. The first is the object itself. */
  count = 0;
  starts = new Int32Array(FIRST_CONTAINERS);
  ends = new Int32Array(FIRST_CONTAINERS);
  hashes = new Int32Array(FIRST_CONTAINERS);
  /** The number of the first container that opens after this one has closed: the way past all that is in it. */
  nexts = new Int32Array(FIRST_CONTAINERS);
  /** The number of the object's own metadata; -1 when it has none that is an object and written plainly. */
  metadata = -1;
  /** Where `metadata.managedFields` is, key and value, if that is to be left out; -1 when there is none. */
  cutStart = -1;
  cutEnd = -1;
  /** There is something in it that only a parser should judge. */
  doubtful = false;
  /** It is nested deeper than MAX_DEPTH; what is deeper is not noted. */
  tooDeep = false;

  readonly #cuts: boolean;
  #open = new Int32Array(64);
  /** The hash of what an open container had before the one in it opened. */
  #outer = new Int32Array(64);
  #depth = 0;
  #hash = HASH_START;
  #inString = false;
  /** The depth within managedFields, or below MAX_DEPTH, of which nothing is noted; 0 outside. */
  #cutDepth = 0;
  #scanned = 0;

  /** @param cuts whether to look for managedFields */
  constructor(cuts: boolean) {
    this.#cuts = cuts;
  }

  /** Forgets the object before. */
  reset(): void {
    this.count = 0;
    this.metadata = -1;
    this.cutStart = -1;
    this.cutEnd = -1;
    this.doubtful = false;
    this.tooDeep = false;
    this.#depth = 0;
    this.#hash = HASH_START;
    this.#inString = false;
    this.#cutDepth = 0;
    this.#scanned = 0;
    if (this.starts.length > KEPT_CONTAINERS) this.#shrink();
  }

  /** The index after the object that begins at `start`, or INCOMPLETE. */
  scan(bytes: Uint8Array, start: number, end: number): number {
    let i = start + this.#scanned;
    let inString = this.#inString;
    let hash = this.#hash;
    while (i < end) {
      const byte = bytes[i] ?? 0;
      if (inString && byte === BACKSLASH) {
        const length = this.#escape(bytes, i, end);
        if (length === INCOMPLETE) break;
        hash = hashed(hash, bytes[i + 1] ?? 0);
        i += length;
      } else if (inString) {
        // The hot loop: most of the bytes are in strings. Nothing is read past the end here, be it only to find nothing there: V8 would
        // compile the loop to bear that, and it would take half as long again for good.
        let text = byte;
        while (text !== QUOTE && text !== BACKSLASH) {
          hash = hashed(hash, text);
          if (++i === end) break;
          text = bytes[i] ?? 0;
        }
        if (text === QUOTE) {
          inString = false;
          i++;
        }
      } else {
        i++;
        if (byte === QUOTE) inString = true;
        else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
          this.#hash = hash;
          i = this.#enter(bytes, start, i - 1, end);
          hash = this.#hash;
        } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
          this.#hash = hash;
          if (this.#leave(i - start)) return i;
          hash = this.#hash;
        } else hash = hashed(hash, byte);
      }
    }
    this.#hash = hash;
    this.#inString = inString;
    this.#scanned = i - start;
    return INCOMPLETE;
  }

  /** The length of what is to be passed over of an escape, or INCOMPLETE when that has not all come. */
  #escape(bytes: Uint8Array, i: number, end: number): number {
    if (i + 1 >= end) return INCOMPLETE;
    if (bytes[i + 1] === LETTER_U) {
      if (i + MARK_ESCAPE.length > end) return INCOMPLETE;
      if (isAt(bytes, i, MARK_ESCAPE)) this.doubtful = true;
    }
    return 2;
  }

  /** Where to go on. */
  #enter(bytes: Uint8Array, start: number, i: number, limit: number): number {
    if (this.#cutDepth > 0) {
      this.#cutDepth++;
      return i + 1;
    }
    const depth = this.#depth;
    if (this.#cuts && depth === 2 && this.#open[1] === this.metadata && isMember(bytes, i, MANAGED_FIELDS)) {
      this.doubtful ||= this.cutStart >= 0;
      this.cutStart = i - MANAGED_FIELDS.length - start;
      const leapt = leapArray(bytes, i, limit);
      if (leapt === INCOMPLETE) this.#cutDepth = 1;
      else this.cutEnd = leapt - start;
      return leapt === INCOMPLETE ? i + 1 : leapt;
    }
    if (depth === MAX_DEPTH) {
      this.tooDeep = true;
      this.#cutDepth = 1;
      return i + 1;
    }
    const number = this.count++;
    if (number === this.starts.length) this.#grow();
    if (depth === this.#open.length) this.#deepen();
    if (depth === 1 && isMember(bytes, i, METADATA)) this.metadata = number;
    this.starts[number] = i - start;
    this.#open[depth] = number;
    this.#outer[depth] = this.#hash;
    this.#hash = hashed(HASH_START, bytes[i] ?? 0);
    this.#depth = depth + 1;
    return i + 1;
  }

  /** Whether that was the end of the object. */
  #leave(end: number): boolean {
    if (this.#cutDepth > 0) {
      this.#cutDepth--;
      if (this.#cutDepth === 0) this.cutEnd = end;
      return false;
    }
    const depth = this.#depth - 1;
    const number = this.#open[depth] ?? 0;
    this.ends[number] = end;
    this.nexts[number] = this.count;
    this.hashes[number] = this.#hash;
    this.#hash = hashed(this.#outer[depth] ?? 0, this.#hash);
    this.#depth = depth;
    return depth === 0;
  }

  #shrink(): void {
    this.starts = new Int32Array(FIRST_CONTAINERS);
    this.ends = new Int32Array(FIRST_CONTAINERS);
    this.hashes = new Int32Array(FIRST_CONTAINERS);
    this.nexts = new Int32Array(FIRST_CONTAINERS);
  }

  #grow(): void {
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
    this.hashes = doubled(this.hashes);
    this.nexts = doubled(this.nexts);
  }

  #deepen(): void {
    this.#open = doubled(this.#open);
    this.#outer = doubled(this.#outer);
  }
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}

/** Whether the value at `i` is the member of this key, written without spaces. In front of a key stands what no string can hold there. */
function isMember(bytes: Uint8Array, i: number, key: Uint8Array): boolean {
  const from = i - key.length;
  if (from < 1 || !isAt(bytes, from, key)) return false;
  const before = bytes[from - 1];
  return before === OPEN_BRACE || before === COMMA;
}
