import type { Observable } from 'rxjs';
import type { InformerStatus } from '../reflector/index.js';
import type { Change, Commit, Snapshot } from '../store/index.js';
import type { EventHandlerRegistration, ResourceEventHandler } from './handlers.js';
import type { ReadyOptions } from './ready.js';

/** The changes of one type. */
export type ChangeOf<T, A extends Change<T>['type']> = Extract<Change<T>, { readonly type: A }>;

/**
 * A live, immutable copy of a Kubernetes collection, shared by everybody who looks at it.
 *
 * All streams share one connection and one cache. The first subscription connects; the last one to leave disconnects, after
 * `keepAliveMs`. The cache stays, and the next connection goes on from it. None of the streams errors or completes because of the server
 * or the network (L10): what is wrong is in `status$`. They complete with `stop()`.
 *
 * A subscriber that throws does not disturb the others; its error goes where RxJS sends such errors, `config.onUnhandledError`.
 */
export interface Informer<T, I extends string = never> {
  readonly name: string;
  /** The cache as it is now. Before the first complete list it is empty, and its resourceVersion is ''. */
  readonly snapshot: Snapshot<T, I>;
  readonly status: InformerStatus;
  /** Each complete, consistent state: the current one first, if there is one, then each later one (L2). */
  readonly snapshot$: Observable<Snapshot<T, I>>;
  /** The steps between snapshots. A late subscriber first gets the current snapshot as one commit of adds (L5). */
  readonly changes$: Observable<Commit<T, I>>;
  /** The single changes, in the server's order (L4). A late subscriber first gets the current objects as adds (L5). */
  readonly events$: Observable<Change<T>>;
  readonly added$: Observable<ChangeOf<T, 'add'>>;
  readonly updated$: Observable<ChangeOf<T, 'update'>>;
  readonly deleted$: Observable<ChangeOf<T, 'delete'>>;
  /** What the informer is doing, and what is wrong: the current status first. */
  readonly status$: Observable<InformerStatus>;
  /**
   * Connects, and holds the connection until `stop()`. Resolves with the first complete snapshot, at once if there is one.
   *
   * Rejects with a NotReadyError that says why: `timeout` (milliseconds) is over, the informer was stopped, or, unless `wait` is true, the
   * server refuses for a reason that does not heal by itself (401, 403, 404).
   */
  ready(options?: ReadyOptions): Promise<Snapshot<T, I>>;
  /** Connects, and holds the connection until `stop()`. */
  start(): void;
  /** Ends everything, for good: streams complete, sockets and timers are gone. `snapshot` can still be read. */
  stop(): void;
  [Symbol.dispose](): void;
  /** Adds callbacks: the current objects first, as adds, then every change. Unsubscribing is final, even from within a callback. */
  addEventHandler(
    handler: ResourceEventHandler<T>,
    options?: { readonly resyncPeriod?: number },
  ): EventHandlerRegistration;
}
