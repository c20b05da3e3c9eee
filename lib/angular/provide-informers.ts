import { DestroyRef, type EnvironmentProviders, InjectionToken, inject, makeEnvironmentProviders } from '@angular/core';
import { createInformerFactory, type InformerFactory, type InformerFactoryOptions } from '../informer/index.js';
import { KeptFactory } from './kept-factory.js';
import { Leases } from './leases.js';
import { REGISTRY, type Registry } from './registry.js';

/** Options of `provideInformers`: the transport, defaults for every informer, and what is said here. */
export interface ProvidedOptions extends InformerFactoryOptions {
  /**
   * How many informers that nobody looks at any more keep their cache, so that coming back shows at once what was there, as stale, and goes on
   * from it. Those that were left before them are let go. Default: 8.
   */
  readonly remember?: number | undefined;
  /**
   * Whether informers connect while pages are rendered on a server; the page then waits for the first lists, or for what is wrong with them.
   * Default: false, where the signals show nothing, and the browser does it all.
   */
  readonly connectOnServer?: boolean | undefined;
}

/**
 * The factory behind `injectInformer`, for services and guards: `factory.ready()`, the `status$` of all informers. What you ask it for is the same informer
 * that components share, and stays until the injector is destroyed.
 */
export const INFORMER_FACTORY = new InjectionToken<InformerFactory>('rxinformer: the informers of provideInformers()');

/**
 * Provides what `injectInformer` needs: in the providers of the application, or of a route for another cluster. When the injector is destroyed,
 * everything is stopped.
 *
 * @param options or a function that gives them, called once in the injection context
 * @throws TypeError when an option is malformed; from a function, at the first `injectInformer`
 * @example
 * bootstrapApplication(App, { providers: [provideInformers({ transport: fetchTransport({ baseUrl: '/k8s' }), keepAliveMs: 30_000 })] });
 */
export function provideInformers(options: ProvidedOptions | (() => ProvidedOptions)): EnvironmentProviders {
  if (typeof options !== 'function') checked(options);
  return makeEnvironmentProviders([
    { provide: REGISTRY, useFactory: () => registryOf(typeof options === 'function' ? options() : options) },
    { provide: INFORMER_FACTORY, useFactory: () => inject(REGISTRY).factory },
  ]);
}

const REMEMBER = 8;

function registryOf(options: ProvidedOptions): Registry {
  const { factory, remember, connectOnServer } = checked(options);
  const leases = new Leases(factory, remember);
  inject(DestroyRef).onDestroy(() => factory.stop());
  return {
    factory: new KeptFactory(factory, leases),
    leases,
    // Of a factory of its own, so that nothing is left of it.
    check: (request) => checked(options).factory.informer(request.resource, request.options),
    scheduler: options.scheduler,
    connectOnServer,
  };
}

/** A factory asks nothing of anybody before it is asked for an informer. */
function checked(options: ProvidedOptions) {
  const { remember = REMEMBER, connectOnServer = false, ...defaults } = Object(options) as ProvidedOptions;
  if (!Number.isInteger(remember) || remember < 0)
    throw new TypeError(`remember: ${String(remember)} is no whole number of informers, 0 or more`);
  if (typeof connectOnServer !== 'boolean')
    throw new TypeError(`connectOnServer: ${String(connectOnServer)} is neither true nor false`);
  return { factory: createInformerFactory(defaults), remember, connectOnServer };
}
