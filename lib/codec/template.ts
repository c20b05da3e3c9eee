import { type Fingerprint, Fingerprinter } from './fingerprint.js';
import { leapArray } from './managed-fields.js';
import type { Gap, Preamble } from './preamble.js';
import { CLOSE_BRACE, INCOMPLETE, skipString } from './scanner.js';
import { plainText } from './text.js';

/** What each version fills in anew, in the order in which it stands; of custom resources, the keys of which are sorted, the other way round. */
type Gaps = readonly [Gap['what'], Gap['what']?];

const GAPS: readonly Gaps[] = [
  ['resourceVersion'],
  ['resourceVersion', 'managedFields'],
  ['managedFields', 'resourceVersion'],
];

/** The text of an object without its resourceVersion, its managedFields and the value of its last member: what recurs in the next version. */
interface Template extends Fingerprint {
  readonly gaps: Gaps;
  /** How long the text is before the first gap, between it and the second (0 where there is none), and from the last gap to the last value. */
  readonly first: number;
  readonly second: number;
  readonly rest: number;
  /** The last member: of most objects the status. */
  readonly key: string;
}

/** One for all: its secret takes memory, and it remembers nothing else. */
let fingerprinter: Fingerprinter | undefined;

function begun(): Fingerprinter {
  fingerprinter ??= new Fingerprinter();
  fingerprinter.begin();
  return fingerprinter;
}

/**
 * Knows objects again by their text. Where the text of the next version is that of the one before, but for the gaps, the object is the one before
 * with other values there, and nothing else of it has to be read by anybody. Keeps nothing alive.
 */
export class Templates {
  readonly #templates = new WeakMap<object, Template>();
  /** Of the text that was recognised: its version, where its managedFields are, and the last member's key and where its value begins. */
  version = '';
  fieldsStart = 0;
  fieldsEnd = 0;
  key = '';
  valueStart = 0;

  /** Whether the text from `start` to `end` is one of the next version of this object. Its last value and managedFields are still to be read. */
  recognise(bytes: Uint8Array, start: number, end: number, previous: object): boolean {
    const template = this.#templates.get(previous);
    if (template === undefined || bytes[end - 1] !== CLOSE_BRACE) return false;
    const prints = begun();
    const [first, second] = template.gaps;
    this.fieldsStart = this.fieldsEnd = 0;
    let at = this.#past(first, prints, bytes, start, start + template.first, end);
    if (second !== undefined && at !== INCOMPLETE) {
      at = this.#past(second, prints, bytes, at, at + template.second, end);
    }
    if (at === INCOMPLETE) return false;
    this.key = template.key;
    this.valueStart = at + template.rest;
    return this.valueStart < end && prints.add(bytes, at, this.valueStart) && prints.is(template);
  }

  /** The index behind a gap, and the text before it added to the fingerprint; or INCOMPLETE. */
  #past(
    what: Gap['what'],
    prints: Fingerprinter,
    bytes: Uint8Array,
    from: number,
    gapStart: number,
    end: number,
  ): number {
    if (gapStart >= end || !prints.add(bytes, from, gapStart)) return INCOMPLETE;
    switch (what) {
      case 'resourceVersion': {
        const after = skipString(bytes, gapStart, end);
        this.version = after === INCOMPLETE ? '' : (plainText(bytes, gapStart, after) ?? '');
        return this.version === '' ? INCOMPLETE : after;
      }
      case 'managedFields':
        this.fieldsStart = gapStart;
        this.fieldsEnd = leapArray(bytes, gapStart, end);
        return this.fieldsEnd;
    }
  }

  /** The next version of an object has the same text. */
  pass(previous: object, next: object): void {
    const template = this.#templates.get(previous);
    if (template !== undefined) this.#templates.set(next, template);
  }

  /**
   * Learns the text of an object that was made of it.
   *
   * @param preamble its beginning
   * @param key of its last member, which stands nowhere behind it
   * @param valueStart where that has its value
   */
  learn(object: object, bytes: Uint8Array, start: number, preamble: Preamble, key: string, valueStart: number): void {
    const [one, two] = preamble.gaps;
    const gaps = GAPS.find(([first, second]) => first === one?.what && second === two?.what);
    if (gaps === undefined || one === undefined || preamble.gaps.length > gaps.length || !preamble.isPlain) return;
    const prints = begun();
    const last = two ?? one;
    const isShort =
      prints.add(bytes, start, one.start) &&
      (two === undefined || prints.add(bytes, one.end, two.start)) &&
      prints.add(bytes, last.end, valueStart);
    if (!isShort) return;
    this.#templates.set(object, {
      gaps,
      key,
      first: one.start - start,
      second: two === undefined ? 0 : two.start - one.end,
      rest: valueStart - last.end,
      ...prints.take(),
    });
  }
}
