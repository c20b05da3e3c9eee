import { concat } from './bytes.js';
import { DecodeError } from './errors.js';
import { findMember, INCOMPLETE, skipSpace } from './scanner.js';
import { parseJson, quoted, textOf } from './text.js';

const ITEMS = new TextEncoder().encode('items');
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const COMMA = 0x2c;
const EMPTY = new Uint8Array(0);
/** As long as most items are. */
const PIECE = 8192;

/** What surrounds the items of a list. */
export interface ListEnvelope {
  readonly kind: string;
  readonly apiVersion: unknown;
  readonly metadata: unknown;
}

/** Takes the items of a list, one after the other. */
export interface ItemTaker {
  /**
   * Takes the item that begins at `start`, if all of it has come: gives the index behind it, or INCOMPLETE. Then it is asked again, with the
   * same bytes and more behind them, moved by any offset. Bytes are only lent for the call.
   */
  take(bytes: Uint8Array, start: number, limit: number): number;
}

/**
 * Takes a list apart while it arrives: each item is handed on as soon as its last byte is there, so that neither the whole list nor
 * a page of it ever stands in memory as one text. The fields around the items may come in any order (CRD lists begin with
 * `items`, core ones end with it).
 */
export class ListDecoder {
  /** Bytes that are not done with: the head until the items begin, then the part of an item that has come. */
  #pending: Uint8Array = EMPTY;
  #place: 'head' | 'items' | 'tail' = 'head';
  #head = '';
  /** What may come next among the items, as JSON has it. */
  #next: 'item or end' | 'item' | 'comma or end' = 'item or end';
  #received = 0;

  constructor(
    private readonly items: ItemTaker,
    /** A list whose item, or whose surrounding, is larger than this is refused. */
    private readonly maxObjectBytes: number,
    /** A list that is larger than this is refused: it would never end. */
    private readonly maxBytes: number,
  ) {}

  write(chunk: Uint8Array): void {
    this.#received += chunk.length;
    if (this.#received > this.maxBytes)
      throw new DecodeError(`the server sent a list of more than ${this.maxBytes} bytes`);
    let rest = this.#pending;
    let at = 0;
    // Only what belongs to what has begun is put behind it: to copy more costs as much as to look at it.
    while (rest.length > 0 && at < chunk.length) {
      const to = Math.min(chunk.length, at + Math.max(PIECE, rest.length));
      rest = this.#read(concat(rest, chunk.subarray(at, to)));
      at = to;
      if (rest.length > to) continue;
      at -= rest.length;
      rest = EMPTY;
    }
    if (rest.length === 0) rest = new Uint8Array(this.#read(chunk.subarray(at)));
    if (rest.length > this.maxObjectBytes) {
      throw new DecodeError(`the server sent an object of more than ${this.maxObjectBytes} bytes in a list`);
    }
    this.#pending = rest;
  }

  /** Gives what is not done with: the end of the bytes. */
  #read(bytes: Uint8Array): Uint8Array {
    const items = this.#place === 'head' ? this.#readHead(bytes) : bytes;
    return this.#place === 'items' ? this.#readItems(items) : items;
  }

  /** To be called after the last byte. Throws a DecodeError unless what came was one whole list. */
  end(): ListEnvelope {
    if (this.#place === 'items') throw new DecodeError('the list was cut short in the middle of its items');
    const text = this.#head + textOf(this.#pending, 0, this.#pending.length);
    return envelopeOf(parseJson(text, 'the list'), this.#place === 'tail');
  }

  /** Waits until the value of `items` begins. A list without items (`null`) never leaves this place. */
  #readHead(bytes: Uint8Array): Uint8Array {
    const start = skipSpace(bytes, 0, bytes.length);
    if (start === bytes.length) return bytes;
    if (bytes[start] !== OPEN_BRACE) throw new DecodeError(`the list is ${quoted(bytes, start, bytes.length)}`);
    const items = findMember(bytes, start, bytes.length, ITEMS, true);
    if (typeof items === 'string' || bytes[items.valueStart] !== OPEN_BRACKET) return bytes;
    this.#head = `${textOf(bytes, 0, items.valueStart)}[`;
    this.#place = 'items';
    return bytes.subarray(items.valueStart + 1);
  }

  #readItems(bytes: Uint8Array): Uint8Array {
    let i = 0;
    for (;;) {
      i = skipSpace(bytes, i, bytes.length);
      const byte = bytes[i];
      if (byte === undefined) return EMPTY;
      if (byte === COMMA && this.#next === 'comma or end') {
        this.#next = 'item';
        i++;
      } else if (byte === OPEN_BRACE && this.#next !== 'comma or end') {
        const end = this.items.take(bytes, i, bytes.length);
        if (end === INCOMPLETE) return bytes.subarray(i);
        this.#next = 'comma or end';
        i = end;
      } else if (byte === CLOSE_BRACKET && this.#next !== 'item') {
        this.#place = 'tail';
        return bytes.subarray(i);
      } else throw new DecodeError('the list holds an item that is no object, or a comma too many or too few');
    }
  }
}

function envelopeOf(value: unknown, hasItems: boolean): ListEnvelope {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DecodeError('the server answered a list with something that is no object');
  }
  const { kind, apiVersion, metadata, items }: Readonly<Record<string, unknown>> = Object(value);
  const named = typeof kind === 'string' ? kind : '';
  if (!hasItems && (items === undefined || items !== null)) {
    throw new DecodeError(
      `the server answered a list with ${named === '' ? 'an object' : `a ${named}`} that has no items`,
    );
  }
  if (Array.isArray(items) && items.length > 0) throw new DecodeError('the list has its items twice');
  return { kind: named, apiVersion, metadata };
}
