import type { InformerOptions } from '../informer/index.js';
import type { Transport } from '../transport/index.js';
import type { Collection } from './collection.js';
import { foreignKind } from './list-kind.js';
import { ListedTransport } from './listed-transport.js';
import { type Authenticating, overhear } from './overhear.js';
import { agree, type Wanted, wantedBy } from './selectors.js';

/** What is needed to find out how to list and watch. */
export interface Plan<T> {
  readonly kubeConfig: Authenticating;
  readonly transport: Transport;
  readonly collection: Collection<T>;
  readonly listFn: () => Promise<unknown>;
  /** What the arguments of `makeInformer` say. */
  readonly wanted: readonly Wanted[];
}

/** A `listFn` that threw or rejected: its own fault or the network's, which may go by. */
export class ListFnError extends Error {
  override readonly name = 'ListFnError';
}

/**
 * The collection that `makeInformer` was asked for, as the engine's options. The selectors are those that `listFn` sends; where it does not use this
 * KubeConfig, which hides them, it makes the lists, too.
 *
 * @throws TypeError when `listFn`, path and label selector contradict each other; ListFnError, with the cause, when `listFn` failed
 */
export async function engineOptions<T>(plan: Plan<T>): Promise<InformerOptions<T>> {
  const { kubeConfig, transport, collection, listFn, wanted } = plan;
  const { path, resource, namespace } = collection;
  const heard = await overhear(kubeConfig, transport.url + path, listFn);
  if (heard.type === 'asked') {
    return { transport, resource, namespace, ...agree(...wanted, wantedBy('listFn', heard.query)) };
  }
  const other = heard.urls.find((url) => url.endsWith(`/${resource.plural}`));
  if (other !== undefined) {
    throw new TypeError(
      `listFn lists ${other}, but the path is that of ${transport.url}${path}; list and watch must be of the same collection`,
    );
  }
  if (heard.type === 'failed') throw new ListFnError('listFn failed', { cause: heard.cause });
  const foreign = foreignKind(heard.list, resource);
  if (foreign !== undefined) {
    throw new TypeError(
      `listFn lists a ${foreign}, but the path is that of ${transport.url}${path}; list and watch must be of the same collection`,
    );
  }
  const listed = new ListedTransport(transport, resource, listFn, heard.list);
  return { transport: listed, resource, namespace, ...agree(...wanted), watchList: 'never' }; // a streamed list is no list of listFn
}
