import {
  apps,
  batch,
  core,
  type KubernetesObject,
  type Plain,
  qualifiedNameOf,
  type Resource,
} from '../../kubernetes/index.js';
import { type Column, namespaceColumn } from './column.js';
import { nodeColumns } from './nodes.js';
import { configMapColumns, eventColumns, namespaceColumns, plainColumns, serviceColumns } from './others.js';
import { podColumns } from './pods.js';
import { daemonSetColumns, deploymentColumns, jobColumns, replicaSetColumns, statefulSetColumns } from './workloads.js';

/** Somebody who shows objects of any kind, given how. */
export type Use<R> = <K>(resource: Resource<K>, columns: readonly Column<Plain<K>>[]) => R;

/**
 * Gives a resource that was found by its name, and so without a type, to somebody who shows it, with the columns for its kind: those of
 * `kubectl get`, and the node of a pod. A kind that has none here has its name and age.
 *
 * @param everyNamespace whether the objects come from more than one namespace, which is then a column
 */
export function withColumns<R>(found: Resource, everyNamespace: boolean, use: Use<R>): R {
  const place: readonly Column<Plain<KubernetesObject>>[] = everyNamespace && found.namespaced ? [namespaceColumn] : [];
  switch (`${qualifiedNameOf(found)} ${found.version}`) {
    case 'pods v1':
      return use(core.pods, [...place, ...podColumns]);
    case 'nodes v1':
      return use(core.nodes, nodeColumns);
    case 'namespaces v1':
      return use(core.namespaces, namespaceColumns);
    case 'services v1':
      return use(core.services, [...place, ...serviceColumns]);
    case 'configmaps v1':
      return use(core.configMaps, [...place, ...configMapColumns]);
    case 'events v1':
      return use(core.events, [...place, ...eventColumns]);
    case 'deployments.apps v1':
      return use(apps.deployments, [...place, ...deploymentColumns]);
    case 'replicasets.apps v1':
      return use(apps.replicaSets, [...place, ...replicaSetColumns]);
    case 'statefulsets.apps v1':
      return use(apps.statefulSets, [...place, ...statefulSetColumns]);
    case 'daemonsets.apps v1':
      return use(apps.daemonSets, [...place, ...daemonSetColumns]);
    case 'jobs.batch v1':
      return use(batch.jobs, [...place, ...jobColumns]);
    default:
      return use(found, [...place, ...plainColumns]);
  }
}
