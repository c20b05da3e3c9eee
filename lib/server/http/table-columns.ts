import { qualifiedNameOf } from '../../kubernetes/index.js';
import { type JsonObject, valueAt } from '../store/json.js';
import type { Served } from '../store/served.js';
import type { StoredObject } from '../store/stored-object.js';
import { AGE, KIND_COLUMNS, NAME, type Row } from './kind-columns.js';
import { type Cell, recordsAt, textAt, textOf } from './table-cells.js';

/** One column of a table of objects. */
export interface Column {
  readonly name: string;
  /** 0: always shown; 1: only when a wide table is asked for. */
  readonly priority: 0 | 1;
  readonly cell: Cell;
}

/** Of pods. */
const PODS: readonly Row[] = [
  NAME,
  ['Ready', (pod) => `${containersOf(pod).filter(({ ready }) => ready === true).length}/${specifiedContainers(pod)}`],
  ['Status', podStatus],
  ['Restarts', (pod) => containersOf(pod).reduce((sum, { restartCount }) => sum + Number(restartCount ?? 0), 0)],
  AGE,
  ['IP', textAt('status.podIP'), 'wide'],
  ['Node', textAt('spec.nodeName'), 'wide'],
];

/** The columns that kubectl users know; of all other kinds name and age. */
export function columnsOf({ resource }: Served): readonly Column[] {
  const name = qualifiedNameOf(resource);
  const rows = name === 'pods' ? PODS : Object.hasOwn(KIND_COLUMNS, name) ? KIND_COLUMNS[name] : undefined;
  return (rows ?? [NAME, AGE]).map(([column, cell, wide]) => ({
    name: column,
    priority: wide === undefined ? 0 : 1,
    cell,
  }));
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
