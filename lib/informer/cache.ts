import type { DeltaBatch, KnownObjects } from '../delta/index.js';
import type { Failure, ListListener } from '../reflector/index.js';
import type { Commit, Snapshot } from '../store/index.js';

/** What an informer knows: all that its readers see. */
export interface Cache<T, I extends string> {
  /** Empty until a first complete state is there. */
  readonly snapshot: Snapshot<T, I>;
  /** Whether a first complete state has been committed (L15). */
  readonly synced: boolean;
  /** An object that an index does not have. */
  readonly defect: Failure | undefined;
}

/** The part of a cache that one list-and-watch fills: all of it, or one namespace. It hears of a list while the list arrives. */
export interface Partition<T, I extends string> extends KnownObjects<T>, ListListener<T> {
  /** Whether it has had a whole list. */
  readonly synced: boolean;
  /** How far it is known: where its next watch begins. */
  readonly resourceVersion: string;
  /**
   * Told that a list is whole. True if it is in here already and will be shown with the next batch, so that it need not be brought again;
   * false if it is to be brought as a batch.
   */
  takeList(objects: readonly T[]): boolean;
  /** What was brought and not shown will be brought again. */
  abandoned(): void;
  /** Gives the commit that shows what the batch changed; undefined as long as the cache shows nothing. */
  apply(batch: DeltaBatch<T>): Commit<T, I> | undefined;
}

/** What fills a cache, as long as it is connected. */
export interface Feed {
  /** What it has not been given yet, in words, so that it can ask the server for nothing. */
  readonly missing?: string | undefined;
  /** Of several namespaces: whether one has had a complete list. */
  isListed?(namespace: string): boolean;
  /** How far a namespace is known, where each has a list and a watch of its own. */
  versionOf?(namespace: string): string;
  connect(): void;
  /** Drops what was brought and is not committed yet: the next connection will bring it again. */
  disconnect(): void;
}
