export type { Attempt } from './attempt.js';
export { backoffMs } from './backoff.js';
export { SharedBudget } from './budget.js';
export { COLLECTION_RULES, checkKept } from './check-options.js';
export { closeMatches } from './close-matches.js';
export type { ListListener, ReflectorEvent } from './events.js';
export { type Failure, statusFailure } from './failure.js';
export type { FailureKind } from './failure-kind.js';
export {
  ANYTHING,
  aFunction,
  BOOLEAN,
  COUNT,
  checkGiven,
  hasMethod,
  LONGEST_MS,
  OBSERVABLE,
  oneOf,
  optional,
  type Rule,
  type Rules,
  SCHEDULER,
  shown,
  TEXT,
} from './given.js';
export type { FieldsOption, KeepOptions, MetadataOnlyOption } from './keep-options.js';
export type { ReflectorOptions, SessionOptions } from './options.js';
export { reflector, sessions } from './reflector.js';
export type { CollectionOptions } from './requests.js';
export { type InformerStatus, isSameStatus, type Phase } from './status.js';
export type { Surrounding } from './surroundings.js';
export { decodeUpstream, encodeUpstream, encodeUpstreamHeader, UPSTREAM_HEADER, type Upstream } from './upstream.js';
