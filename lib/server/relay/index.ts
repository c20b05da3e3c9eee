export { createRelay, type Relay, type RelayOptions } from './create-relay.js';
