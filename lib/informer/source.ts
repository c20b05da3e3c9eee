import type { Plain } from '../kubernetes/index.js';
import type { ReflectorOptions } from '../reflector/index.js';
import type { Cache, Feed } from './cache.js';
import { Namespaces } from './namespaces.js';
import type { InformerOptions } from './options.js';
import { PartitionedCache } from './partitioned-cache.js';
import { type FeedListener, Pipeline } from './pipeline.js';
import { WholeCache } from './whole-cache.js';

/** The cache of an informer and what fills it: one list-and-watch, or one for each of many namespaces. */
export function sourceOf<K, I extends string>(
  given: InformerOptions<K, I> & Pick<ReflectorOptions<K>, 'retryNow$'>,
  listener: FeedListener<Plain<K>, I>,
): { readonly cache: Cache<Plain<K>, I>; readonly feed: Feed } {
  const { namespace, indexers, resyncPeriod, keepAliveMs, name, ...options } = given;
  if (namespace !== undefined && typeof namespace !== 'string') {
    const cache = new PartitionedCache<Plain<K>, I>(indexers);
    return { cache, feed: new Namespaces(options, namespace, cache, listener) };
  }
  const cache = new WholeCache<Plain<K>, I>(indexers);
  const feed = new Pipeline<K, I>({ ...options, namespace }, cache, {
    applied: (commit) => {
      if (commit !== undefined) listener.commit(commit);
    },
    status: listener.status,
  });
  return { cache, feed };
}
