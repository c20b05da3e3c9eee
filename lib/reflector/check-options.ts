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
  const { transport, pageSize, watchList, managedFields, transform, silenceDeadlineMs }: Untyped = options ?? {};
  if (typeof transport !== 'object' || transport === null || !('request' in transport)) {
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
  if (silenceDeadlineMs !== undefined && !(Number(silenceDeadlineMs) > 0)) {
    throw new TypeError(`silenceDeadlineMs: ${silenceDeadlineMs} is not a positive number of milliseconds`);
  }
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
