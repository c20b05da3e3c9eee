import type { Composition } from './composition.js';
import type { FieldTree } from './fields.js';
import { isText } from './match.js';
import { Members } from './members.js';
import type { Outline } from './outline.js';
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET } from './scanner.js';
import type { Settler } from './settler.js';
import type { Siblings } from './siblings.js';

type Known = Readonly<Record<string, unknown>> | undefined;

/** Writes, of an object, only the members that a tree of fields names. The others are passed over and never parsed. */
export class Projector {
  readonly #fields: FieldTree;
  readonly #composition: Composition;
  readonly #settler: Settler;
  readonly #siblings: Siblings;
  readonly #plan: (outline: Outline, number: number, previous: unknown) => void;
  #doubtful = false;

  /** @param plan writes the inside of a container that is kept whole */
  constructor(
    fields: FieldTree,
    composition: Composition,
    settler: Settler,
    siblings: Siblings,
    plan: (outline: Outline, number: number, previous: unknown) => void,
  ) {
    this.#fields = fields;
    this.#composition = composition;
    this.#settler = settler;
    this.#siblings = siblings;
    this.#plan = plan;
  }

  /** False when only a parser should judge the object. */
  project(outline: Outline, previous: unknown): boolean {
    this.#doubtful = false;
    this.#settler.expect(undefined);
    this.#members(outline, 0, this.#fields, known(previous));
    return !this.#doubtful;
  }

  #members(outline: Outline, number: number, fields: FieldTree, previous: Known): void {
    const { text, bytes, start } = this.#composition;
    const members = new Members(bytes, start, outline, number);
    let separator = OPEN_BRACE;
    text.byte(OPEN_BRACE);
    while (members.next()) {
      const key = members.key();
      if (key === undefined) this.#doubtful = true;
      const branch = fields[key ?? ''];
      if (branch === undefined || (branch !== 'all' && members.container < 0)) continue;
      if (separator === COMMA) text.byte(COMMA);
      separator = COMMA;
      text.append(bytes, members.keyStart, members.valueStart);
      if (members.container < 0) text.append(bytes, members.valueStart, members.valueEnd);
      else this.#container(outline, members, branch, previous?.[key ?? '']);
    }
    text.byte(CLOSE_BRACE);
  }

  #container(
    outline: Outline,
    { container, valueStart, valueEnd }: Members,
    branch: FieldTree | 'all',
    previous: unknown,
  ): void {
    const { bytes } = this.#composition;
    if (branch !== 'all') {
      this.#projected(outline, container, branch, previous);
      return;
    }
    const hash = outline.hashes[container] ?? 0;
    const found = this.#find(hash, bytes, valueStart, valueEnd, previous);
    if (found !== undefined) {
      this.#composition.mark(this.#settler.found(found));
      return;
    }
    this.#settler.expect(hash);
    this.#composition.skipTo(valueStart);
    this.#plan(outline, container, previous);
    this.#composition.copyTo(valueEnd);
  }

  /** What is left of a container is often the same in many objects: it is looked for by the text that it has now. */
  #projected(outline: Outline, number: number, fields: FieldTree, previous: unknown): void {
    const { text, bytes, start } = this.#composition;
    const from = text.length;
    const place = this.#settler.expect(undefined);
    const { marks } = this.#settler;
    if (bytes[start + (outline.starts[number] ?? 0)] === OPEN_BRACKET)
      this.#elements(outline, number, fields, previous);
    else this.#members(outline, number, fields, known(previous));
    if (this.#settler.marks > marks) return; // a text with marks in it stands for other things each time
    const hash = text.hashFrom(from);
    const found = this.#find(hash, text.bytes, from, text.length, previous);
    if (found === undefined) {
      this.#settler.rename(place, hash);
      return;
    }
    this.#settler.withdraw(place);
    text.truncate(from);
    this.#composition.mark(this.#settler.found(found));
  }

  #elements(outline: Outline, number: number, fields: FieldTree, previous: unknown): void {
    const { text } = this.#composition;
    const after = outline.nexts[number] ?? 0;
    const before: readonly unknown[] = Array.isArray(previous) ? previous : [];
    let place = 0;
    text.byte(OPEN_BRACKET);
    for (let child = number + 1; child < after; child = outline.nexts[child] ?? after) {
      if (place > 0) text.byte(COMMA);
      this.#projected(outline, child, fields, before[place++]);
    }
    text.byte(CLOSE_BRACKET);
  }

  #find(hash: number, bytes: Uint8Array, start: number, end: number, previous: unknown): object | undefined {
    if (typeof previous === 'object' && previous !== null && isText(bytes, start, end, previous)) return previous;
    return this.#siblings.find(hash, bytes, start, end);
  }
}

function known(previous: unknown): Known {
  return typeof previous === 'object' && previous !== null && !Array.isArray(previous)
    ? (previous as Readonly<Record<string, unknown>>)
    : undefined;
}
