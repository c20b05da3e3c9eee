import { isObservable, type SchedulerLike } from 'rxjs';
import type { Informer } from '../../informer/index.js';
import {
  aFunction,
  BOOLEAN,
  checkGiven,
  hasMethod,
  LONGEST_MS,
  optional,
  type Rules,
  SCHEDULER,
  shown,
} from '../../reflector/index.js';
import type { Authorize } from '../http/authorize.js';
import type { Site } from '../site/index.js';

export interface RelayOptions {
  /**
   * What is relayed: the objects that these informers hold. They are connected, by an ordinary subscription, as long as a client needs them, unless
   * they are started; they are not stopped with the relay.
   */
  readonly informers: readonly Informer<unknown, string>[];
  /** Milliseconds that an informer stays connected after the last client left, so that those who come back can resume. Default: 60,000. */
  readonly keepAliveMs?: number | undefined;
  /**
   * Decides for each request, such as `clusterAuthorizer({ transport })`. Default: everybody may read everything that is relayed, and it can be
   * reached from this computer only. Probes (`/healthz`, `/livez`, `/readyz`) are not asked about.
   */
  readonly authorize?: Authorize | undefined;
  /**
   * Milliseconds after which `authorize` is asked again about a watch that is open, and again and again; up to a fifth less, by chance. One that may
   * not go on ends with the Status that says why. Default: 60,000.
   */
  readonly recheckMs?: number | undefined;
  /** Milliseconds for which an open watch goes on while `authorize` cannot decide. Default: 120,000. */
  readonly recheckGraceMs?: number | undefined;
  /**
   * Whether the data of Secrets is relayed. Default: false: then Secrets are told without data and what repeats it, with an annotation
   * `rxinformer.dev/withheld` that names what is missing.
   */
  readonly includeSecretData?: boolean | undefined;
  /**
   * The pages of an application that reads from the relay, such as `staticSite('dist/dashboard')`, on the same origin. Everybody may have them,
   * whatever `authorize` says: they hold nothing of the cluster. Default: none.
   */
  readonly site?: Site | undefined;
  /**
   * Bytes of changes, as JSON, that are remembered for each collection, so that a watch can be resumed; what begins before them gets 410 and lists
   * anew. In memory they take about three times as much. Default: 16 MiB.
   */
  readonly historyBytes?: number | undefined;
  /** Milliseconds between the bookmarks of a watch that allows them. Default: 60,000, as kube-apiserver. */
  readonly bookmarkIntervalMs?: number | undefined;
  /**
   * Milliseconds in which the changes of a collection are told together. The first one after a pause is told at once. Default: 50; 0: each at once.
   */
  readonly flushMs?: number | undefined;
  /**
   * Different sets of fields (`fields=`) in which one collection is shown at a time: each costs a look at every change. One more is refused with 429.
   * Default: 32.
   */
  readonly maxFieldSets?: number | undefined;
  /**
   * Those of them that one client may watch at a time: a user, where `authorize` names whom it lets in, else an IPv4 address or the /64 network of an
   * IPv6 address. One more is refused with 429. Default: 8. Where many come through one proxy and no user is named, all of them are one client.
   */
  readonly maxFieldSetsPerClient?: number | undefined;
  /** Milliseconds after which a client that does not read is cut off. Default: 30,000. */
  readonly slowClientMs?: number | undefined;
  /** Milliseconds that a request waits for a first complete list. Then it is answered with 503. Default: 10,000. */
  readonly waitMs?: number | undefined;
  /** For all that takes time. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** The time, in epoch milliseconds, for ages. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** A number in [0, 1). Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

function integer(least: number, unit: string, most = Number.MAX_SAFE_INTEGER) {
  return optional(
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
    `is not a whole number of ${unit}, at least ${least}${most === LONGEST_MS ? ` and at most ${most} (24 days)` : ''}`,
  );
}

const MILLISECONDS = 'milliseconds';

const RULES = {
  informers: (value: unknown) => (Array.isArray(value) ? undefined : `${shown(value)} is no list of informers`),
  authorize: aFunction('from a request to a decision'),
  recheckMs: integer(1, MILLISECONDS, LONGEST_MS),
  recheckGraceMs: integer(0, MILLISECONDS, LONGEST_MS),
  includeSecretData: BOOLEAN,
  site: optional((value) => hasMethod(value, 'answer'), "is no site, such as staticSite('dist/dashboard')"),
  keepAliveMs: integer(0, MILLISECONDS, LONGEST_MS),
  historyBytes: integer(0, 'bytes'),
  bookmarkIntervalMs: integer(1, MILLISECONDS, LONGEST_MS),
  flushMs: integer(0, MILLISECONDS, LONGEST_MS),
  maxFieldSets: integer(1, 'sets'),
  maxFieldSetsPerClient: integer(1, 'sets'),
  slowClientMs: integer(1, MILLISECONDS, LONGEST_MS),
  waitMs: integer(0, MILLISECONDS, LONGEST_MS),
  scheduler: SCHEDULER,
  now: aFunction('that gives the time'),
  random: aFunction('that gives a number in [0, 1)'),
} satisfies Rules & Record<keyof RelayOptions, unknown>;

/** @throws TypeError that names an option which cannot be */
export function checkRelay(options: unknown): void {
  checkGiven('createRelay', options, RULES);
  const { informers }: { readonly informers: readonly unknown[] } = Object(options);
  if (informers.length === 0)
    throw new TypeError(
      'informers: there is none, so there is nothing to relay; give one at least, such as [createInformer({ transport, resource })]',
    );
  for (const [i, informer] of informers.entries()) checkInformer(informer, `informers[${i}]`);
}

function checkInformer(informer: unknown, name: string): void {
  const { resource, scope, changes$ } = Object(informer);
  if (resource === undefined || scope === undefined || !isObservable(changes$))
    throw new TypeError(`${name}: it is no informer of createInformer`);
  if (isObservable(scope.namespace))
    throw new TypeError(
      `${name}: its set of namespaces may change, so that nobody can say what it holds; give it a list, or leave namespace out`,
    );
}
