/** The isomorphic core: informers over any transport, in browsers and in Node. It imports no Node module. */
export { TransformError } from './codec/index.js';
export {
  type Compression,
  DeletedFinalStateUnknown,
  type Delta,
  type DeltaBatch,
  DeltaFIFO,
  type DeltaFIFOOperatorOptions,
  type DeltaFIFOOptions,
  type DeltaType,
  deltaFIFO,
  type KeyDeltas,
  type KnownObjects,
  type PoppedDeltas,
} from './delta/index.js';
export * from './informer/index.js';
export * from './kubernetes/index.js';
export {
  type CollectionOptions,
  type Failure,
  type FailureKind,
  type FieldsOption,
  type InformerStatus,
  type ListListener,
  type MetadataOnlyOption,
  type Phase,
  type ReflectorEvent,
  type ReflectorOptions,
  reflector,
  type Surrounding,
} from './reflector/index.js';
export {
  type Change,
  type Commit,
  IndexError,
  Indexer,
  type IndexerOptions,
  type IndexFunction,
  mergeCommits,
  type Selection,
  type Snapshot,
} from './store/index.js';
export {
  type FetchTransportOptions,
  faultOf,
  fetchTransport,
  type RelayTransport,
  type RelayTransportOptions,
  type RelayWay,
  type RequestTrouble,
  relayTransport,
  type Transport,
  TransportError,
  type TransportErrorKind,
  type TransportRequest,
  type TransportResponse,
  type WebSocketConstructor,
  type WebSocketLike,
} from './transport/index.js';
export * from './views/index.js';
