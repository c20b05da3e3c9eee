import type { MetadataOnly, Only, Plain } from '../kubernetes/index.js';
import type { FieldsOption, KeepOptions, MetadataOnlyOption } from '../reflector/index.js';
import type { Informer } from './informer.js';
import { checkInformer, type InformerOptions } from './options.js';
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
export function createInformer<K, const F extends readonly string[], I extends string = never>(
  options: InformerOptions<K, I, Only<Plain<K>, F[number]>> & FieldsOption<Plain<K>, F>,
): Informer<Only<Plain<K>, F[number]>, I>;
export function createInformer<K, I extends string = never>(
  options: InformerOptions<K, I, MetadataOnly<Plain<K>>> & MetadataOnlyOption,
): Informer<MetadataOnly<Plain<K>>, I>;
export function createInformer<K, I extends string = never>(options: InformerOptions<K, I>): Informer<Plain<K>, I>;
export function createInformer(given: object): unknown {
  const options = given as InformerOptions<unknown, string> & KeepOptions; // the signatures above say what is kept of an object
  checkInformer(options);
  return new SharedInformer(options);
}
