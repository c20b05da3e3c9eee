export { createRelay, type Relay } from './create-relay.js';
export type { RelayOptions } from './options.js';
