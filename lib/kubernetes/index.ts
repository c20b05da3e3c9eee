export type { KubernetesObject, ListMeta, ObjectMeta } from './object.js';
