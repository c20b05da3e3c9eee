import type { Plain } from '../kubernetes/index.js';
import { checkOptions } from '../reflector/index.js';
import type { Informer } from './informer.js';
import { checkIndexers, type InformerOptions } from './options.js';
import { SharedInformer } from './shared-informer.js';

/**
 * Makes an informer: a live, immutable copy of a Kubernetes collection. Nothing is requested before somebody subscribes, or calls
 * `start()` or `ready()`.
 *
 * @throws TypeError when an option is malformed; the message names it
 * @example
 * const pods = createInformer({ transport: kubeConfigTransport(kubeConfig), resource: core.pods, namespace: 'shop' });
 * pods.events$.subscribe(({ type, key }) => console.log(type, key));
 */
export function createInformer<K, I extends string = never>(options: InformerOptions<K, I>): Informer<Plain<K>, I> {
  checkOptions(options);
  checkIndexers(options.indexers);
  return new SharedInformer(options);
}
