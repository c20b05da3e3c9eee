import { computed, ErrorHandler, Injector, inject, type Signal } from '@angular/core';
import type { Informer } from '../informer/index.js';
import type { ViewCommit, ViewSnapshot } from '../views/index.js';
import { keepConnected } from './connect.js';
import { type InjectOptions, inContext } from './in-context.js';
import type { InformerSignals } from './informer-signals.js';
import { NOTHING } from './nothing.js';
import { REGISTRY } from './registry.js';
import { ViewFeed, type Viewing } from './view-feed.js';

/** Whose commits a view is of: what `injectInformer` gave, or an informer of your own. */
export type Viewed<T, I extends string> = Pick<InformerSignals<T, I>, 'informer'> | Informer<T, I>;

/** A live view as signals, which change together, at most once an animation frame; a setting that changes is shown at once. */
export interface ViewSignals<R> {
  /** In the view's order: the same array until something in it changes. */
  readonly rows: Signal<readonly R[]>;
  /** How many rows there are, those outside of a `slice` included. */
  readonly total: Signal<number>;
  /** How many of them come before the first of `rows`. */
  readonly start: Signal<number>;
  /** For keys and positions; empty before there is anything. */
  readonly snapshot: Signal<ViewSnapshot<R>>;
  /** Whether the view has begun: with the first complete list, and with the first value of each setting that it waits for. */
  readonly ready: Signal<boolean>;
  /** What a function of the view threw; Angular's ErrorHandler is told, too. The rows stay as they were. */
  readonly error: Signal<unknown>;
}

/**
 * A live view of an informer: its operators (`where`, `search`, `orderBy`, `slice`, `project`, `groupBy`, `joinBy`) take the commits and work in proportion
 * to what changed. Settings that change are signals, or functions of signals, made Observables by `live`.
 *
 * Commits are merged to one an animation frame before the view sees them, so a tab that is hidden computes nothing. When the informer becomes
 * another one, the view begins anew, empty; it is never about the rows of the one before.
 *
 * @param viewing called once for each informer
 * @throws Error outside of an injection context; TypeError when an argument is none
 * @example
 * protected readonly pods = injectInformer({ resource: core.pods });
 * protected readonly table = injectView(this.pods, (commits$, live) =>
 *   commits$.pipe(search(live(this.text), ({ metadata }) => metadata.name), orderBy(live(this.sort)), slice(live(this.window))),
 * );
 */
export function injectView<T, R, I extends string = never>(
  source: Viewed<T, I>,
  viewing: Viewing<T, I, ViewCommit<R>>,
  where: InjectOptions = {},
): ViewSignals<R> {
  return inContext(injectView, where, () => {
    const feed = viewFeedOf('injectView', source, viewing, true);
    const snapshot = computed(() => feed()?.value()?.value.snapshot ?? NOTHING);
    return {
      snapshot,
      rows: computed(() => snapshot().list()),
      total: computed(() => snapshot().total),
      start: computed(() => snapshot().start),
      ready: computed(() => feed()?.value() !== undefined),
      error: computed(() => feed()?.error()),
    };
  });
}

/**
 * Whatever else is made of the commits of an informer, as a signal: a state of `reduceCommits`, a value of `select`. It changes once a frame, and begins anew
 * with another informer, as a view does (`injectView`); but it is given each commit, so that nothing is missing in what is counted: begin with
 * `coalesce('frame')` where the newest state will do. Before there is anything, and while there is no informer, it is undefined. What is thrown is told to
 * Angular's ErrorHandler.
 *
 * @throws Error outside of an injection context; TypeError when an argument is none
 * @example
 * readonly ended = injectState(this.pods, (commits$) =>
 *   commits$.pipe(reduceCommits(0, (count, { changes }) => count + changes.filter(({ type }) => type === 'delete').length)),
 * );
 */
export function injectState<T, V, I extends string = never>(
  source: Viewed<T, I>,
  viewing: Viewing<T, I, V>,
  where: InjectOptions = {},
): Signal<V | undefined> {
  return inContext(injectState, where, () => {
    const feed = viewFeedOf('injectState', source, viewing, false);
    return computed(() => feed()?.value()?.value);
  });
}

function viewFeedOf<T, I extends string, V>(
  name: string,
  source: Viewed<T, I>,
  viewing: Viewing<T, I, V>,
  isMerged: boolean,
): Signal<ViewFeed<T, I, V> | undefined> {
  if (typeof viewing !== 'function')
    throw new TypeError(`${name}: the second argument is a function from commits to what is made of them`);
  const registry = inject(REGISTRY, { optional: true }) ?? undefined;
  const [injector, errors] = [inject(Injector), inject(ErrorHandler)];
  const surroundings = { injector, errors, scheduler: registry?.scheduler, isMerged };
  const informer = informerOf(name, source);
  const feed = computed(() => {
    const now = informer();
    return now && new ViewFeed(now.changes$, viewing);
  });
  keepConnected(feed, registry, (now) => now.connect(surroundings));
  return feed;
}

function informerOf<T, I extends string>(name: string, source: Viewed<T, I>): () => Informer<T, I> | undefined {
  if (typeof source === 'object' && source !== null) {
    if ('informer' in source) return source.informer;
    if ('changes$' in source) return () => source;
  }
  throw new TypeError(`${name}: the first argument is what injectInformer() gave, or an informer`);
}
