/** The way to a cluster from Node: what `rxinformer` needs node:http and a kubeconfig for. */
export {
  type KubeConfigCluster,
  type KubeConfigLike,
  type KubeConfigTransportOptions,
  type KubeConfigUser,
  kubeConfigTransport,
} from './transport/node/index.js';
