import { WITHHELD } from '../relay/secrets.js';
import { valueAt } from '../store/json.js';
import type { StoredObject } from '../store/stored-object.js';
import { shortDuration } from './durations.js';
import {
  ago,
  type Cell,
  countAt,
  firstThree,
  hasCondition,
  labelsAt,
  mapAt,
  modesAt,
  NONE,
  numberAt,
  ofAll,
  recordsAt,
  selectorAt,
  textAt,
  textOf,
  textsAt,
} from './table-cells.js';

/** A name, what it says, and whether it is of wide tables only. */
export type Row = readonly [name: string, cell: Cell, wide?: 'wide'];

export const NAME: Row = ['Name', ({ metadata }) => metadata.name];
export const AGE: Row = ['Age', ({ metadata }, now) => ago(metadata.creationTimestamp, now, '<unknown>')];

function containers(path: string): readonly Row[] {
  const of =
    (field: string): Cell =>
    (object) =>
      recordsAt(object, path)
        .map((each) => textOf(each[field]))
        .join(',');
  return [
    ['Containers', of('name'), 'wide'],
    ['Images', of('image'), 'wide'],
  ];
}

const TEMPLATE = containers('spec.template.spec.containers');
const SELECTOR: Row = ['Selector', selectorAt('spec.selector'), 'wide'];

const isGoing = ({ metadata }: StoredObject) => metadata.deletionTimestamp !== undefined;

const JOB_ENDS = [['Complete'], ['Failed'], ['Suspended'], ['FailureTarget'], ['SuccessCriteriaMet']] as const;

function jobStatus(job: StoredObject): string {
  const [complete, failed, ...others] = JOB_ENDS;
  for (const [type] of [complete, failed]) if (hasCondition(job, type)) return type;
  if (isGoing(job)) return 'Terminating';
  return others.find(([type]) => hasCondition(job, type))?.[0] ?? 'Running';
}

function jobCompletions(job: StoredObject): string {
  const done = numberAt('status.succeeded')(job);
  const wanted = valueAt(job, 'spec.completions');
  if (typeof wanted === 'number') return `${done}/${wanted}`;
  const parallel = numberAt('spec.parallelism')(job);
  return parallel > 1 ? `${done}/1 of ${parallel}` : `${done}/1`;
}

function jobDuration(job: StoredObject, now: number): string {
  const start = Date.parse(textOf(valueAt(job, 'status.startTime')));
  if (Number.isNaN(start)) return '';
  const end = Date.parse(textOf(valueAt(job, 'status.completionTime')));
  return shortDuration((Number.isNaN(end) ? now : end) - start);
}

function ingressesOf(object: StoredObject): readonly string[] {
  return recordsAt(object, 'status.loadBalancer.ingress').map(({ ip, hostname }) => textOf(ip) || textOf(hostname));
}

function externalIp(service: StoredObject): string {
  const external = textsAt(service, 'spec.externalIPs');
  switch (valueAt(service, 'spec.type')) {
    case 'ExternalName':
      return textOf(valueAt(service, 'spec.externalName')) || NONE;
    case 'LoadBalancer':
      return [...ingressesOf(service), ...external].join(',') || '<pending>';
    default:
      return external.join(',') || NONE;
  }
}

function ports(service: StoredObject): string {
  const each = recordsAt(service, 'spec.ports').map(({ port, nodePort, protocol }) =>
    nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return each.join(',') || NONE;
}

function hosts(ingress: StoredObject): string {
  const named = recordsAt(ingress, 'spec.rules').flatMap(({ host }) => textOf(host) || []);
  return named.length === 0 ? '*' : firstThree(named);
}

function nodeStatus(node: StoredObject): string {
  const ready = recordsAt(node, 'status.conditions').find(({ type }) => type === 'Ready');
  const status = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return valueAt(node, 'spec.unschedulable') === true ? `${status},SchedulingDisabled` : status;
}

const ROLE = 'node-role.kubernetes.io/';

function roles({ metadata }: StoredObject): string {
  const named = mapAt(metadata, 'labels').flatMap(([label, value]) =>
    label.startsWith(ROLE) && label !== ROLE
      ? label.slice(ROLE.length)
      : label === 'kubernetes.io/role' && value !== ''
        ? value
        : [],
  );
  return [...new Set(named)].sort().join(',') || NONE;
}

function address(type: string): Cell {
  return (node) => {
    const found = recordsAt(node, 'status.addresses').find((each) => each.type === type);
    return textOf(found?.address) || NONE;
  };
}

/** An event of either API: `events.k8s.io/v1` has other names for what the core has. */
function eventField(...paths: readonly string[]): (event: StoredObject) => unknown {
  return (event) => paths.map((path) => valueAt(event, path)).find((value) => value !== undefined && value !== null);
}

const EVENT_OBJECT = eventField('involvedObject', 'regarding');
const FIRST_SEEN = eventField('firstTimestamp', 'deprecatedFirstTimestamp', 'eventTime');
const LAST_SEEN = eventField('series.lastObservedTime', 'lastTimestamp', 'deprecatedLastTimestamp');
const EVENT_COUNT = eventField('series.count', 'count', 'deprecatedCount');
const EVENT_SOURCE = eventField('source', 'deprecatedSource');

function eventSource(event: StoredObject): string {
  const source = EVENT_SOURCE(event);
  const [component, host] = [textOf(valueAt(source, 'component')), textOf(valueAt(source, 'host'))];
  const from = component || textOf(eventField('reportingComponent', 'reportingController')(event));
  return [from, host || (component === '' ? textOf(valueAt(event, 'reportingInstance')) : '')]
    .filter((text) => text !== '')
    .join(', ');
}

const EVENT: readonly Row[] = [
  ['Last Seen', (event, now) => ago(LAST_SEEN(event) ?? FIRST_SEEN(event), now, '<unknown>')],
  ['Type', textAt('type', '')],
  ['Reason', textAt('reason', '')],
  [
    'Object',
    (event) => {
      const { kind, name } = Object(EVENT_OBJECT(event));
      return textOf(name) === '' ? textOf(kind).toLowerCase() : `${textOf(kind).toLowerCase()}/${name}`;
    },
  ],
  ['Subobject', (event) => textOf(valueAt(EVENT_OBJECT(event), 'fieldPath')), 'wide'],
  ['Source', eventSource, 'wide'],
  ['Message', (event) => textOf(eventField('message', 'note')(event)).trim()],
  ['First Seen', (event, now) => ago(FIRST_SEEN(event), now, '<unknown>'), 'wide'],
  ['Count', (event) => Math.max(1, Number(EVENT_COUNT(event) ?? 1)), 'wide'],
  ['Name', ({ metadata }) => metadata.name, 'wide'],
];

/** What a relay leaves out of Secrets is not counted as nothing. */
function secretData(secret: StoredObject): string | number {
  const withheld = textOf(secret.metadata.annotations?.[WITHHELD]).split(',');
  return withheld.includes('data') ? '<withheld>' : countAt(secret, 'data');
}

function endpoints(object: StoredObject): string {
  const all = recordsAt(object, 'subsets').flatMap((subset) => {
    const ips = recordsAt(subset, 'addresses').map(({ ip }) => textOf(ip));
    const numbers = recordsAt(subset, 'ports').map(({ port }) => port);
    if (numbers.length === 0) return ips;
    return numbers.flatMap((port) => ips.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)));
  });
  return firstThree(all);
}

function storageClass(object: StoredObject): string {
  return (
    object.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ??
    textOf(valueAt(object, 'spec.storageClassName'))
  );
}

const VOLUME_MODE: Row = ['VolumeMode', textAt('spec.volumeMode', '<unset>'), 'wide'];
const ATTRIBUTES: Row = ['VolumeAttributesClass', textAt('spec.volumeAttributesClassName', '<unset>')];
const volumeStatus: Cell = (object) => (isGoing(object) ? 'Terminating' : textOf(valueAt(object, 'status.phase')));
const whenBound =
  (cell: (claim: StoredObject) => string): Cell =>
  (claim) =>
    textOf(valueAt(claim, 'spec.volumeName')) === '' ? '' : cell(claim);

function claimOf(volume: StoredObject): string {
  const { namespace, name } = Object(valueAt(volume, 'spec.claimRef'));
  return textOf(name) === '' ? '' : `${namespace}/${name}`;
}

/**
 * The columns of well-known kinds, as kube-apiserver shows them.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/master/pkg/printers/internalversion/printers.go
 */
export const KIND_COLUMNS: Readonly<Record<string, readonly Row[]>> = {
  namespaces: [NAME, ['Status', textAt('status.phase', '')], AGE],
  configmaps: [NAME, ['Data', (object) => countAt(object, 'data') + countAt(object, 'binaryData')], AGE],
  secrets: [NAME, ['Type', textAt('type', '')], ['Data', secretData], AGE],
  endpoints: [NAME, ['Endpoints', endpoints], AGE],
  events: EVENT,
  'events.events.k8s.io': EVENT,
  services: [
    ...[NAME, ['Type', textAt('spec.type', '')] as const],
    [
      'Cluster-IP',
      (service) => textsAt(service, 'spec.clusterIPs')[0] ?? (textOf(valueAt(service, 'spec.clusterIP')) || NONE),
    ],
    ...[['External-IP', externalIp] as const, ['Port(s)', ports] as const, AGE],
    ['Selector', labelsAt('spec.selector'), 'wide'],
  ],
  nodes: [
    ...[NAME, ['Status', nodeStatus] as const, ['Roles', roles] as const, AGE],
    ['Version', textAt('status.nodeInfo.kubeletVersion', '')],
    ['Internal-IP', address('InternalIP'), 'wide'],
    ['External-IP', address('ExternalIP'), 'wide'],
    ['OS-Image', textAt('status.nodeInfo.osImage', '<unknown>'), 'wide'],
    ['Kernel-Version', textAt('status.nodeInfo.kernelVersion', '<unknown>'), 'wide'],
    ['Container-Runtime', textAt('status.nodeInfo.containerRuntimeVersion', '<unknown>'), 'wide'],
  ],
  persistentvolumes: [
    ...[NAME, ['Capacity', textAt('spec.capacity.storage', '')] as const],
    ['Access Modes', (volume) => modesAt(volume, 'spec.accessModes')],
    ['Reclaim Policy', textAt('spec.persistentVolumeReclaimPolicy', '')],
    ...[['Status', volumeStatus] as const, ['Claim', claimOf] as const, ['StorageClass', storageClass] as const],
    ...[ATTRIBUTES, ['Reason', textAt('status.reason', '')] as const, AGE, VOLUME_MODE],
  ],
  persistentvolumeclaims: [
    ...[NAME, ['Status', volumeStatus] as const, ['Volume', textAt('spec.volumeName', '')] as const],
    ['Capacity', whenBound((claim) => textOf(valueAt(claim, 'status.capacity.storage')))],
    ['Access Modes', whenBound((claim) => modesAt(claim, 'status.accessModes'))],
    ...[['StorageClass', storageClass] as const, ATTRIBUTES, AGE, VOLUME_MODE],
  ],
  'deployments.apps': [
    ...[NAME, ['Ready', ofAll('status.readyReplicas', 'spec.replicas')] as const],
    ['Up-to-date', numberAt('status.updatedReplicas')],
    ['Available', numberAt('status.availableReplicas')],
    ...[AGE, ...TEMPLATE, SELECTOR],
  ],
  'replicasets.apps': [
    ...[NAME, ['Desired', numberAt('spec.replicas')] as const, ['Current', numberAt('status.replicas')] as const],
    ...[['Ready', numberAt('status.readyReplicas')] as const, AGE, ...TEMPLATE, SELECTOR],
  ],
  'statefulsets.apps': [NAME, ['Ready', ofAll('status.readyReplicas', 'spec.replicas')], AGE, ...TEMPLATE],
  'daemonsets.apps': [
    ...[NAME, ['Desired', numberAt('status.desiredNumberScheduled')] as const],
    ['Current', numberAt('status.currentNumberScheduled')],
    ['Ready', numberAt('status.numberReady')],
    ['Up-to-date', numberAt('status.updatedNumberScheduled')],
    ['Available', numberAt('status.numberAvailable')],
    ['Node Selector', labelsAt('spec.template.spec.nodeSelector')],
    ...[AGE, ...TEMPLATE, SELECTOR],
  ],
  'jobs.batch': [
    ...[NAME, ['Status', jobStatus] as const, ['Completions', jobCompletions] as const],
    ...[['Duration', jobDuration] as const, AGE, ...TEMPLATE, SELECTOR],
  ],
  'cronjobs.batch': [
    ...[NAME, ['Schedule', textAt('spec.schedule', '')] as const, ['Timezone', textAt('spec.timeZone')] as const],
    ['Suspend', (job) => (valueAt(job, 'spec.suspend') === true ? 'True' : 'False')],
    ['Active', (job) => countAt(job, 'status.active')],
    ['Last Schedule', (job, now) => ago(valueAt(job, 'status.lastScheduleTime'), now)],
    ...[AGE, ...containers('spec.jobTemplate.spec.template.spec.containers')],
    ['Selector', selectorAt('spec.jobTemplate.spec.selector'), 'wide'],
  ],
  'ingresses.networking.k8s.io': [
    ...[NAME, ['Class', textAt('spec.ingressClassName')] as const, ['Hosts', hosts] as const],
    ['Address', (ingress) => ingressesOf(ingress).join(',')],
    ['Ports', (ingress) => (recordsAt(ingress, 'spec.tls').length > 0 ? '80, 443' : '80')],
    AGE,
  ],
};
