import { core } from 'rxinformer';
import { age, labels, name, namespace, number, ratio, status, text } from './columns';
import { defineKind } from './kind';
import { podReady, podRestarts, podStatus } from './pod-status';

export const pods = defineKind(
  core.pods,
  {
    fields: [
      'metadata.labels',
      'metadata.creationTimestamp',
      'metadata.deletionTimestamp',
      'spec.nodeName',
      'spec.containers.name',
      'spec.initContainers.name',
      'status.phase',
      'status.reason',
      'status.containerStatuses.name',
      'status.containerStatuses.ready',
      'status.containerStatuses.restartCount',
      'status.containerStatuses.state',
      'status.initContainerStatuses.name',
      'status.initContainerStatuses.ready',
      'status.initContainerStatuses.restartCount',
      'status.initContainerStatuses.started',
      'status.initContainerStatuses.state',
    ],
  },
  {
    title: 'Pods',
    section: 'Workloads',
    status: podStatus,
    columns: [
      name,
      namespace,
      status(podStatus),
      ratio('Ready', podReady),
      number('Restarts', podRestarts),
      text('Node', ({ spec }) => spec?.nodeName),
      age,
      labels,
    ],
  },
);
