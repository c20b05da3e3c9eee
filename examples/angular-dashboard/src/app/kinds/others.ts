import { core, networking } from 'rxinformer';
import { age, labels, name, namespace, number, status, text } from './columns';
import { type Column, defineKind, type Row, type Status } from './kind';

export const services = defineKind(
  core.services,
  {
    fields: [
      'metadata.labels',
      'metadata.creationTimestamp',
      'spec.type',
      'spec.clusterIP',
      'spec.ports.port',
      'spec.ports.protocol',
    ],
  },
  {
    title: 'Services',
    section: 'Network',
    columns: [
      name,
      namespace,
      text('Type', ({ spec }) => spec?.type ?? 'ClusterIP'),
      text('Cluster IP', ({ spec }) => spec?.clusterIP),
      text('Ports', ({ spec }) => spec?.ports?.map(({ port, protocol = 'TCP' }) => `${port}/${protocol}`).join(', ')),
      age,
      labels,
    ],
  },
);

export const ingresses = defineKind(
  networking.ingresses,
  { fields: ['metadata.labels', 'metadata.creationTimestamp', 'spec.ingressClassName', 'spec.rules.host'] },
  {
    title: 'Ingresses',
    section: 'Network',
    columns: [
      name,
      namespace,
      text('Class', ({ spec }) => spec?.ingressClassName),
      text('Hosts', ({ spec }) => spec?.rules?.flatMap(({ host }) => host ?? []).join(', '), '2fr'),
      age,
      labels,
    ],
  },
);

/** Of their data only the names of the entries could be counted, and these would have to be sent with the values: so they are not. */
export const configMaps = defineKind(
  core.configMaps,
  { fields: ['metadata.labels', 'metadata.creationTimestamp', 'immutable'] },
  {
    title: 'Config maps',
    section: 'Configuration',
    columns: [name, namespace, text('Immutable', ({ immutable }) => (immutable ? 'yes' : 'no')), age, labels],
  },
);

interface Phased {
  readonly status?: { readonly phase?: string };
}

function phaseOf({ status }: Phased): Status {
  const phase = status?.phase ?? 'Unknown';
  const tone =
    phase === 'Active' || phase === 'Bound' ? 'good' : phase === 'Lost' || phase === 'Failed' ? 'bad' : 'busy';
  return { text: phase, tone };
}

export const volumeClaims = defineKind(
  core.persistentVolumeClaims,
  {
    fields: [
      'metadata.labels',
      'metadata.creationTimestamp',
      'spec.storageClassName',
      'status.phase',
      'status.capacity',
    ],
  },
  {
    title: 'Volume claims',
    section: 'Configuration',
    status: phaseOf,
    columns: [
      name,
      namespace,
      status(phaseOf),
      text('Capacity', ({ status }) => status?.capacity?.storage),
      text('Class', ({ spec }) => spec?.storageClassName),
      age,
      labels,
    ],
  },
);

export const namespaces = defineKind(
  core.namespaces,
  { fields: ['metadata.labels', 'metadata.creationTimestamp', 'status.phase'] },
  {
    title: 'Namespaces',
    section: 'Cluster',
    status: phaseOf,
    columns: [name, status(phaseOf), age, labels],
  },
);

interface Node {
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

function nodeStatus({ spec, status }: Node): Status {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  if (ready === undefined) return { text: 'Unknown', tone: 'off' };
  if (ready !== 'True') return { text: 'NotReady', tone: 'bad' };
  return spec?.unschedulable ? { text: 'Cordoned', tone: 'busy' } : { text: 'Ready', tone: 'good' };
}

const ROLE = 'node-role.kubernetes.io/';

export const nodes = defineKind(
  core.nodes,
  {
    fields: [
      'metadata.labels',
      'metadata.creationTimestamp',
      'spec.unschedulable',
      'status.conditions.type',
      'status.conditions.status',
      'status.nodeInfo.kubeletVersion',
      'status.allocatable',
    ],
  },
  {
    title: 'Nodes',
    section: 'Cluster',
    status: nodeStatus,
    columns: [
      name,
      status(nodeStatus),
      text('Roles', ({ metadata }) =>
        Object.keys(metadata.labels ?? {})
          .filter((label) => label.startsWith(ROLE))
          .map((label) => label.slice(ROLE.length))
          .join(', '),
      ),
      text('CPU', ({ status }) => status?.allocatable?.cpu),
      text('Memory', ({ status }) => status?.allocatable?.memory),
      text('Kubelet', ({ status }) => status?.nodeInfo?.kubeletVersion),
      age,
      labels,
    ],
  },
);

interface EventTimes {
  readonly metadata: { readonly creationTimestamp: string };
  readonly series?: { readonly lastObservedTime?: string };
  readonly lastTimestamp?: string;
  readonly eventTime?: string;
}

function lastSeen({ series, lastTimestamp, eventTime, metadata }: EventTimes): string {
  return series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? metadata.creationTimestamp;
}

const eventType = ({ type = 'Normal' }: { readonly type?: string }): Status => ({
  text: type,
  tone: type === 'Normal' ? 'good' : 'bad',
});

const seen: Column<Row & EventTimes> = {
  title: 'Seen',
  as: 'age',
  width: '4.5rem',
  narrowWidth: '3.6rem',
  text: lastSeen,
  sortBy: (event) => -Date.parse(lastSeen(event)),
};

export const events = defineKind(
  core.events,
  {
    fields: [
      'metadata.labels',
      'metadata.creationTimestamp',
      'involvedObject.kind',
      'involvedObject.name',
      'type',
      'reason',
      'message',
      'count',
      'series.count',
      'series.lastObservedTime',
      'lastTimestamp',
      'eventTime',
    ],
  },
  {
    title: 'Events',
    section: 'Cluster',
    sort: 'Seen',
    status: eventType,
    columns: [
      seen,
      { ...status(eventType), width: '6.25rem' },
      { ...text('Reason', ({ reason }) => reason), width: 'minmax(8.5rem, 1fr)' },
      text('Object', ({ involvedObject: { kind = '', name = '' } }) => `${kind.toLowerCase()}/${name}`, '2fr'),
      { ...name, title: 'Message', text: ({ message }) => message?.trim() ?? '' },
      number('Count', ({ count, series }) => series?.count ?? count ?? 1),
      namespace,
    ],
  },
);
