/** The isomorphic core: informers over any transport, in browsers and in Node. It imports no Node module. */
export { TransformError } from './codec/index.js';
export * from './delta/index.js';
export * from './informer/index.js';
export * from './kubernetes/index.js';
export * from './reflector/index.js';
export * from './store/index.js';
export * from './transport/index.js';
export * from './views/index.js';
