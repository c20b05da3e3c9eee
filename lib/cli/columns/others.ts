import type { CoreV1Event, V1ConfigMap, V1Namespace, V1Service } from '@kubernetes/client-node';
import type { Plain } from '../../kubernetes/index.js';
import { age } from '../text/age.js';
import { ageColumn, type Column, type Named, nameColumn } from './column.js';

/** For kinds of which no more is known. */
export const plainColumns: readonly Column<Named>[] = [nameColumn, ageColumn];

export const namespaceColumns: readonly Column<Plain<V1Namespace>>[] = [
  nameColumn,
  { title: 'STATUS', value: ({ status }) => status?.phase ?? '' },
  ageColumn,
];

export const configMapColumns: readonly Column<Plain<V1ConfigMap>>[] = [
  nameColumn,
  {
    title: 'DATA',
    value: ({ data = {}, binaryData = {} }) => String(Object.keys(data).length + Object.keys(binaryData).length),
  },
  ageColumn,
];

export const serviceColumns: readonly Column<Plain<V1Service>>[] = [
  nameColumn,
  { title: 'TYPE', value: ({ spec }) => spec?.type ?? 'ClusterIP' },
  { title: 'CLUSTER-IP', value: ({ spec }) => spec?.clusterIP || '<none>' },
  { title: 'EXTERNAL-IP', value: externalAddresses },
  { title: 'PORT(S)', value: ports },
  ageColumn,
];

function externalAddresses({ spec, status }: Plain<V1Service>): string {
  if (spec?.type === 'ExternalName') return spec.externalName ?? '<none>';
  const balancers = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '');
  const addresses = [...balancers, ...(spec?.externalIPs ?? [])];
  return addresses.join(',') || (spec?.type === 'LoadBalancer' ? '<pending>' : '<none>');
}

function ports({ spec }: Plain<V1Service>): string {
  const texts = (spec?.ports ?? []).map(({ port, nodePort, protocol = 'TCP' }) =>
    nodePort === undefined ? `${port}/${protocol}` : `${port}:${nodePort}/${protocol}`,
  );
  return texts.join(',') || '<none>';
}

export const eventColumns: readonly Column<Plain<CoreV1Event>>[] = [
  {
    title: 'LAST SEEN',
    value: ({ series, lastTimestamp, eventTime, metadata }, now) =>
      age(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? metadata.creationTimestamp, now),
  },
  { title: 'TYPE', value: ({ type }) => type ?? '' },
  { title: 'REASON', value: ({ reason }) => reason ?? '' },
  {
    title: 'OBJECT',
    value: ({ involvedObject: { kind = '', name = '' } }) => `${kind.toLowerCase()}/${name}`,
  },
  { title: 'MESSAGE', value: ({ message }) => message?.trim() ?? '' },
];
