import type { ListListener } from '../reflector/index.js';
import type { Indexer } from '../store/index.js';
import { listedBatch } from './gathered.js';

/**
 * The first list while it arrives. Its objects go into an indexer that nobody sees yet, some at a time, so that publishing the list
 * is but one step and the event loop is never held up for as long as it takes to index a whole collection.
 */
export class Staging<T, I extends string> implements ListListener<T> {
  readonly #create: () => Indexer<T, I>;
  #indexer: Indexer<T, I>;
  /** How many objects came, those that came more than once or have gone since included. */
  #collected = 0;

  /** @param create makes an empty indexer */
  constructor(create: () => Indexer<T, I>) {
    this.#create = create;
    this.#indexer = create();
  }

  collected(objects: readonly T[]): void {
    this.#collected += objects.length;
    this.#indexer.apply(listedBatch(objects));
  }

  /** What came is not part of a whole list. */
  discarded(): void {
    if (this.#collected > 0) this.#indexer = this.#create();
    this.#collected = 0;
  }

  /**
   * The indexer of a list that is whole, if it holds just that list: each object came once, and none has gone. Whatever else happened (an
   * object that was listed twice, one that was deleted while the list was streamed) is for somebody to judge who sees it in order.
   *
   * @param count how many objects the list has
   */
  take(count: number): Indexer<T, I> | undefined {
    const indexer = this.#indexer;
    if (this.#collected !== count || indexer.snapshot.size !== count) return undefined;
    this.#indexer = this.#create();
    this.#collected = 0;
    return indexer;
  }
}
