import { type Change, fold, type Untold } from '../store/index.js';
import { Line } from './line.js';

/**
 * What a subscriber that is behind still gets.
 * - `'all'`: every change.
 * - `'latest'`: for each key what leads from the state that it was given last to the newest one.
 */
export type Keep = 'all' | 'latest';

interface Entry<T> {
  readonly key: string;
  readonly arrival: number;
  /** What is to be given; with `'all'` just one change. Never empty. */
  untold: Untold<T>;
}

/**
 * The changes that wait for one subscriber, which takes them when it can, and handles one at a time for each key. What comes for a
 * key that is being handled waits until that is done, and lets others pass.
 *
 * Changes are given in the order in which they came (L4). With `'latest'` a key keeps the place of the first change that waits for it:
 * a key that changes faster than its turn comes would never be given if each change sent it back to the end of the line. It costs one
 * entry a key, whatever comes (L18).
 *
 * A `sync` is dropped while something waits for its key, as in a DeltaFIFO: the subscriber will be told of the object anyway.
 */
export class Mailbox<T> {
  readonly #keep: Keep;
  readonly #line = new Line<Entry<T>>();
  /** Of each key for which something waits, what came last. */
  readonly #newest = new Map<string, Entry<T>>();
  readonly #busy = new Set<string>();
  /** What came to the front of the line while its key was busy, by key. It is older than all that is still in the line. */
  readonly #parked = new Map<string, Line<Entry<T>>>();
  /** What was parked and can be given now. */
  #ready: Entry<T>[] = [];
  #arrivals = 0;
  #size = 0;

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /** How many entries wait. */
  get size(): number {
    return this.#size;
  }

  post(change: Change<T>): void {
    const { key, type } = change;
    const newest = this.#newest.get(key);
    if (newest !== undefined && (this.#keep === 'latest' || type === 'sync')) {
      newest.untold = fold(newest.untold, change);
      if (newest.untold.length === 0) this.#drop(newest);
      return;
    }
    const entry = { key, arrival: ++this.#arrivals, untold: [change] };
    this.#line.append(entry);
    this.#newest.set(key, entry);
    this.#size++;
  }

  /** What has waited longest, of the keys that are not being handled. Its key is, until `done(key)`. */
  take(): Change<T> | undefined {
    const entry = this.#ready.shift() ?? this.#firstInLine();
    if (entry === undefined) return undefined;
    const [change, ...rest] = entry.untold;
    this.#busy.add(entry.key);
    entry.untold = rest;
    if (rest.length > 0) {
      // An end was given; the birth that follows it waits its turn, and may still change, or not be.
      this.#park(entry);
    } else {
      this.#size--;
      if (this.#newest.get(entry.key) === entry) this.#newest.delete(entry.key);
    }
    return change;
  }

  /** The change of this key that was taken has been handled. */
  done(key: string): void {
    this.#busy.delete(key);
    const parked = this.#parked.get(key)?.takeFirst();
    if (parked === undefined) {
      this.#parked.delete(key);
      return;
    }
    // As many as were done since something was taken: one, mostly.
    this.#ready.push(parked);
    this.#ready.sort((a, b) => a.arrival - b.arrival);
  }

  #firstInLine(): Entry<T> | undefined {
    for (let entry = this.#line.takeFirst(); entry !== undefined; entry = this.#line.takeFirst()) {
      if (!this.#busy.has(entry.key)) return entry;
      this.#park(entry);
    }
    return undefined;
  }

  #park(entry: Entry<T>): void {
    const parked = this.#parked.get(entry.key) ?? new Line();
    parked.append(entry);
    this.#parked.set(entry.key, parked);
  }

  /** With `'latest'`: what waited for its key came to nothing. */
  #drop(entry: Entry<T>): void {
    this.#size--;
    this.#newest.delete(entry.key);
    if (this.#line.delete(entry)) return;
    this.#parked.delete(entry.key);
    this.#ready = this.#ready.filter((each) => each !== entry);
  }
}
