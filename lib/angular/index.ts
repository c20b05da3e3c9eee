export type { InformerSignals } from './informer-signals.js';
export { injectInformer } from './inject-informer.js';
export type { InjectedOptions } from './options.js';
export { INFORMER_FACTORY, type ProvidedOptions, provideInformers } from './provide-informers.js';
