export type { InjectOptions } from './in-context.js';
export type { InformerSignals, RowOf } from './informer-signals.js';
export { injectInformer } from './inject-informer.js';
export { injectState, injectView, type Viewed, type ViewSignals } from './inject-view.js';
export type { Live } from './live.js';
export type { InjectedOptions } from './options.js';
export { INFORMER_FACTORY, type ProvidedOptions, provideInformers } from './provide-informers.js';
export type { Viewing } from './view-feed.js';
