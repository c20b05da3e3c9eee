import { parseFieldSelector, parseLabelSelector, printFieldSelector, printLabelSelector } from '../kubernetes/index.js';

/** What a request says about which objects it wants, and who says so, for messages. */
export interface Wanted {
  readonly where: string;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** Objects a page. */
  readonly limit?: number | undefined;
}

/** What both requests of an informer ask for. */
export interface Agreed {
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  readonly pageSize: number | undefined;
}

/** Parameters that the engine sees to by itself, or that do not change which objects come. */
const OWN = new Set([
  'pretty',
  'allowWatchBookmarks',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'timeoutSeconds',
  // What client-node's KubernetesObjectApi sends for servers of long ago.
  'exact',
  'export',
]);

/** @throws TypeError when a parameter asks for something that an informer cannot do */
export function wantedBy(where: string, query: URLSearchParams): Wanted {
  for (const name of query.keys()) {
    if (OWN.has(name) || name === 'labelSelector' || name === 'fieldSelector' || name === 'limit') continue;
    if (name === 'watch' && query.get(name) !== 'true' && query.get(name) !== '1') continue;
    throw new TypeError(
      `${where} has the parameter "${name}", with which an informer cannot list and watch: leave it out`,
    );
  }
  const limit = Number(query.get('limit') ?? 0);
  return {
    where,
    labelSelector: query.get('labelSelector') ?? undefined,
    fieldSelector: query.get('fieldSelector') ?? undefined,
    limit: Number.isInteger(limit) && limit > 0 ? limit : undefined,
  };
}

/**
 * One selector for list and watch. Who names none agrees with whoever names one.
 *
 * @throws TypeError when one is malformed, or two differ
 */
export function agree(...all: readonly Wanted[]): Agreed {
  return {
    labelSelector: same('labelSelector', all, (text, option) => printLabelSelector(parseLabelSelector(text, option))),
    fieldSelector: same('fieldSelector', all, (text, option) => printFieldSelector(parseFieldSelector(text, option))),
    pageSize: all.find(({ limit }) => limit !== undefined)?.limit,
  };
}

function same(
  option: 'labelSelector' | 'fieldSelector',
  all: readonly Wanted[],
  canonical: (text: string, option: string) => string,
): string | undefined {
  let first: { readonly text: string; readonly where: string } | undefined;
  for (const { where, [option]: given } of all) {
    const text = given === undefined ? '' : canonical(given, `${option} of ${where}`);
    if (text === '' || text === first?.text) continue;
    if (first !== undefined) {
      throw new TypeError(
        `${option}: ${first.where} has ${JSON.stringify(first.text)}, but ${where} has ${JSON.stringify(text)}; list and watch must ask for the same objects`,
      );
    }
    first = { text, where };
  }
  return first?.text;
}
