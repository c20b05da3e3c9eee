import type { KubernetesObject } from './object.js';

declare const model: unique symbol;

/**
 * A kind of object that an API server serves, and where: what client-go calls a GroupVersionResource, with its kind and scope.
 *
 * Built-in resources are properties of an object for each group, which is named by the group's first word: `core.pods`, `apps.deployments`,
 * `rbac.clusterRoles` for `rbac.authorization.k8s.io`. Under the plain name a group has the preferred version, by Kubernetes' version
 * priority: GA before beta before alpha, then the highest number. Its other versions have the version in their name: `autoscaling` is
 * `autoscaling/v2`, `autoscalingV1` is `autoscaling/v1`. A resource that only another version has is there and only there:
 * `resourceV1alpha3.deviceTaintRules`. Left out are resources whose model is not in every version of client-node that this package works with:
 * those, like all others that are not built in, are made by `customResource`.
 */
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
