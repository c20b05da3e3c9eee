import type { DeltaBatch } from '../delta/index.js';
import type { ListListener } from '../reflector/index.js';
import { added, type Change, type Commit, type Indexer, type Snapshot } from '../store/index.js';
import { listedBatch } from './gathered.js';

/**
 * The first list while it arrives. Its objects go into an indexer that nobody sees yet, some at a time, so that publishing the list
 * is but one step and the event loop is never held up for as long as it takes to index a whole collection.
 */
export class Staging<T, I extends string> implements ListListener<T> {
  readonly #create: () => Indexer<T, I>;
  #indexer: Indexer<T, I>;

  /** @param create makes an empty indexer */
  constructor(create: () => Indexer<T, I>) {
    this.#create = create;
    this.#indexer = create();
  }

  collected(objects: readonly T[]): void {
    this.#indexer.apply(listedBatch(objects));
  }

  /** What came is not part of a whole list. */
  discarded(): void {
    if (this.#indexer.snapshot.size > 0) this.#indexer = this.#create();
  }

  /**
   * The indexer and the commit that publish a batch, if the batch is just the list that was staged. Anything else in it (an object
   * that was listed twice, an event behind the list) is for an indexer to judge.
   *
   * @param previous what is published so far: nothing
   */
  publish(
    batch: DeltaBatch<T>,
    previous: Snapshot<T, I>,
  ): { readonly indexer: Indexer<T, I>; readonly commit: Commit<T, I> } | undefined {
    const changes = this.#changes(batch);
    if (changes === undefined) return undefined;
    const indexer = this.#indexer;
    const { snapshot, resourceVersion } = indexer.apply({ ...batch, items: [] });
    return { indexer, commit: { previous, snapshot, changes, resourceVersion, cause: 'replace' } };
  }

  #changes({ items, replaced }: DeltaBatch<T>): readonly Change<T>[] | undefined {
    if (!replaced || items.length !== this.#indexer.snapshot.size) return undefined;
    const changes: Change<T>[] = [];
    for (const { key, deltas } of items) {
      const object = this.#indexer.getByKey(key);
      if (object === undefined || deltas.length !== 1 || deltas[0]?.object !== object) return undefined;
      changes.push(added(key, object, true));
    }
    return Object.freeze(changes);
  }
}
