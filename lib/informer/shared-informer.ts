import { asyncScheduler, filter, Observable, type SchedulerLike, Subject, type Subscription } from 'rxjs';
import type { Plain, Resource } from '../kubernetes/index.js';
import type { InformerStatus } from '../reflector/index.js';
import type { Change, Commit, Snapshot } from '../store/index.js';
import { checkAtLeast, snapshotAtLeast } from './at-least.js';
import { Audience } from './audience.js';
import type { Cache, Feed } from './cache.js';
import { type ConsumeOptions, type Consumption, checkConsume, consumeChanges, type Work } from './consume.js';
import { Current } from './current.js';
import { callHandler, checkHandler, type EventHandlerRegistration, type ResourceEventHandler } from './handlers.js';
import type { ChangeOf, Informer } from './informer.js';
import { NotReadyError } from './not-ready-error.js';
import { type InformerOptions, milliseconds, nameOf } from './options.js';
import { type AwaitedInformer, checkReady, firstReady, LISTED, type ReadyOptions } from './ready.js';
import { withResync } from './resync.js';
import { type InformerScope, scopeOf } from './scope.js';
import { sourceOf } from './source.js';
import { checkWaitFor, waitForObject } from './wait-for.js';

/** One pipeline and everybody who listens to it: counts who is there, connects and disconnects. */
export class SharedInformer<K, I extends string> implements Informer<Plain<K>, I> {
  readonly name: string;
  readonly resource: Resource<K>;
  readonly scope: InformerScope;
  readonly snapshot$: Observable<Snapshot<Plain<K>, I>>;
  readonly changes$: Observable<Commit<Plain<K>, I>>;
  readonly events$: Observable<Change<Plain<K>>>;
  readonly added$: Observable<ChangeOf<Plain<K>, 'add'>>;
  readonly updated$: Observable<ChangeOf<Plain<K>, 'update'>>;
  readonly deleted$: Observable<ChangeOf<Plain<K>, 'delete'>>;
  readonly status$: Observable<InformerStatus>;
  /** `status$` for one who only looks: it does not connect. */
  readonly observedStatus$: Observable<InformerStatus>;
  readonly #cache: Cache<Plain<K>, I>;
  readonly #feed: Feed;
  readonly #audience: Audience<Plain<K>, I>;
  readonly #status: Current<InformerStatus>;
  readonly #awaited: AwaitedInformer;
  readonly #scheduler: SchedulerLike;
  readonly #resyncPeriod: number;
  readonly #keepAliveMs: number;
  readonly #retryNow$ = new Subject<void>();
  #reported: InformerStatus;
  #users = 0;
  #held = false;
  #stopped = false;
  #grace: Subscription | undefined;

  constructor(options: InformerOptions<K, I>) {
    this.#scheduler = options.scheduler ?? asyncScheduler;
    this.#resyncPeriod = milliseconds('resyncPeriod', options.resyncPeriod);
    this.#keepAliveMs = milliseconds('keepAliveMs', options.keepAliveMs);
    this.#reported = frozen({ phase: 'idle', synced: false, since: this.#scheduler.now() });
    this.#status = new Current(this.#reported);
    const listener = {
      commit: (commit: Commit<Plain<K>, I>) => this.#publish(commit),
      status: (status: InformerStatus) => this.#hear(status),
    };
    const { cache, feed } = sourceOf({ ...options, retryNow$: this.#retryNow$ }, listener);
    this.#cache = cache;
    this.#feed = feed;
    this.name = nameOf(options);
    this.resource = options.resource;
    this.scope = scopeOf(options);
    this.#awaited = {
      name: this.name,
      status$: this.#status.values$,
      scheduler: this.#scheduler,
      missing: () => feed.missing,
    };
    this.#audience = new Audience(this.#cache.snapshot);
    this.snapshot$ = this.#connecting(this.#audience.snapshot$);
    this.changes$ = this.#connecting(this.#audience.changes$);
    this.events$ = this.#resynced(this.#resyncPeriod);
    this.added$ = this.events$.pipe(filter((change) => change.type === 'add'));
    this.updated$ = this.events$.pipe(filter((change) => change.type === 'update'));
    this.deleted$ = this.events$.pipe(filter((change) => change.type === 'delete'));
    this.observedStatus$ = this.#status.values$;
    this.status$ = this.#connecting(this.#status.values$);
  }

  get snapshot(): Snapshot<Plain<K>, I> {
    return this.#cache.snapshot;
  }

  get status(): InformerStatus {
    return this.#status.value;
  }

  isListed(namespace: string): boolean {
    return this.#cache.synced && (this.#feed.isListed?.(namespace) ?? true);
  }

  resourceVersionOf(namespace: string): string {
    return this.#feed.versionOf?.(namespace) ?? this.snapshot.resourceVersion;
  }

  start(): void {
    if (this.#stopped) throw new Error(`${this.name}: the informer was stopped, which is final; create a new one`);
    if (this.#held) return;
    this.#held = true;
    this.#enter();
  }

  ready(options: ReadyOptions = {}): Promise<Snapshot<Plain<K>, I>> {
    checkReady('ready', options);
    if (this.#stopped) return this.#refused();
    this.start();
    return firstReady(this.#awaited, this.#audience.snapshot$, LISTED, options);
  }

  waitFor<S extends Plain<K> | undefined>(
    key: string,
    predicate: (object: Plain<K> | undefined) => object is S,
    options?: ReadyOptions,
  ): Promise<S>;
  waitFor(
    key: string,
    predicate: (object: Plain<K> | undefined) => boolean | undefined,
    options?: ReadyOptions,
  ): Promise<Plain<K> | undefined>;
  waitFor(
    key: string,
    predicate: (object: Plain<K> | undefined) => boolean | undefined,
    options: ReadyOptions = {},
  ): Promise<Plain<K> | undefined> {
    checkWaitFor(this.resource, key, predicate);
    checkReady('waitFor', options);
    if (this.#stopped) return this.#refused();
    return waitForObject(this.#awaited, this.changes$, key, predicate, options);
  }

  atLeast(resourceVersion: string, options: ReadyOptions = {}): Promise<Snapshot<Plain<K>, I>> {
    checkAtLeast(resourceVersion);
    checkReady('atLeast', options);
    if (this.#stopped) return this.#refused();
    return snapshotAtLeast(this.#awaited, this.snapshot$, resourceVersion, options);
  }

  retryNow(): void {
    this.#retryNow$.next();
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#disconnect('stopped');
    this.#audience.complete();
    this.#status.complete();
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  addEventHandler(
    handler: ResourceEventHandler<Plain<K>>,
    options: { readonly resyncPeriod?: number } = {},
  ): EventHandlerRegistration {
    checkHandler(handler, options);
    return callHandler(handler, this.#resynced(this.#period(options)), this.#audience.snapshot$);
  }

  consume(work: Work<Plain<K>>, options: ConsumeOptions = {}): Consumption {
    checkConsume(work, options);
    return consumeChanges(work, this.#resynced(this.#period(options)), options);
  }

  /** From the moment of `stop()`, also while everybody is being told of it. */
  #refused(): Promise<never> {
    return Promise.reject(new NotReadyError(`${this.name}: the informer was stopped`));
  }

  #publish(commit: Commit<Plain<K>, I>): void {
    this.#audience.publish(commit);
    const { synced, failure } = this.#overall(this.#reported);
    const { value } = this.#status;
    if (!this.#stopped && (value.synced !== synced || value.failure !== failure)) this.#tell(this.#reported);
  }

  /** That a first list is whole is told with its commit: nobody hears `live` before there is anything. */
  #hear(reported: InformerStatus): void {
    this.#reported = reported;
    if (this.#cache.synced || !reported.synced) this.#tell(reported);
  }

  #tell(reported: InformerStatus): void {
    this.#reported = reported;
    this.#status.set(this.#overall(reported));
  }

  /** What a reflector reports, as far as it is published, and what is wrong with the caller's own functions. */
  #overall(reported: InformerStatus): InformerStatus {
    const { synced, defect } = this.#cache;
    const failure = reported.failure ?? defect;
    return frozen(failure === undefined ? { ...reported, synced } : { ...reported, synced, failure });
  }

  #period({ resyncPeriod }: { readonly resyncPeriod?: number | undefined }): number {
    return resyncPeriod === undefined ? this.#resyncPeriod : milliseconds('resyncPeriod', resyncPeriod);
  }

  #resynced(periodMs: number): Observable<Change<Plain<K>>> {
    return withResync(this.#connecting(this.#audience.events$), periodMs, () => this.snapshot, this.#scheduler);
  }

  /** A stream whose subscribers keep the informer connected. Each gets the present before anything is asked of the server. */
  #connecting<V>(stream$: Observable<V>): Observable<V> {
    return new Observable((subscriber) => {
      subscriber.add(stream$.subscribe(subscriber));
      if (subscriber.closed || this.#stopped) return;
      this.#enter();
      subscriber.add(() => this.#leave());
    });
  }

  #enter(): void {
    this.#users++;
    this.#grace?.unsubscribe();
    this.#grace = undefined;
    this.#feed.connect();
  }

  #leave(): void {
    this.#users--;
    if (this.#users > 0 || this.#stopped) return;
    if (this.#keepAliveMs === 0) this.#disconnect('idle');
    else this.#grace = this.#scheduler.schedule(() => this.#disconnect('idle'), this.#keepAliveMs);
  }

  #disconnect(phase: 'idle' | 'stopped'): void {
    this.#grace?.unsubscribe();
    this.#grace = undefined;
    this.#feed.disconnect();
    const { synced, resourceVersion, staleSince, failure } = this.#status.value;
    const now = this.#scheduler.now();
    this.#tell({
      phase,
      synced,
      since: now,
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(synced ? { staleSince: staleSince ?? now } : {}),
      // Leaving does not mend it.
      ...(failure === undefined ? {} : { failure }),
    });
  }
}

/** What everybody is told, nobody may write to (L11). */
function frozen(status: InformerStatus): InformerStatus {
  Object.freeze(status.failure);
  return Object.freeze(status);
}
