import type { V1DaemonSet, V1Deployment, V1Job, V1ReplicaSet, V1StatefulSet } from '@kubernetes/client-node';
import type { Plain } from '../../kubernetes/index.js';
import { ageColumn, type Column, nameColumn } from './column.js';

export const deploymentColumns: readonly Column<Plain<V1Deployment>>[] = [
  nameColumn,
  { title: 'READY', value: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 1}` },
  { title: 'UP-TO-DATE', value: ({ status }) => count(status?.updatedReplicas) },
  { title: 'AVAILABLE', value: ({ status }) => count(status?.availableReplicas) },
  ageColumn,
];

export const replicaSetColumns: readonly Column<Plain<V1ReplicaSet>>[] = [
  nameColumn,
  { title: 'DESIRED', value: ({ spec }) => String(spec?.replicas ?? 1) },
  { title: 'CURRENT', value: ({ status }) => count(status?.replicas) },
  { title: 'READY', value: ({ status }) => count(status?.readyReplicas) },
  ageColumn,
];

export const statefulSetColumns: readonly Column<Plain<V1StatefulSet>>[] = [
  nameColumn,
  { title: 'READY', value: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 1}` },
  ageColumn,
];

export const daemonSetColumns: readonly Column<Plain<V1DaemonSet>>[] = [
  nameColumn,
  { title: 'DESIRED', value: ({ status }) => count(status?.desiredNumberScheduled) },
  { title: 'CURRENT', value: ({ status }) => count(status?.currentNumberScheduled) },
  { title: 'READY', value: ({ status }) => count(status?.numberReady) },
  { title: 'UP-TO-DATE', value: ({ status }) => count(status?.updatedNumberScheduled) },
  { title: 'AVAILABLE', value: ({ status }) => count(status?.numberAvailable) },
  ageColumn,
];

export const jobColumns: readonly Column<Plain<V1Job>>[] = [
  nameColumn,
  { title: 'STATUS', value: jobStatus },
  { title: 'COMPLETIONS', value: ({ spec, status }) => `${status?.succeeded ?? 0}/${spec?.completions ?? 1}` },
  ageColumn,
];

function jobStatus({ status, metadata }: Plain<V1Job>): string {
  const holds = (wanted: string) =>
    status?.conditions?.some(({ type, status }) => type === wanted && status === 'True');
  if (holds('Complete')) return 'Complete';
  if (holds('Failed')) return 'Failed';
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  return holds('Suspended') ? 'Suspended' : 'Running';
}

function count(replicas: number | undefined): string {
  return String(replicas ?? 0);
}
