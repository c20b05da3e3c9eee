export type { KubeConfigCluster, KubeConfigLike, KubeConfigUser } from './kube-config.js';
export { type KubeConfigTransportOptions, kubeConfigTransport } from './kube-config-transport.js';
