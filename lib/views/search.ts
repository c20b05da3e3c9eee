import { isObservable, type Observable, type OperatorFunction, of } from 'rxjs';
import type { Change, Commit } from '../store/index.js';
import { checkFunction, shown } from './checks.js';
import type { Order } from './order.js';
import type { Row } from './row.js';
import { type Steered, steeredView } from './view-of.js';
import type { ViewCommit } from './view-snapshot.js';

/** The texts of an object in which is searched: one or several; those that are missing are passed over. */
export type SearchFields<T> = (object: T, key: string) => string | undefined | Iterable<string | undefined>;

/**
 * A view of the objects in whose texts every word of a search is found: the box above a table. Words are separated by white space, may
 * stand in different fields, anywhere in them, and capitals do not matter; without a word, everything is found. The order is that of the source.
 *
 * A text that is typed is an Observable; until its first value everything is shown. Another text is one commit that tells the difference, with the cause
 * `'replace'`, and costs a look at the texts of each object, about 0.1 µs; texts that come faster than they can be read are for RxJS's
 * `debounceTime`. The fields are asked for once for each changed object. If they throw, the stream fails, as RxJS's operators do (L6).
 *
 * A commit costs O(its changes x log size). The texts are kept in lower case: memory for about as many bytes.
 *
 * @throws TypeError when the text or the fields are none
 * @example
 * pods.changes$.pipe(search(typed$, ({ metadata, spec }) => [metadata.name, metadata.namespace, spec?.nodeName]));
 */
export function search<T>(
  text: string | Observable<string>,
  fields: SearchFields<T>,
): OperatorFunction<Commit<T>, ViewCommit<T>> {
  checkFunction('search', 'fields', fields);
  if (!isObservable(text)) checkText(text);
  return steeredView('search', () => new Search(fields), isObservable(text) ? text : of(text));
}

class Search<T> implements Steered<T, T, string> {
  readonly isReady = true;
  readonly #fields: SearchFields<T>;
  /** What is searched, by key, for each object of the source. */
  readonly #texts = new Map<string, { readonly object: T; readonly text: string }>();
  #words: readonly string[] = [];

  constructor(fields: SearchFields<T>) {
    this.#fields = fields;
  }

  set(text: string): void {
    checkText(text);
    this.#words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
  }

  order(source: Order): Order {
    return source;
  }

  row(source: Row<T>): Row<T> | undefined {
    const text = this.#textOf(source);
    return this.#words.every((word) => text.includes(word)) ? source : undefined;
  }

  own(change: Change<T>): Change<T> {
    return change;
  }

  forget(key: string): void {
    this.#texts.delete(key);
  }

  #textOf({ key, object }: Row<T>): string {
    const known = this.#texts.get(key);
    if (known !== undefined && Object.is(known.object, object)) return known.text;
    const text = oneText(this.#fields(object, key));
    this.#texts.set(key, { object, text });
    return text;
  }
}

/** In lower case; no word, which has no white space in it, is found across two of them. */
function oneText(texts: string | undefined | Iterable<string | undefined>): string {
  if (texts === undefined) return '';
  const all = typeof texts === 'string' ? [texts] : [...texts].filter((text) => text !== undefined);
  return all.join('\n').toLowerCase();
}

function checkText(text: unknown): void {
  if (typeof text !== 'string') throw new TypeError(`search: ${shown(text)} is no text`);
}
