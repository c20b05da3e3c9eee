import { isText } from './match.js';

const PLACES = 1 << 12;

/**
 * Small frozen values of one list, to be found again by their bytes: what pods of one node have in common, such as its address. Bounded; what
 * it holds is held for the time of the list.
 */
export class Recent {
  readonly #hashes = new Int32Array(PLACES);
  readonly #values = new Array<object | undefined>(PLACES).fill(undefined);

  find(hash: number, bytes: Uint8Array, start: number, end: number): object | undefined {
    const place = placeOf(hash);
    const value = this.#hashes[place] === hash ? this.#values[place] : undefined;
    return value !== undefined && isText(bytes, start, end, value) ? value : undefined;
  }

  remember(hash: number, value: object): void {
    const place = placeOf(hash);
    this.#hashes[place] = hash;
    this.#values[place] = value;
  }
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (PLACES - 1);
}
