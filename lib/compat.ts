/** client-node's `makeInformer`, on this project's engine: for programs that change one import and keep their code. For Node. */
export * from './compat/index.js';
