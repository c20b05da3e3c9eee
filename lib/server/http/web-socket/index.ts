export { WebSocketBinding } from './binding.js';
export type { WebSocketOptions } from './options.js';
