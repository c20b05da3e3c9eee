/** The way to a cluster from Node: what `rxinformer` needs node:http and a kubeconfig for. */
export * from './transport/node/index.js';
