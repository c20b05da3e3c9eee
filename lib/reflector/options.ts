import type { Draft } from 'immer';
import type { Observable, SchedulerLike } from 'rxjs';
import type { Plain } from '../kubernetes/index.js';
import type { ListListener } from './events.js';
import type { KeepOptions } from './keep-options.js';
import type { CollectionOptions } from './requests.js';
import type { InformerStatus } from './status.js';
import type { Surrounding } from './surroundings.js';

/** Options of one session, of objects whose type says what is kept of them. */
export interface SessionOptions<K> extends ReflectorOptions<K>, KeepOptions {}

/** Options of `reflector()`, for objects of type `T`. */
export interface ReflectorOptions<K, T = Plain<K>> extends CollectionOptions<K> {
  /**
   * Objects a page. Default: as client-go does it, 500 at first, and relists in one piece where the server's watch cache answers them.
   */
  readonly pageSize?: number | undefined;
  /**
   * Whether the server is asked to stream the list as the beginning of the watch (Kubernetes calls that WatchList), which costs a large
   * API server much less memory than a list in one piece. Default: `'auto'`, where the server is able to: it is tried for each transport and
   * resource, what came of it is remembered, and lists come in pages where a server is not able to, or where `pageSize` is given. `'always'`
   * tries at each list again, as client-go does; `'never'` does not try. A streamed list counts as complete only when the server says so.
   */
  readonly watchList?: 'auto' | 'always' | 'never' | undefined;
  /** Whether objects keep `metadata.managedFields`. Default: `'drop'`; writing such an object back is safe. */
  readonly managedFields?: 'drop' | 'keep' | undefined;
  /** Changes each object (an immer draft) before it is frozen and emitted. An object for which it throws is left out and reported. */
  readonly transform?: ((draft: Draft<T>) => void) | undefined;
  /** Freeze objects all the way down, so that writing to one throws (L11). Default: true. */
  readonly strict?: boolean | undefined;
  /** The newest known version of an object, whose unchanged parts its next version will share (L12). */
  readonly known?: ((key: string) => T | undefined) | undefined;
  /**
   * Asked at each subscription: how far the collection is known already, and since when that is unwatched (epoch milliseconds). The session
   * then begins with a watch from there instead of a list.
   */
  readonly resume?: (() => { readonly resourceVersion: string; readonly staleSince: number } | undefined) | undefined;
  /**
   * After how many milliseconds without a byte a connection is replaced. Default: when a byte was due. That is 60 s for a list; for a
   * watch one and a half times the interval of its server's bookmarks, but at least 90 s, so about that with kube-apiserver; and where a server
   * sends none, so that a quiet watch may be a healthy one, 15 s after the end that the watch was given (5 to 10 minutes). A list that was
   * given up is waited for twice as long when it is asked for again, and then four times. Up to 2147483647 ms.
   */
  readonly silenceDeadlineMs?: number | undefined;
  /** Each emission ends a wait after a failure at once, as a button does. The request budget and a server's Retry-After still hold. */
  readonly retryNow$?: Observable<unknown> | undefined;
  /**
   * What is said of the page that this runs in: without a network nothing is held open or tried in vain, and what was interrupted goes on at
   * once. Default: what the browser says, of a page or of a worker; nothing in Node. For tests, and for runtimes that say it in another way.
   */
  readonly surroundings$?: Observable<Surrounding> | undefined;
  /** Told of a list while it arrives, so that work on its objects need not all be done at its end. */
  readonly listListener?: ListListener<T> | undefined;
  /** Told of every change of status: `reflector()` itself never errors (L10). */
  readonly onStatus?: ((status: InformerStatus) => void) | undefined;
  /** For timers and the time. Default: RxJS's asyncScheduler. */
  readonly scheduler?: SchedulerLike | undefined;
  /** A number in [0, 1), for jitter. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}
