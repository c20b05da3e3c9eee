import type { IndexValues } from './index-values.js';
import { isSameList, PastLists } from './past-lists.js';

/** Where an index has an object. A bucket stands for itself alone, as it mostly does: that needs no array for each object. */
export type Place<T> = Bucket<T> | readonly Bucket<T>[];

export const NOWHERE: readonly never[] = Object.freeze([]);

/** One value of an index, from when the first object comes under it until the last is gone: what all snapshots meanwhile have in common of it. */
export class Bucket<T> {
  readonly value: string;
  /** The last commit that changed which objects are under it, or one of them. */
  #changed: number;
  /** The objects since then, once somebody has asked. */
  #objects: readonly T[] | undefined;
  #past: PastLists<T> | undefined;
  #places: readonly Place<T>[] | undefined;

  constructor(value: string, commit: number) {
    this.value = value;
    this.#changed = commit;
  }

  /** Says that a commit changes something here. */
  change(commit: number): void {
    if (this.#changed === commit) return;
    if (this.#objects !== undefined) {
      this.#past ??= new PastLists();
      this.#past.add(this.#changed, commit, this.#objects);
      this.#objects = undefined;
    }
    this.#changed = commit;
  }

  /** Whether nothing has changed here since a commit. */
  isAsOf(commit: number): boolean {
    return commit >= this.#changed;
  }

  /** The objects as of a commit, if that list was made already and somebody has it. */
  objectsAt(commit: number): readonly T[] | undefined {
    return this.isAsOf(commit) ? this.#objects : this.#past?.at(commit);
  }

  /** Keeps the objects as of a commit as the list that they are from now on. */
  keep(commit: number, found: readonly T[]): readonly T[] {
    Object.freeze(found);
    if (this.isAsOf(commit)) {
      // What came and went in one commit changed nothing.
      this.#objects = ifSame(this.#past?.newest(), found);
      return this.#objects;
    }
    this.#past ??= new PastLists();
    const objects = ifSame(this.#objects, this.#past.settle(commit, found));
    this.#past.add(commit, commit + 1, objects);
    return objects;
  }

  /** One array for all objects here that are in the same places. */
  shared(places: readonly Place<T>[]): readonly Place<T>[] {
    if (this.#places === undefined || !isSamePlaces(this.#places, places)) this.#places = places;
    return this.#places;
  }
}

/** The buckets as a list. */
export function bucketsAt<T>(place: Place<T>): readonly Bucket<T>[] {
  return place instanceof Bucket ? [place] : place;
}

/** Whether that is where an object with these values belongs. */
export function isAt(place: Place<unknown>, values: IndexValues): boolean {
  if (place instanceof Bucket) return place.value === values;
  if (typeof values === 'string') return false;
  return place.length === values.length && place.every(({ value }, i) => value === values[i]);
}

/** Says that a commit changes an object there. */
export function changeAt(place: Place<unknown>, commit: number): void {
  if (place instanceof Bucket) place.change(commit);
  else for (const bucket of place) bucket.change(commit);
}

function ifSame<T>(known: readonly T[] | undefined, found: readonly T[]): readonly T[] {
  return known !== undefined && isSameList(known, found) ? known : found;
}

function isSamePlaces<T>(a: readonly Place<T>[], b: readonly Place<T>[]): boolean {
  return a.length === b.length && a.every((place, i) => isSamePlace(place, b[i] ?? NOWHERE));
}

function isSamePlace<T>(a: Place<T>, b: Place<T>): boolean {
  if (a instanceof Bucket || b instanceof Bucket) return a === b;
  return a.length === b.length && a.every((bucket, i) => bucket === b[i]);
}
