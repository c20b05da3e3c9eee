import { catchError, concatMap, forkJoin, from, map, mergeMap, type Observable, of, throwError, toArray } from 'rxjs';
import type { Transport } from '../../transport/index.js';
import {
  aggregatedResources,
  coreVersions,
  type GroupVersion,
  groupVersions,
  isAggregated,
  listedResources,
  staleGroups,
} from './discovery-documents.js';
import { AnswerError, getJson } from './get-json.js';
import type { ServedResource } from './served-resource.js';

/** What a server serves. */
export interface Discovery {
  /** The core group first, then the others in the server's order; of each group the preferred version first. */
  readonly resources: readonly ServedResource[];
  /** The groups of which that could not be had, for their own servers are down. */
  readonly missing: readonly string[];
}

/** One document for all groups where the server can do that, otherwise one for each. */
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/** How many documents of single groups are asked for at a time. */
const CONCURRENT = 8;

/**
 * Asks a server what it serves. A group whose own server is down does not spoil it for the others.
 * Errors with an AnswerError or a TransportError.
 */
export function discover(transport: Transport): Observable<Discovery> {
  return forkJoin([
    discoverRoot(transport, '/api', coreVersions),
    discoverRoot(transport, '/apis', groupVersions),
  ]).pipe(map(together));
}

function discoverRoot(
  transport: Transport,
  path: string,
  versionsOf: (document: unknown) => readonly GroupVersion[],
): Observable<Discovery> {
  return getJson(transport, path, AGGREGATED).pipe(
    concatMap((document) =>
      isAggregated(document)
        ? of({ resources: aggregatedResources(document), missing: staleGroups(document) })
        : discoverOneByOne(transport, versionsOf(document)),
    ),
  );
}

function discoverOneByOne(transport: Transport, versions: readonly GroupVersion[]): Observable<Discovery> {
  return from([...versions.entries()]).pipe(
    mergeMap(
      ([place, version]) => discoverVersion(transport, version).pipe(map((found) => ({ place, found }))),
      CONCURRENT,
    ),
    toArray(),
    map((answers) => answers.sort((a, b) => a.place - b.place).map(({ found }) => found)),
    map(together),
  );
}

function discoverVersion(transport: Transport, version: GroupVersion): Observable<Discovery> {
  return getJson(transport, version.path).pipe(
    map((document) => ({ resources: listedResources(document, version), missing: [] })),
    catchError((error: unknown) =>
      error instanceof AnswerError ? of({ resources: [], missing: [version.group] }) : throwError(() => error),
    ),
  );
}

function together(parts: readonly Discovery[]): Discovery {
  return { resources: parts.flatMap(({ resources }) => resources), missing: parts.flatMap(({ missing }) => missing) };
}
