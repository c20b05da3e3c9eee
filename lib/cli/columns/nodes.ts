import type { V1Node } from '@kubernetes/client-node';
import type { Plain } from '../../kubernetes/index.js';
import { ageColumn, type Column, nameColumn } from './column.js';

type Node = Plain<V1Node>;

export const nodeColumns: readonly Column<Node>[] = [
  nameColumn,
  { title: 'STATUS', value: nodeStatus },
  { title: 'ROLES', value: roles },
  ageColumn,
  { title: 'VERSION', value: ({ status }) => status?.nodeInfo?.kubeletVersion ?? '<unknown>' },
];

function nodeStatus({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  const word = ready === 'True' ? 'Ready' : ready === undefined ? 'Unknown' : 'NotReady';
  return spec?.unschedulable ? `${word},SchedulingDisabled` : word;
}

const ROLE = 'node-role.kubernetes.io/';

function roles({ metadata }: Node): string {
  const names = Object.keys(metadata.labels ?? {}).filter((label) => label.startsWith(ROLE));
  return (
    names
      .map((label) => label.slice(ROLE.length))
      .sort()
      .join(',') || '<none>'
  );
}
