import { shown } from './checks.js';
import type { Mapping } from './mapped-view.js';
import type { Order } from './order.js';
import { type Row, rowOf } from './row.js';
import type { SourceRows } from './rows.js';

/** What was made of a row, and of what. */
interface Pairing<T, U, R> {
  readonly object: T;
  /** The key of the other object. */
  readonly name: string | undefined;
  readonly other: U | undefined;
  readonly value: R;
}

/** Pairs each row of a source with the other object that it names. */
export class Partners<T, U, R> implements Mapping<T, R> {
  readonly isWhole = true;
  /** Where the other objects are looked up. */
  others: SourceRows<U> | undefined;
  readonly #keyFn: (object: T, key: string) => string | undefined;
  readonly #combine: (object: T, other: U | undefined, key: string) => R;
  readonly #pairings = new Map<string, Pairing<T, U, R>>();
  /** By the key of the other object, there or not, the keys of the rows that name it. */
  readonly #byName = new Map<string, Set<string>>();

  constructor(
    keyFn: (object: T, key: string) => string | undefined,
    combine: (object: T, other: U | undefined, key: string) => R,
  ) {
    this.#keyFn = keyFn;
    this.#combine = combine;
  }

  /** The keys of the rows that name one of these other objects, sorted. */
  keysOf(names: Iterable<string>): string[] {
    const keys: string[] = [];
    for (const name of names) for (const key of this.#byName.get(name) ?? []) keys.push(key);
    return keys.sort();
  }

  /** All that is named. */
  names(): Iterable<string> {
    return this.#byName.keys();
  }

  order(source: Order): Order {
    return source;
  }

  row({ key, object, first, rest }: Row<T>): Row<R> {
    const known = this.#pairings.get(key);
    const isKnown = known !== undefined && Object.is(known.object, object);
    const name = isKnown ? known.name : this.#nameOf(key, object);
    const other = name === undefined ? undefined : this.others?.row(name)?.object;
    if (isKnown && Object.is(known.other, other)) return rowOf(key, known.value, first, rest, object);
    const value = this.#combine(object, other, key);
    this.#rename(key, known?.name, name);
    this.#pairings.set(key, { object, name, other, value });
    return rowOf(key, value, first, rest, object);
  }

  forget(key: string): void {
    this.#rename(key, this.#pairings.get(key)?.name, undefined);
    this.#pairings.delete(key);
  }

  #nameOf(key: string, object: T): string | undefined {
    const name: unknown = this.#keyFn(object, key);
    if (name === undefined || typeof name === 'string') return name;
    throw new TypeError(`joinBy: the key of what ${key} is joined with is ${shown(name)}, not a text`);
  }

  #rename(key: string, before: string | undefined, after: string | undefined): void {
    if (before === after) return;
    if (before !== undefined) {
      const keys = this.#byName.get(before);
      keys?.delete(key);
      if (keys?.size === 0) this.#byName.delete(before);
    }
    if (after === undefined) return;
    const keys = this.#byName.get(after);
    if (keys === undefined) this.#byName.set(after, new Set([key]));
    else keys.add(key);
  }
}
