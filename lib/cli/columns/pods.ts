import type { V1Pod } from '@kubernetes/client-node';
import type { Plain } from '../../kubernetes/index.js';
import { age } from '../text/age.js';
import { ageColumn, type Column, nameColumn } from './column.js';
import { podReadiness, podRestarts, podStatus } from './pod-status.js';

type Pod = Plain<V1Pod>;

export const podColumns: readonly Column<Pod>[] = [
  nameColumn,
  { title: 'READY', value: readiness },
  { title: 'STATUS', value: podStatus },
  { title: 'RESTARTS', value: restarts },
  ageColumn,
  { title: 'NODE', value: ({ spec }) => spec?.nodeName ?? '<none>' },
];

function readiness(pod: Pod): string {
  const { ready, containers } = podReadiness(pod);
  return `${ready}/${containers}`;
}

function restarts(pod: Pod, now: number): string {
  const { count, lastAt } = podRestarts(pod);
  return count === 0 || lastAt === undefined ? String(count) : `${count} (${age(lastAt, now)} ago)`;
}
