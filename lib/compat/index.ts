export { InformerError } from './informer-error.js';
export { type CompatOptions, makeInformer } from './make-informer.js';
export {
  ADD,
  CHANGE,
  CONNECT,
  DELETE,
  ERROR,
  type ErrorCallback,
  type Informer,
  type ListPromise,
  type ObjectCache,
  type ObjectCallback,
  UPDATE,
} from './names.js';
