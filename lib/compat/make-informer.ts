import type { KubeConfig, KubernetesObject } from '@kubernetes/client-node';
import { asyncScheduler } from 'rxjs';
import type { InformerOptions } from '../informer/index.js';
import { BOOLEAN, checkGiven, oneOf, type Rules } from '../reflector/index.js';
import { kubeConfigTransport } from '../transport/node/index.js';
import { parseCollection } from './collection.js';
import { CompatInformer } from './compat-informer.js';
import { engineOptions } from './engine.js';
import type { Informer, ListPromise, ObjectCache } from './names.js';
import { agree } from './selectors.js';

/** What this engine can do beyond client-node's. Both are as in `createInformer`, with other defaults where client-node's programs need them. */
export interface CompatOptions extends Pick<InformerOptions<unknown>, 'managedFields' | 'strict'> {
  /** Freeze objects, so that writing to one throws. Default: false, since client-node's may be written to, and its types say so. */
  readonly strict?: boolean | undefined;
}

const RULES = { managedFields: oneOf('drop', 'keep'), strict: BOOLEAN } satisfies Rules &
  Record<keyof CompatOptions, unknown>;

/**
 * client-node's `makeInformer`, on this project's engine: the same arguments, the same events, the same cache. What behaves better on purpose is in
 * docs/compat.md.
 *
 * `listFn` is called once, to learn what it asks for: its selectors go for list and watch, its limit for the size of the pages that are all
 * fetched. A `listFn` that does not use an API client of this `kubeConfig` makes the lists itself.
 *
 * @param path - of the collection, such as `/api/v1/namespaces/default/pods`; it may have selectors in a query
 * @param labelSelector - for list and watch; must not contradict that of `listFn`
 * @throws TypeError when the path is not that of a collection, a selector is malformed, two contradict each other, or an option is none; the
 *   message names it. `start()` rejects with one when `listFn` contradicts the path or the selector, or when the kubeconfig has no usable context.
 * @example
 * const api = kubeConfig.makeApiClient(CoreV1Api);
 * const informer = makeInformer(kubeConfig, '/api/v1/namespaces/default/pods', () => api.listNamespacedPod({ namespace: 'default' }));
 * informer.on('add', (pod) => console.log(pod.metadata?.name));
 * informer.on('error', (error) => console.error(error.message));   // no need to start again
 * await informer.start();
 */
export function makeInformer<T extends KubernetesObject>(
  kubeConfig: KubeConfig,
  path: string,
  listFn: ListPromise<T>,
  labelSelector?: string,
  options: CompatOptions = {},
): Informer<T> & ObjectCache<T> {
  if (typeof listFn !== 'function')
    throw new TypeError('listFn: must be a function that lists the objects of the path');
  const collection = parseCollection<T>(path);
  const wanted = [collection.wanted, { where: 'makeInformer', labelSelector }];
  agree(...wanted);
  checkGiven('makeInformer', options, RULES);
  const { managedFields, strict = false } = options;
  return new CompatInformer<T>({
    scheduler: asyncScheduler,
    random: Math.random,
    options: async () => {
      const transport = kubeConfigTransport(kubeConfig);
      return { ...(await engineOptions({ kubeConfig, transport, collection, listFn, wanted })), managedFields, strict };
    },
  });
}
