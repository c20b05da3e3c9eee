import { isText } from './match.js';

/** Stands, as the first character of a string, for a value that is here already. An object that has it in its own text is not composed. */
export const MARK = 0x7f;

const FIRST_PLACES = 1 << 8;
/** Enough for all that the objects of one owner have in common, and for what is spread over a collection, such as tolerations. */
const MOST_PLACES = 1 << 14;

/**
 * Frozen values that were decoded lately, to be found again by the bytes that they were decoded from: pods of one owner are alike but for
 * a few names. Nothing is kept alive by it (L18), and a value whose place is taken is forgotten, which costs memory and nothing else. The
 * hash only says where to look; what is found there is compared with the bytes.
 */
export class Siblings {
  #hashes = new Int32Array(FIRST_PLACES);
  #values: (WeakRef<object> | undefined)[] = emptyPlaces(FIRST_PLACES);
  #taken = 0;

  /** How many places are taken. */
  get size(): number {
    return this.#taken;
  }

  find(hash: number, bytes: Uint8Array, start: number, end: number): object | undefined {
    const place = placeOf(hash, this.#hashes.length);
    if (this.#hashes[place] !== hash) return undefined;
    const value = this.#values[place]?.deref();
    return value !== undefined && isText(bytes, start, end, value) ? value : undefined;
  }

  remember(hash: number, value: object): void {
    this.#put(hash, new WeakRef(value));
    if (2 * this.#taken > this.#values.length && this.#values.length < MOST_PLACES) this.#grow();
  }

  #put(hash: number, value: WeakRef<object>): void {
    const place = placeOf(hash, this.#hashes.length);
    if (this.#values[place] === undefined) this.#taken++;
    this.#hashes[place] = hash;
    this.#values[place] = value;
  }

  #grow(): void {
    const hashes = this.#hashes;
    const values = this.#values;
    this.#hashes = new Int32Array(2 * hashes.length);
    this.#values = emptyPlaces(2 * values.length);
    this.#taken = 0;
    values.forEach((value, place) => {
      if (value?.deref() !== undefined) this.#put(hashes[place] ?? 0, value);
    });
  }
}

function emptyPlaces(places: number): undefined[] {
  return new Array<undefined>(places).fill(undefined);
}

function placeOf(hash: number, places: number): number {
  return (hash ^ (hash >>> 15)) & (places - 1);
}
