export type { ConsumeOptions, Consumption, Work } from './consume.js';
export { createInformer } from './create-informer.js';
export {
  createInformerFactory,
  type FactoryInformerOptions,
  type InformerFactory,
  type InformerFactoryOptions,
  type InformerReport,
} from './factory.js';
export type { EventHandlerRegistration, ResourceEventHandler } from './handlers.js';
export { indexInto } from './index-into.js';
export type { ChangeOf, Informer } from './informer.js';
export type { Keep } from './mailbox.js';
export { NotReadyError } from './not-ready-error.js';
export type { InformerOptions } from './options.js';
export type { ReadyOptions } from './ready.js';
export type { InformerScope } from './scope.js';
