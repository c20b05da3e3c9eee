import { computed, Injector, inject, NgZone, untracked } from '@angular/core';
import type { MetadataOnly, Only, Plain } from '../kubernetes/index.js';
import type { Failure, FieldsOption, InformerStatus, MetadataOnlyOption } from '../reflector/index.js';
import { askedOf } from './asked.js';
import { connectFeed } from './connect.js';
import { type InjectOptions, inContext } from './in-context.js';
import type { InformerSignals } from './informer-signals.js';
import { commitsOf } from './live.js';
import { NOTHING } from './nothing.js';
import type { Given, InjectedOptions } from './options.js';
import { REGISTRY } from './registry.js';

/**
 * A live, immutable copy of a Kubernetes collection, as signals: the informer for the options, shared by all who ask for the same, from
 * `provideInformers`.
 *
 * It connects when the component is first checked, so that inputs are there to be read, and is let go with the component, or with the injector of a
 * service: the last one to leave disconnects, after `keepAliveMs`. It runs outside of the Angular zone, and works without one and with OnPush.
 * On a server it does not connect unless `provideInformers` says so.
 *
 * @throws Error outside of an injection context, and where no `provideInformers` is. TypeError when an option is malformed; where a function gave
 * it, `status().failure` tells it
 * @example
 * class Pods {
 *   readonly namespace = input<string>();
 *   protected readonly pods = injectInformer({ resource: core.pods, namespace: this.namespace, fields: ['status.phase'] });
 * }
 * // @if (pods.ready()) { @for (pod of pods.rows(); track pod.metadata.uid) { … } } @else { {{ pods.status().failure?.message }} }
 */
export function injectInformer<K, const F extends readonly string[], I extends string = never>(
  options: Given<InjectedOptions<K, I, Only<Plain<K>, F[number]>> & FieldsOption<Plain<K>, F>>,
  where?: InjectOptions,
): InformerSignals<Only<Plain<K>, F[number]>, I>;
export function injectInformer<K, I extends string = never>(
  options: Given<InjectedOptions<K, I, MetadataOnly<Plain<K>>> & MetadataOnlyOption>,
  where?: InjectOptions,
): InformerSignals<MetadataOnly<Plain<K>>, I>;
export function injectInformer<K, I extends string = never>(
  options: Given<InjectedOptions<K, I>>,
  where?: InjectOptions,
): InformerSignals<Plain<K>, I>;
export function injectInformer(options: Given<object>, where: InjectOptions = {}): never {
  const given = options as Given<InjectedOptions<unknown, string>>;
  return inContext(injectInformer, where, () => signalsOf(given)) as never; // the overloads say what is kept of an object
}

function signalsOf(given: Given<InjectedOptions<unknown, string>>): InformerSignals<unknown, string> {
  const registry = inject(REGISTRY, { optional: true });
  if (registry === null)
    throw new Error(
      'injectInformer: nothing provides informers here; add provideInformers({ transport }) to the providers of the application or of the route',
    );
  if (given === undefined || given === null)
    throw new TypeError('injectInformer: say what to list and watch, such as { resource: core.pods }');
  const { feed, failure } = askedOf(given, registry);
  connectFeed(feed, registry);
  const zone = inject(NgZone);
  const status = computed(() => feed()?.status() ?? idle(failure()));
  const informer = computed(() => feed()?.informer());
  return {
    snapshot: computed(() => feed()?.snapshot() ?? NOTHING),
    rows: computed(() => feed()?.snapshot().list() ?? NOTHING.list()),
    status,
    ready: computed(() => status().synced),
    informer,
    changes$: commitsOf(informer, inject(Injector)),
    retryNow: () => zone.runOutsideAngular(() => untracked(feed)?.retryNow()),
  };
}

function idle(failure: Failure | undefined): InformerStatus {
  return Object.freeze({ phase: 'idle', synced: false, since: 0, ...(failure && { failure }) });
}
