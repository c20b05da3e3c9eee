import {
  badRequest,
  type FieldProblem,
  forbiddenField,
  invalidOptions,
  serverError,
  tooLargeResourceVersion,
  unsupportedField,
} from './refusals.js';

/** Which objects of a resource. */
export interface SelectOptions {
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions */
export interface ListOptions extends SelectOptions {
  /** At most so many objects, and a token for the rest. Default: 0, all. */
  readonly limit?: number | undefined;
  /** The token of the page before. */
  readonly continue?: string | undefined;
  /** Default: '', the newest. `0`: any, which here is the newest too. */
  readonly resourceVersion?: string | undefined;
  /** Default: `NotOlderThan`; with a limit, `Exact`. */
  readonly resourceVersionMatch?: string | undefined;
}

export interface WatchOptions extends SelectOptions {
  /** Changes after this version. Default, and `0`: every object there is as ADDED, then the changes. */
  readonly resourceVersion?: string | undefined;
  /** Only `NotOlderThan`, and only with `sendInitialEvents`. */
  readonly resourceVersionMatch?: string | undefined;
  /** Whether every object there is comes first, as ADDED, whatever the resourceVersion. */
  readonly sendInitialEvents?: boolean | undefined;
  /** Default: false. With it, a bookmark annotated `k8s.io/initial-events-end` ends the initial objects. */
  readonly allowWatchBookmarks?: boolean | undefined;
  readonly continue?: string | undefined;
}

const MATCH = 'resourceVersionMatch';

function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalidOptions('ListOptions', problems);
}

/** @throws ApiError 422 for what cannot be asked for together */
export function requireListOptions(options: ListOptions): void {
  const { resourceVersion = '', resourceVersionMatch: match = '', continue: token = '' } = options;
  if (match === '') return;
  refuse([
    ...(resourceVersion === ''
      ? [forbiddenField(MATCH, `${MATCH} is forbidden unless resourceVersion is provided`)]
      : []),
    ...(token !== '' ? [forbiddenField(MATCH, `${MATCH} is forbidden when continue is provided`)] : []),
    ...(match !== 'Exact' && match !== 'NotOlderThan'
      ? [unsupportedField(MATCH, match, ['Exact', 'NotOlderThan', ''])]
      : []),
    ...(match === 'Exact' && resourceVersion === '0'
      ? [forbiddenField(MATCH, `${MATCH} "exact" is forbidden for resourceVersion "0"`)]
      : []),
  ]);
}

/** @throws ApiError 422: a list is no stream */
export function forbidInitialEvents(): never {
  const problem = forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list');
  throw invalidOptions('ListOptions', [problem]);
}

/** @throws ApiError 422 for what cannot be asked for together */
export function requireWatchOptions(options: WatchOptions): void {
  const { resourceVersionMatch: match = '', sendInitialEvents, continue: token = '' } = options;
  const initial = sendInitialEvents !== undefined;
  refuse([
    ...(initial && match !== 'NotOlderThan'
      ? [forbiddenField(MATCH, `sendInitialEvents requires setting ${MATCH} to NotOlderThan`)]
      : []),
    ...(!initial && match !== ''
      ? [forbiddenField(MATCH, `${MATCH} is forbidden for watch unless sendInitialEvents is provided`)]
      : []),
    ...(match !== '' && match !== 'NotOlderThan' ? [unsupportedField(MATCH, match, ['NotOlderThan'])] : []),
    ...(token !== '' ? [forbiddenField(MATCH, `${MATCH} is forbidden when continue is provided`)] : []),
  ]);
}

const MAX_UINT64 = 2n ** 64n - 1n;

function parsed(text: string): bigint | undefined {
  const revision = /^\d{1,20}$/.test(text) ? BigInt(text) : MAX_UINT64 + 1n;
  return revision > MAX_UINT64 ? undefined : revision;
}

/** '' is 0. @throws ApiError 400, as kube-apiserver answers a list */
export function listRevision(text = ''): bigint {
  const revision = parsed(text === '' ? '0' : text);
  if (revision === undefined)
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(text)}: expected a number`,
    );
  return revision;
}

/** '' is 0. @throws ApiError 500, as kube-apiserver answers a get or a watch */
export function readRevision(text = ''): bigint {
  const revision = parsed(text === '' ? '0' : text);
  if (revision === undefined)
    throw serverError(`resourceVersion: Invalid value: ${JSON.stringify(text)}: expected a number`);
  return revision;
}

/** @throws ApiError 504 when the store has not come that far */
export function requireReached(asked: bigint, current: bigint): void {
  if (asked > current) throw tooLargeResourceVersion(asked, current);
}
