import { isObservable, type Observable } from 'rxjs';
import type { Plain } from '../kubernetes/index.js';
import {
  aFunction,
  COLLECTION_RULES,
  checkGiven,
  checkKept,
  LONGEST_MS,
  optional,
  type ReflectorOptions,
  type Rules,
  TEXT,
} from '../reflector/index.js';

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
    | 'surroundings$'
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

/** What a number of milliseconds may be. */
export const MILLISECONDS = optional(
  (value) => typeof value === 'number' && value >= 0 && value <= LONGEST_MS,
  `is not a number of milliseconds, 0 to ${LONGEST_MS} (24 days)`,
);

/**
 * A number of milliseconds that somebody gave.
 *
 * @throws TypeError, naming the option
 */
export function milliseconds(option: string, value: number | undefined): number {
  const wrong = MILLISECONDS(value);
  if (wrong !== undefined) throw new TypeError(`${option}: ${wrong}`);
  return value ?? 0;
}

export const INFORMER_RULES = {
  ...COLLECTION_RULES,
  indexers: optional(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'is no set of functions by the names of their indexes',
  ),
  resyncPeriod: MILLISECONDS,
  keepAliveMs: MILLISECONDS,
  name: TEXT,
} satisfies Rules & Record<keyof InformerOptions<unknown>, unknown>;

/** @throws TypeError, naming the option and what would be right */
export function checkInformer(options: unknown): void {
  checkGiven('createInformer', options, INFORMER_RULES);
  checkTogether(options);
}

function checkTogether(options: unknown): void {
  checkKept(Object(options));
  const { indexers }: { readonly indexers?: Readonly<Record<string, unknown>> } = Object(options);
  for (const [name, valuesOf] of Object.entries(indexers ?? {})) {
    const wrong = VALUES_OF(valuesOf ?? null);
    if (wrong !== undefined) throw new TypeError(`indexers.${name}: ${wrong}`);
  }
}

const VALUES_OF = aFunction('from an object to the values to find it by');

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
