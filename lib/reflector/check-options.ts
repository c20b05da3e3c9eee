import type { ReflectorOptions, SessionOptions } from './options.js';

/**
 * What the compiler says to those who use one, for those who do not.
 *
 * @throws TypeError, naming the option and what would be right
 */
export function checkOptions<K>(options: Omit<ReflectorOptions<K>, 'namespace'>): void {
  checkDefaults(options);
  const { resource }: Untyped = options;
  if (typeof resource !== 'object' || resource === null || !('plural' in resource)) {
    throw new TypeError('resource: missing; say what to list and watch, such as core.pods or customResource({ … })');
  }
}

/** The same for options without a resource, which are to hold for many of them. */
export function checkDefaults<K>(options: Omit<ReflectorOptions<K>, 'namespace' | 'resource'>): void {
  const { transport, pageSize, watchList, managedFields, transform }: Untyped = options ?? {};
  if (typeof Object(transport).request !== 'function') {
    throw new TypeError('transport: missing; give the way to the server, such as kubeConfigTransport(kubeConfig)');
  }
  if (transform !== undefined && typeof transform !== 'function') {
    throw new TypeError(`transform: ${transform} is not a function that changes a draft`);
  }
  if (managedFields !== undefined && managedFields !== 'drop' && managedFields !== 'keep') {
    throw new TypeError(`managedFields: ${JSON.stringify(managedFields)} is neither 'drop' nor 'keep'`);
  }
  if (pageSize !== undefined && !(Number.isInteger(pageSize) && Number(pageSize) > 0)) {
    throw new TypeError(`pageSize: ${pageSize} is not a positive whole number of objects`);
  }
  if (watchList !== undefined && watchList !== 'auto' && watchList !== 'always' && watchList !== 'never') {
    throw new TypeError(`watchList: ${JSON.stringify(watchList)} is none of 'auto', 'always' and 'never'`);
  }
  checkFields(options ?? {});
  checkTime(options ?? {});
}

/** What JavaScript's timers can wait: more is taken for nothing at all. */
const LONGEST_MS = 2 ** 31 - 1;

function checkTime({ silenceDeadlineMs, scheduler, random }: Untyped): void {
  const isDeadline = typeof silenceDeadlineMs === 'number' && silenceDeadlineMs > 0 && silenceDeadlineMs <= LONGEST_MS;
  if (silenceDeadlineMs !== undefined && !isDeadline) {
    throw new TypeError(
      `silenceDeadlineMs: ${shown(silenceDeadlineMs)} is not a number of milliseconds above 0 and up to ${LONGEST_MS}`,
    );
  }
  if (random !== undefined && typeof random !== 'function') {
    throw new TypeError(`random: ${shown(random)} is not a function that gives a number in [0, 1)`);
  }
  const { now, schedule }: { readonly now?: unknown; readonly schedule?: unknown } = Object(scheduler);
  if (scheduler !== undefined && (typeof now !== 'function' || typeof schedule !== 'function')) {
    throw new TypeError('scheduler: has no now() and schedule(), as those of RxJS have, such as asyncScheduler');
  }
}

/** So that "5" is not taken for 5, nor Infinity for null. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value);
}

function checkFields({ fields, metadataOnly, managedFields }: Untyped): void {
  if (metadataOnly !== undefined && typeof metadataOnly !== 'boolean') {
    throw new TypeError(`metadataOnly: ${JSON.stringify(metadataOnly)} is neither true nor false`);
  }
  if (fields === undefined) return;
  if (!Array.isArray(fields)) throw new TypeError(`fields: ${fields} is no list of paths such as 'spec.nodeName'`);
  if (metadataOnly === true)
    throw new TypeError('fields: not together with metadataOnly, which says already what is kept');
  for (const path of fields) {
    if (typeof path !== 'string' || path.split('.').includes('')) {
      throw new TypeError(`fields: ${JSON.stringify(path)} is no path such as 'spec.nodeName'`);
    }
    if (path.startsWith('metadata.managedFields') && managedFields !== 'keep') {
      throw new TypeError(`fields: ${path} is dropped, unless managedFields is 'keep'`);
    }
  }
}

type Untyped = { readonly [O in keyof SessionOptions<unknown>]?: unknown };
