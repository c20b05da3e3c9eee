import type { Resource } from './resource.js';

/** What kubectl calls a built-in resource for short; by `plural.group`, or `plural` in the core group. */
export const shortNames: Readonly<Record<string, readonly string[]>> = {
  componentstatuses: ['cs'],
  configmaps: ['cm'],
  'cronjobs.batch': ['cj'],
  'certificatesigningrequests.certificates.k8s.io': ['csr'],
  'customresourcedefinitions.apiextensions.k8s.io': ['crd', 'crds'],
  'daemonsets.apps': ['ds'],
  'deployments.apps': ['deploy'],
  endpoints: ['ep'],
  events: ['ev'],
  'events.events.k8s.io': ['ev'],
  'horizontalpodautoscalers.autoscaling': ['hpa'],
  'ingresses.networking.k8s.io': ['ing'],
  'ipaddresses.networking.k8s.io': ['ip'],
  limitranges: ['limits'],
  namespaces: ['ns'],
  'networkpolicies.networking.k8s.io': ['netpol'],
  nodes: ['no'],
  persistentvolumeclaims: ['pvc'],
  persistentvolumes: ['pv'],
  'poddisruptionbudgets.policy': ['pdb'],
  pods: ['po'],
  'priorityclasses.scheduling.k8s.io': ['pc'],
  'replicasets.apps': ['rs'],
  replicationcontrollers: ['rc'],
  resourcequotas: ['quota'],
  serviceaccounts: ['sa'],
  services: ['svc'],
  'statefulsets.apps': ['sts'],
  'storageclasses.storage.k8s.io': ['sc'],
  'volumeattributesclasses.storage.k8s.io': ['vac'],
};

/** A resource's name with its group, as people write it: `deployments.apps`, `pods`. */
export function qualifiedNameOf({ group, plural }: Resource<unknown>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Such as `deploy` for deployments; none for a custom resource. */
export function shortNamesOf(resource: Resource<unknown>): readonly string[] {
  return shortNames[qualifiedNameOf(resource)] ?? [];
}

/** The name of one object in lower case, such as `pod`: what discovery calls `singularName`. */
export function singularNameOf(resource: Resource<unknown>): string {
  return resource.kind.toLowerCase();
}
