export type { Attempt } from './attempt.js';
export { backoffMs } from './backoff.js';
export { checkDefaults, checkOptions } from './check-options.js';
export type { ListListener, ReflectorEvent } from './events.js';
export { type Failure, type FailureKind, statusFailure } from './failure.js';
export type { FieldsOption, KeepOptions, MetadataOnlyOption, ReflectorOptions, SessionOptions } from './options.js';
export { reflector } from './reflector.js';
export type { CollectionOptions } from './requests.js';
export { type InformerStatus, isSameStatus, type Phase } from './status.js';
