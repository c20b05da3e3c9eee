import { isObservable } from 'rxjs';
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
import type { RelayOptions } from './create-relay.js';

function integer(least: number, unit: string, most = Number.MAX_SAFE_INTEGER) {
  return optional(
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
    `is not a whole number of ${unit}, at least ${least}`,
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
