import { apps, batch } from 'rxinformer';
import { age, labels, name, namespace, number, ratio, status, text } from './columns';
import { defineKind, type Status } from './kind';

/** Whether as many replicas are ready as there should be. */
function rollout(ready = 0, wanted = 1): Status {
  if (wanted === 0) return { text: 'Scaled to zero', tone: 'off' };
  if (ready >= wanted) return { text: 'Ready', tone: 'good' };
  return ready === 0 ? { text: 'Unavailable', tone: 'bad' } : { text: 'Progressing', tone: 'busy' };
}

interface Replicated {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number };
}

const replicas = ({ spec, status }: Replicated) => [status?.readyReplicas ?? 0, spec?.replicas ?? 1] as const;
const rolloutOf = (object: Replicated) => rollout(...replicas(object));

export const deployments = defineKind(
  apps.deployments,
  {
    fields: [
      'metadata.labels',
      'metadata.creationTimestamp',
      'spec.replicas',
      'status.readyReplicas',
      'status.updatedReplicas',
      'status.availableReplicas',
    ],
  },
  {
    title: 'Deployments',
    section: 'Workloads',
    status: rolloutOf,
    columns: [
      name,
      namespace,
      status(rolloutOf),
      ratio('Ready', replicas),
      number('Updated', ({ status }) => status?.updatedReplicas),
      number('Available', ({ status }) => status?.availableReplicas),
      age,
      labels,
    ],
  },
);

/** Deployments keep old ones, of which nothing is wanted any more. */
export const replicaSets = defineKind(
  apps.replicaSets,
  { fields: ['metadata.labels', 'metadata.creationTimestamp', 'spec.replicas', 'status.readyReplicas'] },
  {
    title: 'Replica sets',
    section: 'Workloads',
    status: rolloutOf,
    columns: [name, namespace, status(rolloutOf), ratio('Ready', replicas), age, labels],
  },
);

export const statefulSets = defineKind(
  apps.statefulSets,
  { fields: ['metadata.labels', 'metadata.creationTimestamp', 'spec.replicas', 'status.readyReplicas'] },
  {
    title: 'Stateful sets',
    section: 'Workloads',
    status: rolloutOf,
    columns: [name, namespace, status(rolloutOf), ratio('Ready', replicas), age, labels],
  },
);

interface Daemons {
  readonly status?: { readonly numberReady: number; readonly desiredNumberScheduled: number };
}

const daemons = ({ status }: Daemons) => [status?.numberReady ?? 0, status?.desiredNumberScheduled ?? 0] as const;
const daemonsStatus = (object: Daemons) => rollout(...daemons(object));

export const daemonSets = defineKind(
  apps.daemonSets,
  {
    fields: [
      'metadata.labels',
      'metadata.creationTimestamp',
      'status.numberReady',
      'status.desiredNumberScheduled',
      'status.updatedNumberScheduled',
    ],
  },
  {
    title: 'Daemon sets',
    section: 'Workloads',
    status: daemonsStatus,
    columns: [
      name,
      namespace,
      status(daemonsStatus),
      ratio('Ready', daemons),
      number('Updated', ({ status }) => status?.updatedNumberScheduled),
      age,
      labels,
    ],
  },
);

interface Job {
  readonly spec?: { readonly suspend?: boolean };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

function jobStatus({ spec, status }: Job): Status {
  const holds = (wanted: string) =>
    status?.conditions?.some(({ type, status }) => type === wanted && status === 'True');
  if (holds('Complete')) return { text: 'Complete', tone: 'done' };
  if (holds('Failed')) return { text: 'Failed', tone: 'bad' };
  return spec?.suspend ? { text: 'Suspended', tone: 'off' } : { text: 'Running', tone: 'good' };
}

export const jobs = defineKind(
  batch.jobs,
  {
    fields: [
      'metadata.labels',
      'metadata.creationTimestamp',
      'spec.suspend',
      'spec.completions',
      'status.succeeded',
      'status.failed',
      'status.conditions.type',
      'status.conditions.status',
    ],
  },
  {
    title: 'Jobs',
    section: 'Workloads',
    status: jobStatus,
    columns: [
      name,
      namespace,
      status(jobStatus),
      ratio('Done', ({ spec, status }) => [status?.succeeded ?? 0, spec?.completions ?? 1]),
      number('Failures', ({ status }) => status?.failed),
      age,
      labels,
    ],
  },
);

export const cronJobs = defineKind(
  batch.cronJobs,
  { fields: ['metadata.labels', 'metadata.creationTimestamp', 'spec.schedule', 'spec.suspend', 'status.active.name'] },
  {
    title: 'Cron jobs',
    section: 'Workloads',
    columns: [
      name,
      namespace,
      text('Schedule', ({ spec }) => spec?.schedule),
      text('Suspended', ({ spec }) => (spec?.suspend ? 'yes' : 'no')),
      number('Active', ({ status }) => status?.active?.length),
      age,
      labels,
    ],
  },
);
