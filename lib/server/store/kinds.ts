import { allResources, qualifiedNameOf, type Resource } from '../../kubernetes/index.js';
import type { JsonObject } from './json.js';

/** How kube-apiserver 1.37 treats the objects of a kind, as far as it is not the same for all. */
export interface Kind {
  /** Not a custom resource: its list items leave out `apiVersion` and `kind`, its bodies may. */
  readonly builtIn: boolean;
  /** Has a `/status`, through which alone its status changes. */
  readonly hasStatus: boolean;
  /** A status that the creator sends is kept. Only nodes: kubelets create their own. */
  readonly keepsStatusOnCreate: boolean;
  /** The status of a new object, where its creator may not say. */
  readonly initialStatus: JsonObject | undefined;
  /** Counts the changes of what is wanted in `metadata.generation`. */
  readonly hasGeneration: boolean;
  /** An update must name the resourceVersion that it is made from. */
  readonly needsVersionToUpdate: boolean;
  /** Is first marked as being deleted, for its node to stop it. Only pods. */
  readonly diesGracefully: boolean;
  /** A deletion is answered by the object that is gone, not by a `Status`. */
  readonly returnsDeleted: boolean;
  /** Names may hold anything but what a path cannot, such as `system:node`. */
  readonly freeNames: boolean;
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

const WITH_STATUS = names(
  `namespaces nodes persistentvolumeclaims persistentvolumes pods replicationcontrollers resourcequotas services
  apiservices.apiregistration.k8s.io daemonsets.apps deployments.apps replicasets.apps statefulsets.apps
  horizontalpodautoscalers.autoscaling cronjobs.batch jobs.batch certificatesigningrequests.certificates.k8s.io
  podcertificaterequests.certificates.k8s.io ingresses.networking.k8s.io servicecidrs.networking.k8s.io
  poddisruptionbudgets.policy csinodes.storage.k8s.io volumeattachments.storage.k8s.io
  validatingadmissionpolicies.admissionregistration.k8s.io customresourcedefinitions.apiextensions.k8s.io
  devicetaintrules.resource.k8s.io resourceclaims.resource.k8s.io flowschemas.flowcontrol.apiserver.k8s.io
  prioritylevelconfigurations.flowcontrol.apiserver.k8s.io storageversions.internal.apiserver.k8s.io`,
);

const WITH_GENERATION = names(
  `pods podtemplates replicationcontrollers daemonsets.apps deployments.apps replicasets.apps statefulsets.apps
  horizontalpodautoscalers.autoscaling cronjobs.batch jobs.batch ingressclasses.networking.k8s.io
  ingresses.networking.k8s.io networkpolicies.networking.k8s.io poddisruptionbudgets.policy
  mutatingadmissionpolicies.admissionregistration.k8s.io mutatingadmissionpolicybindings.admissionregistration.k8s.io
  mutatingwebhookconfigurations.admissionregistration.k8s.io validatingadmissionpolicies.admissionregistration.k8s.io
  validatingadmissionpolicybindings.admissionregistration.k8s.io validatingwebhookconfigurations.admissionregistration.k8s.io
  priorityclasses.scheduling.k8s.io endpointslices.discovery.k8s.io deviceclasses.resource.k8s.io
  resourceslices.resource.k8s.io flowschemas.flowcontrol.apiserver.k8s.io
  prioritylevelconfigurations.flowcontrol.apiserver.k8s.io customresourcedefinitions.apiextensions.k8s.io`,
);

const NEEDS_VERSION = names(
  `poddisruptionbudgets.policy csidrivers.storage.k8s.io csinodes.storage.k8s.io volumeattachments.storage.k8s.io
  csistoragecapacities.storage.k8s.io mutatingwebhookconfigurations.admissionregistration.k8s.io
  validatingwebhookconfigurations.admissionregistration.k8s.io validatingadmissionpolicies.admissionregistration.k8s.io
  leases.coordination.k8s.io runtimeclasses.node.k8s.io apiservices.apiregistration.k8s.io
  customresourcedefinitions.apiextensions.k8s.io`,
);

const RETURNS_DELETED = names(
  `namespaces persistentvolumeclaims persistentvolumes pods podtemplates resourcequotas serviceaccounts services
  csidrivers.storage.k8s.io csinodes.storage.k8s.io storageclasses.storage.k8s.io volumeattachments.storage.k8s.io
  deviceclasses.resource.k8s.io resourceclaims.resource.k8s.io resourceclaimtemplates.resource.k8s.io
  resourceslices.resource.k8s.io`,
);

const INITIAL_STATUS: Readonly<Record<string, JsonObject>> = {
  pods: Object.freeze({ phase: 'Pending' }),
  namespaces: Object.freeze({ phase: 'Active' }),
};

const BUILT_IN = new Set(allResources.map(qualifiedNameOf));

/**
 * How objects of a resource are treated. A custom resource is taken to have a `/status` and a generation, as nearly all
 * of them do.
 */
export function kindOf(resource: Resource<unknown>): Kind {
  const name = qualifiedNameOf(resource);
  const builtIn = BUILT_IN.has(name);
  return {
    builtIn,
    hasStatus: !builtIn || WITH_STATUS.has(name),
    keepsStatusOnCreate: name === 'nodes',
    initialStatus: INITIAL_STATUS[name],
    hasGeneration: !builtIn || WITH_GENERATION.has(name),
    needsVersionToUpdate: !builtIn || NEEDS_VERSION.has(name),
    diesGracefully: name === 'pods',
    returnsDeleted: RETURNS_DELETED.has(name),
    freeNames: resource.group === 'rbac.authorization.k8s.io' || resource.group === 'certificates.k8s.io',
  };
}
