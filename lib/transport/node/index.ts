export { type CredentialKind, credentialKinds } from './credential-kinds.js';
export type { KubeConfigCluster, KubeConfigLike, KubeConfigUser } from './kube-config.js';
export { type KubeConfigTransportOptions, kubeConfigTransport } from './kube-config-transport.js';
export { type Handshake, type Steps, stepsByKubeConfig, stepsByUrl } from './steps.js';
