import { isObservable, type Observable } from 'rxjs';
import type { Plain } from '../kubernetes/index.js';
import type { ReflectorOptions } from '../reflector/index.js';

/** Options of `createInformer`, for objects of type `T`. Only `transport` and `resource` are needed. */
export interface InformerOptions<K, I extends string = never, T = Plain<K>>
  extends Pick<
    ReflectorOptions<K, T>,
    | 'transport'
    | 'resource'
    | 'labelSelector'
    | 'fieldSelector'
    | 'pageSize'
    | 'watchList'
    | 'managedFields'
    | 'transform'
    | 'strict'
    | 'silenceDeadlineMs'
    | 'scheduler'
    | 'random'
  > {
  /**
   * Where: one namespace, several as one logical cache, or an Observable of sets that change while the informer runs. A namespace that
   * leaves the set takes its objects along, as deletions; one that the server refuses to list is told in the status and leaves the others
   * alone. Each namespace has a list and a watch of its own. Default: all namespaces, with one list and one watch.
   */
  readonly namespace?: string | readonly string[] | Observable<readonly string[]> | undefined;
  /** Indexes of the snapshot, by name: each function gives the values under which an object is found. It must not depend on anything else. */
  readonly indexers?: Readonly<Record<I, (object: T) => Iterable<string>>> | undefined;
  /**
   * Milliseconds after which `events$` and the handlers that name no period of their own are told every object again, as `sync`: for
   * programs that compare the cache with something outside. No request is made. Default: 0, never.
   */
  readonly resyncPeriod?: number | undefined;
  /** How long the connection is kept after the last subscriber left, in milliseconds. Default: 0. */
  readonly keepAliveMs?: number | undefined;
  /** For messages. Default: the resource and where, such as `pods in shop`. */
  readonly name?: string | undefined;
}

/** About 24.8 days. The timers of JavaScript take what is longer for nothing at all: a resync would never rest. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * A number of milliseconds that somebody gave.
 *
 * @throws TypeError, naming the option
 */
export function milliseconds(option: string, value: number | undefined): number {
  if (value === undefined) return 0;
  if (!(value >= 0 && value <= LONGEST_MS))
    throw new TypeError(`${option}: ${value} is not a number of milliseconds, 0 to ${LONGEST_MS} (24 days)`);
  return value;
}

/** @throws TypeError, naming the index, when its function is none */
export function checkIndexers(indexers: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, valuesOf] of Object.entries(indexers)) {
    if (typeof valuesOf !== 'function') {
      throw new TypeError(`indexers.${name}: ${valuesOf} is not a function from an object to the values to find it by`);
    }
  }
}

export function nameOf<K, I extends string>({
  name,
  resource,
  namespace,
  labelSelector,
}: InformerOptions<K, I>): string {
  if (name !== undefined) return name;
  const where = namespace === undefined ? '' : ` in ${placeOf(namespace)}`;
  return `${resource.plural}${where}${labelSelector === undefined ? '' : ` with ${labelSelector}`}`;
}

const MANY = 3;

function placeOf(namespace: string | readonly string[] | Observable<readonly string[]>): string {
  if (typeof namespace === 'string') return namespace;
  if (isObservable(namespace)) return 'chosen namespaces';
  return namespace.length > MANY ? `${namespace.length} namespaces` : namespace.join(', ');
}
