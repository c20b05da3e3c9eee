import type { KeyOrder } from '../../store/index.js';
import type { Collection } from './collection.js';
import { type Continuation, invalidToken, parseContinue, printContinue } from './continue-token.js';
import { positionAfter } from './event-log.js';
import type { History } from './history.js';
import { type ListOptions, listRevision, requireListOptions, requireReached } from './list-options.js';
import { badRequest, expiredContinue, expiredList } from './refusals.js';
import { type Selection, selectionOf } from './selection.js';
import type { StoredObject } from './stored-object.js';

/** One page of a list, or all of it. */
export interface Page {
  readonly revision: bigint | string;
  readonly items: readonly StoredObject[];
  /** The token for the rest, if there is one. */
  readonly continue?: string;
  /** How many the rest has; unknown with selectors, as in Kubernetes. */
  readonly remainingItemCount?: number;
}

/**
 * Lists objects as they are, or as they were at the version that is asked for.
 *
 * @throws ApiError 400 and 422 for what cannot be asked, 410 when that version is forgotten, 504 when it has not been reached
 */
export function listPage(collection: Collection, history: History, options: ListOptions): Page {
  requireListOptions(options);
  const selection = selectionOf(collection, options);
  const { revision, after } = startOf(options, history);
  const state = collection.stateAt(positionAfter(collection.log, revision));
  // kube-apiserver serves "any version" from its cache, whole, whatever the limit.
  const limit = options.resourceVersion === '0' ? 0 : Math.max(0, options.limit ?? 0);
  return pageOf(state, selection, revision, after, limit);
}

/** Which state is read, and after which key. */
function startOf(options: ListOptions, history: History): { revision: bigint; after: string | undefined } {
  const { continue: token = '', resourceVersion = '', resourceVersionMatch: match = '', limit = 0 } = options;
  const asked = listRevision(resourceVersion);
  if (token !== '') {
    if (asked !== 0n) throw badRequest('specifying resource version is not allowed when using continue');
    return continued(parseContinue(token), history);
  }
  requireReached(asked, history.revision);
  const exact = match === 'Exact' || (match === '' && asked !== 0n && limit > 0);
  if (exact && asked < history.oldest) throw expiredList();
  return { revision: exact ? asked : history.revision, after: undefined };
}

function continued({ revision, after }: Continuation, history: History): { revision: bigint; after: string } {
  if (revision === undefined) return { revision: history.revision, after };
  if (!/^\d{1,20}$/.test(revision)) throw invalidToken();
  const asked = BigInt(revision);
  requireReached(asked, history.revision);
  if (asked < history.oldest) throw expiredContinue(printContinue({ revision: undefined, after }));
  return { revision: asked, after };
}

/** The objects of a state that come after a key. */
export function pageOf(
  state: KeyOrder<StoredObject>,
  { keys, everything, matches }: Selection,
  revision: bigint | string,
  after: string | undefined,
  limit: number,
): Page {
  const items: StoredObject[] = [];
  let last = after !== undefined && after > keys.low ? after : keys.low;
  for (const [key, object] of state.entries(last)) {
    if (key >= keys.high) break;
    if (key === after || !matches(object)) continue;
    if (limit > 0 && items.length === limit) {
      const token = printContinue({ revision: String(revision), after: last });
      if (!everything) return { revision, items, continue: token };
      return { revision, items, continue: token, remainingItemCount: state.count(key, keys.high) };
    }
    items.push(object);
    last = key;
  }
  return { revision, items };
}
