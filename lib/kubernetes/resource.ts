import type { KubernetesObject } from './object.js';

declare const model: unique symbol;

/** A kind of object that an API server serves, and where: what client-go calls a GroupVersionResource, with its kind and scope. */
export interface Resource<T = KubernetesObject> {
  /** The API group, such as `apps`; empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The name in URLs, such as `pods`. */
  readonly plural: string;
  /** The kind of one object, such as `Pod`. */
  readonly kind: string;
  readonly namespaced: boolean;
  /** Only a type: the model of the objects. */
  readonly [model]?: T;
}
