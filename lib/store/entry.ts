/** The values under which one index has an object. A text stands for itself alone, as most places are: it needs no array for each object. */
export type Place = string | readonly string[];

export const NOWHERE: Place = Object.freeze([]);

/** What the store holds under a key. It never changes: another object, or one that is indexed otherwise, has an entry of its own. */
export class Entry<T> {
  constructor(
    readonly object: T,
    /**
     * What each index computed for it, by their positions. That is what is taken back, so nothing stale stays behind when an index function
     * changes its mind.
     */
    readonly places: readonly Place[],
  ) {}
}

export function isSamePlaces(a: readonly Place[], b: readonly Place[]): boolean {
  return a.length === b.length && a.every((place, i) => isSamePlace(place, b[i] ?? NOWHERE));
}

function isSamePlace(a: Place, b: Place): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** The values as a list. */
export function valuesAt(place: Place): readonly string[] {
  return typeof place === 'string' ? [place] : place;
}

/** Equal values count once. @throws TypeError when they are not texts */
export function placeOf(values: Iterable<string>): Place {
  if (typeof values === 'string') throw new TypeError(`"${values}" is a text, not a list of texts: give ["${values}"]`);
  const texts = Array.isArray(values) && values.length < 2 ? values : [...new Set(values)];
  for (const text of texts) if (typeof text !== 'string') throw new TypeError(`the value ${text} is not a text`);
  const [only] = texts;
  if (only === undefined) return NOWHERE;
  return texts.length === 1 ? only : texts;
}
