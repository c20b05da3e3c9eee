import type { Signal } from '@angular/core';
import type { Observable } from 'rxjs';
import type { Informer } from '../informer/index.js';
import type { InformerStatus } from '../reflector/index.js';
import type { Commit, Snapshot } from '../store/index.js';

/**
 * An informer as signals. They change together, at most once an animation frame, except that the first complete list and what is wrong are
 * told at once; a tab that is hidden has no frames, and so no work. What did not change keeps its reference (L12), so that whatever is computed
 * of it is computed only when it has to be.
 */
export interface InformerSignals<T, I extends string = never> {
  /** The collection. Before the first complete list it is empty, and its resourceVersion is ''. */
  readonly snapshot: Signal<Snapshot<T, I>>;
  /** All objects in the order of keys: the same array until one of them changes. Made only if somebody reads it. */
  readonly rows: Signal<readonly T[]>;
  /** What the informer is doing, what is wrong, and what a person can do: always there. */
  readonly status: Signal<InformerStatus>;
  /** Whether there is a complete list, zero objects included. It may be stale: see `status().staleSince`. */
  readonly ready: Signal<boolean>;
  /** The informer that the other signals are of, for its streams and promises; undefined while there is nothing to ask for. */
  readonly informer: Signal<Informer<T, I> | undefined>;
  /**
   * The commits of whatever informer that is, for joins and for code that is no component; they are not merged to one a frame. Subscriptions connect,
   * and end with the injection context.
   */
  readonly changes$: Observable<Commit<T, I>>;
  /** For a button: ends the wait after a failure at once. @see Informer.retryNow */
  retryNow(): void;
}

/**
 * What the rows of an injected informer, or of a view, are: for functions that are written apart from them, such as keys to sort by.
 *
 * @example
 * type Pod = RowOf<Table['pods']>;
 * readonly sort = signal<OrderKey<Pod>>(({ metadata }) => metadata.name);
 */
export type RowOf<S extends { readonly rows: Signal<readonly unknown[]> }> = ReturnType<S['rows']>[number];
