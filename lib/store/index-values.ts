/** The values under which an index has an object: none, one or several. Equal ones count once. */
export type IndexFunction<T> = (object: T) => Iterable<string>;

/** What an index function found. A text stands for itself alone, as most do: it needs no array for each object. */
export type IndexValues = string | readonly string[];

export const NO_VALUES: IndexValues = Object.freeze([]);

/** Equal values count once. @throws TypeError when they are not texts */
export function indexValuesOf(values: Iterable<string>): IndexValues {
  if (typeof values === 'string') throw new TypeError(`"${values}" is a text, not a list of texts: give ["${values}"]`);
  const texts: readonly string[] = Array.isArray(values) && values.length < 2 ? values : [...new Set(values)];
  for (const text of texts) if (typeof text !== 'string') throw new TypeError(`the value ${text} is not a text`);
  return texts.length === 1 ? (texts[0] ?? '') : texts;
}

/** The values as a list. */
export function listOf(values: IndexValues): readonly string[] {
  return typeof values === 'string' ? [values] : values;
}
