import { Chance } from './chance.js';
import type { Commons } from './commons.js';
import type { Comparison } from './comparison.js';
import { Composition } from './composition.js';
import { DecodeError } from './errors.js';
import { CUT, LONGEST_REPLACED, type Pattern, UNWANTED } from './pattern.js';
import { Recent } from './recent.js';
import { COMMA } from './scanner.js';
import { Settler } from './settler.js';
import { parseJson, withPrefix } from './text.js';

/**
 * Puts an object together that has been compared with a pattern. Containers in which nothing differs are the pattern's, and small ones in which
 * something does are looked for among those of the objects before; marks stand in their places in the text that is parsed. None of them gets lost, as
 * no member stands twice in a pattern: with one that is in the text itself there are too many, which the settler sees.
 */
export class Assembly {
  readonly #pattern: Pattern;
  readonly #comparison: Comparison;
  readonly #prefix: string;
  readonly #composition = new Composition();
  readonly #settler: Settler;
  readonly #recent = new Recent();
  /** The first difference that is not behind. */
  #next = 0;
  /** Containers that were looked for in vain, and the hashes of their texts. */
  readonly #missed: number[] = [];
  readonly #hashes: number[] = [];
  /** By name, and of the pattern's containers by number. */
  readonly #chances = new Map<string, Chance>();
  readonly #ofContainers: (Chance | undefined)[] = [];

  /** @param prefix members to put before an object's own */
  constructor(pattern: Pattern, comparison: Comparison, prefix: string, commons: Commons) {
    this.#pattern = pattern;
    this.#comparison = comparison;
    this.#prefix = prefix;
    this.#settler = new Settler(commons);
  }

  /** The pattern is another. */
  reset(): void {
    this.#ofContainers.length = 0;
  }

  /** The object, when it has been compared to its end. Undefined when only a parser should judge it. */
  object(): object | undefined {
    const composition = this.#composition;
    const { bytes, start, end } = this.#comparison;
    this.#next = 0;
    this.#missed.length = 0;
    this.#hashes.length = 0;
    composition.begin(bytes, start, undefined);
    this.#settler.begin();
    this.#plan(0);
    composition.copyTo(end);
    const text = composition.text.toString();
    composition.end();
    const object = this.#parsed(text);
    if (object !== undefined) this.#remember(object);
    return object;
  }

  #parsed(text: string): object | undefined {
    try {
      return this.#settler.settle(parseJson(withPrefix(this.#prefix, text), 'an object'), this.#pattern.values[0]);
    } catch (error) {
      // There are other ways to say what is wrong with it.
      if (error instanceof DecodeError) return undefined;
      throw error;
    }
  }

  /** Decides, for all that a container holds, what is here already. */
  #plan(number: number): void {
    const { opens, closes, nexts, values } = this.#pattern;
    const comparison = this.#comparison;
    const after = nexts[number] ?? 0;
    for (let child = number + 1; child < after; child = nexts[child] ?? after) {
      const open = opens[child] ?? 0;
      const close = closes[child] ?? 0;
      this.#passTo(open);
      const next = this.#next;
      const differs = next < comparison.count && comparison.startOf(next) < close;
      if (!differs) this.#use(comparison.placeOf(open, next), comparison.placeOf(close, next), values[child]);
      else if (!this.#lookUp(child, open, close)) this.#compose(child, open, close);
    }
    this.#passTo(closes[number] ?? 0);
  }

  /** A container in which something differs. What is kept of one is often the same in many objects: it is looked for by the text that is left. */
  #compose(number: number, open: number, close: number): void {
    const composition = this.#composition;
    const { text } = composition;
    const comparison = this.#comparison;
    const chance = this.#pattern.picks ? this.#chanceOf(number) : undefined;
    composition.copyTo(comparison.placeOf(open, this.#next));
    const from = text.length;
    const { marks } = this.#settler;
    this.#plan(number);
    composition.copyTo(comparison.placeOf(close, this.#next));
    // A text with marks in it stands for other things each time.
    if (chance === undefined || this.#settler.marks > marks || text.length - from > LONGEST_REPLACED) return;
    if (!chance.isTaken()) return;
    const hash = text.hashFrom(from);
    const found = this.#found(number, hash, text.bytes, from, text.length, chance);
    if (found === undefined) return;
    text.truncate(from);
    composition.mark(this.#settler.found(found));
  }

  #found(
    number: number,
    hash: number,
    bytes: Uint8Array,
    from: number,
    to: number,
    chance: Chance,
  ): object | undefined {
    const found = this.#recent.find(hash, bytes, from, to);
    chance.tell(found !== undefined);
    if (found !== undefined) return found;
    this.#missed.push(number);
    this.#hashes.push(hash);
    return undefined;
  }

  /** Passes differences over that are before a place in the pattern. What nobody wants is left out. */
  #passTo(here: number): void {
    const comparison = this.#comparison;
    while (this.#next < comparison.count && comparison.startOf(this.#next) < here) {
      const difference = comparison.differences[this.#next] ?? 0;
      const owner = difference < 0 ? 0 : (this.#pattern.owners[difference] ?? 0);
      if (owner === CUT) this.#leaveOut(comparison.from(this.#next), comparison.to(this.#next));
      if (owner === UNWANTED) this.#leaveOutMember(difference, this.#next);
      this.#next++;
    }
  }

  /** With one of the commas around it. */
  #leaveOutMember(leaf: number, place: number): void {
    const { bytes } = this.#comparison;
    const { text } = this.#composition;
    const after = this.#comparison.to(place);
    const isLast = bytes[after] !== COMMA;
    this.#leaveOut(this.#comparison.placeOf(this.#pattern.members[leaf] ?? 0, place), isLast ? after : after + 1);
    if (isLast && text.bytes[text.length - 1] === COMMA) text.truncate(text.length - 1);
  }

  #leaveOut(from: number, to: number): void {
    this.#composition.copyTo(from);
    this.#composition.skipTo(to);
  }

  #use(from: number, to: number, value: object | undefined): void {
    if (value !== undefined) this.#composition.replace(from, to, this.#settler.found(value));
  }

  /** Whether a container in which something differs needs no further thought. */
  #lookUp(number: number, open: number, close: number): boolean {
    const comparison = this.#comparison;
    const first = this.#next;
    const isReplaced = comparison.differences[first] === ~number;
    if (!this.#pattern.replaceable[number] || close - open > LONGEST_REPLACED) return false;
    const chance = this.#chanceOf(number);
    if (!isReplaced && !chance.isTaken()) return false;
    const from = comparison.placeOf(open, first);
    while (this.#next < comparison.count && comparison.startOf(this.#next) < close) this.#next++;
    const to = comparison.placeOf(close, this.#next);
    const found = this.#found(number, comparison.hash(from, to), comparison.bytes, from, to, chance);
    if (found !== undefined) this.#use(from, to, found);
    else if (!isReplaced) this.#next = first;
    return found !== undefined || isReplaced;
  }

  #chanceOf(container: number): Chance {
    const known = this.#ofContainers[container];
    if (known !== undefined) return known;
    const name = this.#nameOf(container);
    const chance = this.#chances.get(name) ?? new Chance();
    this.#chances.set(name, chance);
    this.#ofContainers[container] = chance;
    return chance;
  }

  /** Elements go by the name of their array. */
  #nameOf(container: number): string {
    const name = this.#pattern.names[container] ?? '';
    return typeof name === 'string' ? name : `${this.#nameOf(this.#pattern.parents[container] ?? 0)}[]`;
  }

  #remember(object: object): void {
    for (let i = 0; i < this.#missed.length; i++) {
      const value = this.#valueOf(object, this.#missed[i] ?? 0);
      if (typeof value === 'object' && value !== null) this.#recent.remember(this.#hashes[i] ?? 0, value);
    }
  }

  /** What the object has where the pattern has this container. */
  #valueOf(object: object, container: number): unknown {
    if (container === 0) return object;
    const parent: unknown = this.#valueOf(object, this.#pattern.parents[container] ?? 0);
    return Object(parent)[this.#pattern.names[container] ?? ''];
  }
}
