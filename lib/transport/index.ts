export { faultOf } from './fault.js';
export { type FetchTransportOptions, fetchTransport } from './fetch-transport.js';
export type { Transport, TransportErrorKind, TransportRequest, TransportResponse } from './transport.js';
export { TransportError } from './transport.js';
