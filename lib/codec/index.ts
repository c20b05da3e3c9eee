export { Commons } from './commons.js';
export { type BodyDecoder, type Encoding, jsonEncoding, type ListSink } from './encoding.js';
export { DecodeError, NamelessError, type ObjectError, OtherKindError, TooDeepError } from './errors.js';
export { dottedKeyProblem, fieldTree, IDENTITY_FIELDS, pick } from './fields.js';
export { type DecodeOptions, TransformError } from './object-decoder.js';
export { isPromiseLike } from './promise-like.js';
export { deepFreeze, share } from './sharing.js';
export { UPSTREAM_ANNOTATION } from './upstream.js';
export type { WatchFrame, WatchSink } from './watch-decoder.js';
