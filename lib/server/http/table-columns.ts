import { qualifiedNameOf } from '../../kubernetes/index.js';
import { isJsonObject, type JsonObject, valueAt } from '../store/json.js';
import type { Served } from '../store/served.js';
import type { StoredObject } from '../store/stored-object.js';
import { shortDuration } from './durations.js';

/** One column of a table of objects. */
export interface Column {
  readonly name: string;
  /** 0: always shown; 1: only when a wide table is asked for. */
  readonly priority: 0 | 1;
  /** @param now epoch milliseconds */
  cell(object: StoredObject, now: number): string | number;
}

function column(name: string, cell: Column['cell'], priority: 0 | 1 = 0): Column {
  return { name, priority, cell };
}

const NAME = column('Name', ({ metadata }) => metadata.name);
const AGE = column('Age', ({ metadata }, now) => shortDuration(now - Date.parse(metadata.creationTimestamp)));

function textAt(path: string): Column['cell'] {
  return (object) => textOf(valueAt(object, path)) || '<none>';
}

function countAt(path: string): (object: StoredObject) => number {
  return (object) => Number(valueAt(object, path) ?? 0);
}

const READY_REPLICAS = countAt('status.readyReplicas');
const REPLICAS = countAt('spec.replicas');

/** The columns that kubectl users know; of all other kinds name and age. */
const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  pods: [
    column(
      'Ready',
      (pod) => `${containersOf(pod).filter(({ ready }) => ready === true).length}/${specifiedContainers(pod)}`,
    ),
    column('Status', podStatus),
    column('Restarts', (pod) =>
      containersOf(pod).reduce((sum, { restartCount }) => sum + Number(restartCount ?? 0), 0),
    ),
    AGE,
    column('IP', textAt('status.podIP'), 1),
    column('Node', textAt('spec.nodeName'), 1),
  ],
  namespaces: [column('Status', textAt('status.phase')), AGE],
  'deployments.apps': [
    column('Ready', (deployment) => `${READY_REPLICAS(deployment)}/${REPLICAS(deployment)}`),
    column('Up-to-date', countAt('status.updatedReplicas')),
    column('Available', countAt('status.availableReplicas')),
    AGE,
  ],
};

export function columnsOf({ resource }: Served): readonly Column[] {
  return [NAME, ...(COLUMNS[qualifiedNameOf(resource)] ?? [AGE])];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function recordsAt(object: StoredObject, path: string): readonly JsonObject[] {
  const found = valueAt(object, path);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

function containersOf(pod: StoredObject): readonly JsonObject[] {
  return recordsAt(pod, 'status.containerStatuses');
}

function specifiedContainers(pod: StoredObject): number {
  return recordsAt(pod, 'spec.containers').length;
}

/** What kubectl shows of a pod: that it is going, why a container does not run, the pod's own reason, or its phase. */
function podStatus(pod: StoredObject): string {
  if (pod.metadata.deletionTimestamp !== undefined) return 'Terminating';
  const reasons = containersOf(pod)
    .map(({ state }) => waitingReason(state))
    .filter((reason) => reason !== '');
  return reasons.at(-1) ?? (textOf(valueAt(pod, 'status.reason')) || textOf(valueAt(pod, 'status.phase')));
}

function waitingReason(state: unknown): string {
  return textOf(valueAt(state, 'waiting.reason')) || textOf(valueAt(state, 'terminated.reason'));
}
