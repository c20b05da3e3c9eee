import { dottedKeyProblem } from '../codec/index.js';
import {
  ANYTHING,
  aFunction,
  BOOLEAN,
  hasMethod,
  LONGEST_MS,
  OBSERVABLE,
  oneOf,
  optional,
  type Rule,
  type Rules,
  SCHEDULER,
  shown,
} from './given.js';
import type { SessionOptions } from './options.js';

const TRANSPORT: Rule = (value) => {
  if (value === undefined || value === null)
    return 'missing; give the way to the server, such as kubeConfigTransport(kubeConfig)';
  if (hasMethod(value, 'request')) return undefined;
  if (hasMethod(value, 'getCurrentCluster')) return 'a KubeConfig is no transport; use kubeConfigTransport(kubeConfig)';
  if (typeof value === 'string') return `${shown(value)} is no transport; use fetchTransport({ baseUrl })`;
  return `${shown(value)} is no transport; give the way to the server, such as kubeConfigTransport(kubeConfig)`;
};

const RESOURCE: Rule = (value) => {
  if (value === undefined || value === null)
    return 'missing; say what to list and watch, such as core.pods or customResource({ … })';
  if (typeof value === 'object' && 'plural' in value) return undefined;
  return `${shown(value)} is no resource; say what to list and watch, such as core.pods or customResource({ … })`;
};

const FIELDS: Rule = (value) => {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return `${shown(value)} is no list of paths such as 'spec.nodeName'`;
  return value.map(pathProblem).find((problem) => problem !== undefined);
};

function pathProblem(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.split('.').includes(''))
    return `${shown(path)} is no path such as 'spec.nodeName'`;
  const [odd] = /[[\]*]/.exec(path) ?? [];
  if (odd === undefined) return dottedKeyProblem(path);
  return `${shown(path)} has a "${odd}", as no name of a field has; a path through an array is about each of its elements, such as 'spec.containers.image'`;
}

/** What may be said of one list-and-watch. */
export const COLLECTION_RULES = {
  transport: TRANSPORT,
  resource: RESOURCE,
  namespace: ANYTHING,
  labelSelector: ANYTHING,
  fieldSelector: ANYTHING,
  pageSize: optional(
    (value) => Number.isInteger(value) && Number(value) > 0,
    'is not a positive whole number of objects',
  ),
  watchList: oneOf('auto', 'always', 'never'),
  managedFields: oneOf('drop', 'keep'),
  transform: aFunction('that changes a draft'),
  strict: BOOLEAN,
  fields: FIELDS,
  metadataOnly: BOOLEAN,
  silenceDeadlineMs: optional(
    (value) => typeof value === 'number' && value > 0 && value <= LONGEST_MS,
    `is not a positive number of milliseconds, up to ${LONGEST_MS} (24 days)`,
  ),
  surroundings$: OBSERVABLE,
  scheduler: SCHEDULER,
  random: aFunction('that gives a number in [0, 1)'),
} satisfies Rules;

/** @throws TypeError, naming the option, where two of them contradict each other */
export function checkKept({ fields, metadataOnly, managedFields }: Untyped): void {
  if (fields === undefined) return;
  if (metadataOnly === true)
    throw new TypeError('fields: not together with metadataOnly, which says already what is kept');
  for (const path of Array.isArray(fields) ? fields : [])
    if (String(path).startsWith('metadata.managedFields') && managedFields !== 'keep')
      throw new TypeError(`fields: ${path} is dropped, unless managedFields is 'keep'`);
}

type Untyped = { readonly [O in keyof SessionOptions<unknown>]?: unknown };
