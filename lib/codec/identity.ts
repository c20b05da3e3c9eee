import type { Outline } from './outline.js';
import {
  BACKSLASH,
  COMMA,
  INCOMPLETE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
} from './scanner.js';
import { asciiOf } from './text.js';

/** What tells an object and its version, read without parsing the object. */
export interface Identity {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/**
 * The identity of the object that begins at `start`, by its outline. Undefined where it is written in a way that only a parser should
 * judge. Core kinds have it at the beginning of their metadata, and no more is read; custom resources have their members sorted.
 */
export function identityOf(bytes: Uint8Array, start: number, outline: Outline): Identity | undefined {
  const { metadata } = outline;
  if (metadata < 0) return undefined;
  const members = new MetadataMembers(bytes, start, outline);
  let name: string | undefined;
  let namespace: string | undefined;
  let uid: string | undefined;
  let resourceVersion: string | undefined;
  while (name === undefined || namespace === undefined || uid === undefined || resourceVersion === undefined) {
    if (!members.next()) break;
    switch (members.key()) {
      case 'name':
        name = members.text();
        break;
      case 'namespace':
        namespace = members.text();
        break;
      case 'uid':
        uid = members.text();
        break;
      case 'resourceVersion':
        resourceVersion = members.text();
        break;
    }
  }
  return name === undefined
    ? undefined
    : { name, namespace: namespace ?? '', uid: uid ?? '', resourceVersion: resourceVersion ?? '' };
}

/** Walks the members of the metadata, past containers without a look into them. */
class MetadataMembers {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #outline: Outline;
  readonly #end: number;
  /** The next container of the outline. */
  #child: number;
  #at: number;
  #keyStart = 0;
  #keyEnd = 0;
  #valueStart = 0;

  constructor(bytes: Uint8Array, start: number, outline: Outline) {
    this.#bytes = bytes;
    this.#start = start;
    this.#outline = outline;
    this.#child = outline.metadata + 1;
    this.#end = start + (outline.ends[outline.metadata] ?? 0);
    this.#at = start + (outline.starts[outline.metadata] ?? 0) + 1;
  }

  next(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    let i = skipSpace(bytes, this.#at, end);
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1, end);
    if (bytes[i] !== QUOTE) return false;
    this.#keyStart = i;
    this.#keyEnd = skipString(bytes, i, end);
    if (this.#keyEnd === INCOMPLETE) return false;
    this.#valueStart = skipSpace(bytes, skipSpace(bytes, this.#keyEnd, end) + 1, end);
    this.#at = this.#afterValue();
    return this.#at !== INCOMPLETE;
  }

  key(): string | undefined {
    return plainText(this.#bytes, this.#keyStart, this.#keyEnd);
  }

  text(): string | undefined {
    return plainText(this.#bytes, this.#valueStart, this.#at);
  }

  #afterValue(): number {
    const byte = this.#bytes[this.#valueStart];
    if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET) return skipValue(this.#bytes, this.#valueStart, this.#end);
    const { cutStart, cutEnd, ends, nexts } = this.#outline;
    if (this.#keyStart === this.#start + cutStart) return this.#start + cutEnd;
    const child = this.#child;
    this.#child = nexts[child] ?? 0;
    return this.#start + (ends[child] ?? 0);
  }
}

/** Longer than any name, uid or version of an API server. */
const LONGEST = 300;

/** The text of a string that has neither escapes nor anything beyond ASCII. */
function plainText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] !== QUOTE || end - start > LONGEST) return undefined;
  for (let i = start + 1; i < end - 1; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return undefined;
  }
  return asciiOf(bytes, start + 1, end - 1);
}
