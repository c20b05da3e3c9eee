import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import type { MetadataOnly, Only, Plain, Resource } from '../kubernetes/index.js';
import type { FieldsOption, InformerStatus, KeepOptions, MetadataOnlyOption } from '../reflector/index.js';
import { checkDefaults, checkOwn } from './check-factory.js';
import { Current } from './current.js';
import type { Informer } from './informer.js';
import { NotReadyError } from './not-ready-error.js';
import { checkInformer, type InformerOptions } from './options.js';
import type { ReadyOptions } from './ready.js';
import { isSameRequest } from './same-request.js';
import { SharedInformer } from './shared-informer.js';

/** What all informers of a factory start from. Each may have its own, except for the transport. */
export type InformerFactoryOptions = Omit<InformerOptions<unknown>, 'resource' | 'indexers' | 'transform' | 'name'>;

/** What one informer has of its own. */
export type FactoryInformerOptions<K, I extends string = never, T = Plain<K>> = Omit<
  InformerOptions<K, I, T>,
  'transport' | 'resource'
>;

/** One of a factory's informers, and how it is. */
export interface InformerReport {
  readonly informer: Informer<unknown, string>;
  readonly status: InformerStatus;
}

/** Makes informers that are shared by everybody who asks for the same. client-go's SharedInformerFactory. */
export interface InformerFactory {
  /**
   * The informer for a resource and options. Whoever asks for the same again, with the same values and the same functions, gets the
   * same one; after it was stopped, a new one. A default `namespace` does not concern cluster-scoped resources.
   *
   * @throws TypeError when an option is malformed; Error after `stop()`
   */
  informer<K, const F extends readonly string[], I extends string = never>(
    resource: Resource<K>,
    options: FactoryInformerOptions<K, I, Only<Plain<K>, F[number]>> & FieldsOption<Plain<K>, F>,
  ): Informer<Only<Plain<K>, F[number]>, I>;
  informer<K, I extends string = never>(
    resource: Resource<K>,
    options: FactoryInformerOptions<K, I, MetadataOnly<Plain<K>>> & MetadataOnlyOption,
  ): Informer<MetadataOnly<Plain<K>>, I>;
  informer<K, I extends string = never>(
    resource: Resource<K>,
    options?: FactoryInformerOptions<K, I>,
  ): Informer<Plain<K>, I>;
  /**
   * How all informers are that were asked for so far, in that order: now, and whenever one of them changes. Connects none of them. Completes
   * with `stop()`; whoever subscribes later is told how they were left.
   */
  readonly status$: Observable<readonly InformerReport[]>;
  /** Connects all informers that were asked for so far, until `stop()`. */
  start(): void;
  /** As `start()`, and resolves when each of them has its first complete snapshot. Rejects with the NotReadyError of the first that gives up. */
  ready(options?: ReadyOptions): Promise<void>;
  /** Stops all informers, for good. */
  stop(): void;
  [Symbol.dispose](): void;
}

/**
 * @param options `transport`, and defaults for every informer
 * @throws TypeError when an option is malformed; the message names it
 * @example
 * const factory = createInformerFactory({ transport: kubeConfigTransport(kubeConfig), namespace: 'shop' });
 * const pods = factory.informer(core.pods);
 * const services = factory.informer(core.services);
 * await factory.ready({ timeout: 20_000 });
 */
export function createInformerFactory(options: InformerFactoryOptions): InformerFactory {
  checkDefaults(options);
  return new SharedInformerFactory(options);
}

/** An informer, and what it was asked for with. */
interface Made {
  readonly request: object;
  readonly informer: Informer<unknown, string>;
  /** Its status, for one who only looks. */
  readonly status$: Observable<InformerStatus>;
}

class SharedInformerFactory implements InformerFactory {
  readonly #defaults: InformerFactoryOptions;
  /** All that are not stopped, or have been so only since the newest was made. */
  #made: readonly Made[] = [];
  readonly #told = new Current(this.#made);
  #stopped = false;
  readonly status$: Observable<readonly InformerReport[]> = this.#told.values$.pipe(switchMap(reportsOf));

  constructor(defaults: InformerFactoryOptions) {
    this.#defaults = defaults;
  }

  informer<K>(resource: Resource<K>, given: object = {}): never {
    const options = given as Options; // the interface says what is kept of an object
    if (this.#stopped) throw new Error('the informer factory was stopped, which is final; create a new one');
    checkOwn(given);
    checkInformer({ ...this.#defaults, ...options, resource });
    const request = this.#requestFor(resource, options);
    const found = this.#made.find((made) => isSameRequest(made.request, request));
    // The same request has the same functions, so it is of the same types.
    return (found === undefined || isStopped(found) ? this.#make(request) : found.informer) as never;
  }

  #make(request: InformerOptions<unknown, string> & KeepOptions): Informer<unknown, string> {
    const informer = new SharedInformer(request);
    this.#made = [...this.#running(), { request, informer, status$: informer.observedStatus$ }];
    this.#told.set(this.#made);
    return informer;
  }

  start(): void {
    if (this.#stopped) throw new Error('the informer factory was stopped, which is final; create a new one');
    for (const { informer } of this.#running()) informer.start();
  }

  async ready(options?: ReadyOptions): Promise<void> {
    if (this.#stopped) throw new NotReadyError('the informer factory was stopped');
    await Promise.all(this.#running().map(({ informer }) => informer.ready(options)));
  }

  stop(): void {
    this.#stopped = true;
    for (const { informer } of this.#made) informer.stop();
    this.#told.complete();
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  #running(): readonly Made[] {
    return this.#made.filter((made) => !isStopped(made));
  }

  #requestFor(resource: Resource<unknown>, options: Options): InformerOptions<unknown, string> & KeepOptions {
    const { namespace, ...defaults } = this.#defaults;
    return { ...(resource.namespaced ? { namespace } : {}), ...defaults, ...given(options), resource };
  }
}

type Options = FactoryInformerOptions<unknown, string> & KeepOptions;

/** An option that is given as undefined does not hide its default. */
function given<O extends object>(options: O): Partial<O> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<O>;
}

function isStopped({ informer }: Made): boolean {
  return informer.status.phase === 'stopped';
}

function reportsOf(made: readonly Made[]): Observable<readonly InformerReport[]> {
  if (made.length === 0) return of([]);
  return combineLatest(
    made.map(({ informer, status$ }) => status$.pipe(map((status) => Object.freeze({ informer, status })))),
  ).pipe(map((reports) => Object.freeze(reports)));
}
