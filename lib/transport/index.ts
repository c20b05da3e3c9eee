export { faultOf } from './fault.js';
export { type FetchTransportOptions, fetchTransport } from './fetch-transport.js';
export { decodeClientMessage, decodeServerMessage } from './relay/decode.js';
export { encodeClientMessage, encodeServerMessage } from './relay/encode.js';
export * from './relay/protocol.js';
export { type RelayTransport, type RelayTransportOptions, relayTransport } from './relay/relay-transport.js';
export type { RelayWay } from './relay/way.js';
export type { WebSocketConstructor, WebSocketLike } from './relay/web-socket-like.js';
export type {
  RequestTrouble,
  Transport,
  TransportErrorKind,
  TransportRequest,
  TransportResponse,
} from './transport.js';
export { TransportError } from './transport.js';
