/** Entries in the order of their keys, from any key on. */
export interface KeyOrder<T> {
  get(key: string): T | undefined;
  /** From the first key that is not before `low`. */
  entries(low?: string): IterableIterator<readonly [key: string, object: T]>;
  /** How many there are from `low` to before `high`. */
  count(low: string, high: string): number;
}
