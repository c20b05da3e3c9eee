import type { Observable } from 'rxjs';
import type { Resource } from '../kubernetes/index.js';
import type { InformerStatus } from '../reflector/index.js';
import type { Change, Commit, Snapshot } from '../store/index.js';
import type { ConsumeOptions, Consumption, Work } from './consume.js';
import type { EventHandlerRegistration, ResourceEventHandler } from './handlers.js';
import type { ReadyOptions } from './ready.js';
import type { InformerScope } from './scope.js';

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
  /** What kind of objects it holds. */
  readonly resource: Resource<unknown>;
  /** Which of them. */
  readonly scope: InformerScope;
  /** The cache as it is now. Before the first complete list it is empty, and its resourceVersion is ''. */
  readonly snapshot: Snapshot<T, I>;
  readonly status: InformerStatus;
  /**
   * Whether the snapshot has all objects of a namespace that it is about. Of several namespaces the server may refuse some, which leaves the others
   * alone: what there is of those is not known.
   */
  isListed(namespace: string): boolean;
  /**
   * How far a namespace is known: the resourceVersion of its last list, event or bookmark, which of several namespaces may be another for each, and
   * `''` of one that is not listed. `snapshot.resourceVersion` is one that all have reached.
   */
  resourceVersionOf(namespace: string): string;
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
   *
   * @throws TypeError when `timeout` is no number of milliseconds
   */
  ready(options?: ReadyOptions): Promise<Snapshot<T, I>>;
  /**
   * Resolves with the object under a key once `predicate` is true of it, at once if it is now. The predicate is given `undefined` where
   * there is no object, so that a deletion can be waited for; before the first complete list nothing is known, so it is not asked. Each
   * state that the server tells is asked about once, also one that does not last.
   *
   * Connects, and holds the connection while it waits: a program that waits often keeps it with `start()`.
   *
   * Rejects as `ready()` does, and tells what the object was like last; and with what the predicate throws.
   *
   * @param key `namespace/name`, or `name` of a resource without namespaces
   * @throws TypeError when an argument is malformed; KeyError when the key is
   * @example
   * await pods.waitFor('shop/web-0', (pod) => pod?.status?.phase === 'Running', { timeout: 60_000 });
   * await pods.waitFor('shop/web-0', (pod) => pod === undefined);
   */
  waitFor<S extends T | undefined>(
    key: string,
    predicate: (object: T | undefined) => object is S,
    options?: ReadyOptions,
  ): Promise<S>;
  waitFor(
    key: string,
    predicate: (object: T | undefined) => boolean | undefined,
    options?: ReadyOptions,
  ): Promise<T | undefined>;
  /**
   * Resolves with a snapshot that has reached a resourceVersion, at once if the present one has: what was written with that version is in
   * it, or was overtaken by something newer.
   *
   * Whatever is newer in the collection will do, and where nothing else happens, the server's next bookmark, which comes about once a
   * minute. Of several namespaces each has to get there. Connects, holds and rejects as `waitFor()` does; and with a RangeError when the
   * two versions cannot be compared: since Kubernetes 1.35 all are whole numbers, but an old extension API server may have others.
   *
   * @param resourceVersion of an object of this resource, as the server returned it
   * @throws TypeError when an argument is malformed; RangeError when it is `''` or `'0'`, which are no versions
   * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/5504-comparable-resource-version
   * @example
   * const { metadata } = await api.createNamespacedPod({ namespace: 'shop', body });
   * const snapshot = await pods.atLeast(metadata.resourceVersion, { timeout: 90_000 });
   */
  atLeast(resourceVersion: string, options?: ReadyOptions): Promise<Snapshot<T, I>>;
  /** Connects, and holds the connection until `stop()`. */
  start(): void;
  /**
   * For a button: ends the wait after a failure at once. Does nothing while there is nothing to wait for, or while the server has asked for
   * patience (Retry-After); and no press makes more requests than an informer may (12 in its first minute, 6 in any later one).
   */
  retryNow(): void;
  /** Ends everything, for good: streams complete, sockets and timers are gone. `snapshot` can still be read. */
  stop(): void;
  [Symbol.dispose](): void;
  /** Adds callbacks: the current objects first, as adds, then every change. Unsubscribing is final, even from within a callback. */
  addEventHandler(
    handler: ResourceEventHandler<T>,
    options?: { readonly resyncPeriod?: number },
  ): EventHandlerRegistration;
  /**
   * Has each event of `events$` worked on by a function that may take its time: `concurrency` at once, never two of one key, and those of
   * one key in order. The current objects come first, as adds. The informer and its other subscribers wait for nothing.
   *
   * With `keep: 'latest'` work that falls behind skips to the newest state of each key, and needs memory for one entry a key only (L18).
   * What it is told stays a story (L3): an add and its updates are one add, what came and went untold is nothing, what went and came back
   * is an update, or, with another uid, a delete and an add; `previous` is the state that it was given last.
   *
   * Work that throws or rejects is reported once, where RxJS reports such errors (`config.onUnhandledError`); the next event is worked on
   * all the same (L6).
   *
   * @throws TypeError when an option is malformed; the message names it
   * @example
   * const consumption = pods.consume(async ({ type, key }) => reconcile(type, key), { concurrency: 4, keep: 'latest' });
   * consumption.unsubscribe();
   * await consumption.finished;
   */
  consume(work: Work<T>, options?: ConsumeOptions): Consumption;
}
