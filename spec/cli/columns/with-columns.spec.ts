import { describe, expect, it } from '@jest/globals';
import { cellOf } from '../../../lib/cli/columns/column.js';
import { withColumns } from '../../../lib/cli/columns/with-columns.js';
import {
  apps,
  batch,
  core,
  customResource,
  type KubernetesObject,
  type Plain,
  type Resource,
} from '../../../lib/kubernetes/index.js';

const metadata = {
  name: 'x',
  namespace: 'shop',
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: '1970-01-01T00:00:00Z',
};

/** The heads and the cells for an object from the wire. */
function table(resource: Resource<unknown>, everyNamespace: boolean, object: object): [string, string] {
  const { group, version, plural, kind, namespaced } = resource;
  return withColumns({ group, version, plural, kind, namespaced }, everyNamespace, (_, columns) => [
    columns.map(({ title }) => title).join(' '),
    columns.map((column) => cellOf(column, JSON.parse(JSON.stringify({ metadata, ...object })), 65_000)).join(' '),
  ]);
}

describe('withColumns', () => {
  it.each<[Resource<unknown>, object, string, string]>([
    [
      core.pods,
      { spec: { containers: [{}], nodeName: 'n' }, status: { phase: 'Pending' } },
      'NAME READY STATUS RESTARTS AGE NODE',
      'x 0/1 Pending 0 65s n',
    ],
    [
      core.nodes,
      {
        metadata: { ...metadata, labels: { 'node-role.kubernetes.io/b': '', 'node-role.kubernetes.io/a': '' } },
        spec: { unschedulable: true },
        status: { conditions: [{ type: 'Ready', status: 'True' }], nodeInfo: { kubeletVersion: 'v1' } },
      },
      'NAME STATUS ROLES AGE VERSION',
      'x Ready,SchedulingDisabled a,b 65s v1',
    ],
    [core.namespaces, { status: { phase: 'Active' } }, 'NAME STATUS AGE', 'x Active 65s'],
    [
      core.services,
      {
        spec: {
          type: 'LoadBalancer',
          clusterIP: '10.0.0.1',
          ports: [{ port: 80 }, { port: 53, protocol: 'UDP', nodePort: 30053 }],
        },
      },
      'NAME TYPE CLUSTER-IP EXTERNAL-IP PORT(S) AGE',
      'x LoadBalancer 10.0.0.1 <pending> 80/TCP,53:30053/UDP 65s',
    ],
    [core.configMaps, { data: { a: '', b: '' }, binaryData: { c: '' } }, 'NAME DATA AGE', 'x 3 65s'],
    [
      core.events,
      {
        type: 'Warning',
        reason: 'BackOff',
        message: 'again\n',
        lastTimestamp: '1970-01-01T00:01:00Z',
        involvedObject: { kind: 'Pod', name: 'web-0' },
      },
      'LAST SEEN TYPE REASON OBJECT MESSAGE',
      '5s Warning BackOff pod/web-0 again',
    ],
    [
      apps.deployments,
      { spec: { replicas: 3 }, status: { readyReplicas: 2, updatedReplicas: 1, availableReplicas: 2 } },
      'NAME READY UP-TO-DATE AVAILABLE AGE',
      'x 2/3 1 2 65s',
    ],
    [
      apps.replicaSets,
      { spec: { replicas: 3 }, status: { replicas: 2, readyReplicas: 1 } },
      'NAME DESIRED CURRENT READY AGE',
      'x 3 2 1 65s',
    ],
    [apps.statefulSets, { spec: {}, status: { readyReplicas: 1 } }, 'NAME READY AGE', 'x 1/1 65s'],
    [
      apps.daemonSets,
      {
        status: {
          desiredNumberScheduled: 5,
          currentNumberScheduled: 4,
          numberReady: 3,
          updatedNumberScheduled: 2,
          numberAvailable: 1,
        },
      },
      'NAME DESIRED CURRENT READY UP-TO-DATE AVAILABLE AGE',
      'x 5 4 3 2 1 65s',
    ],
    [
      batch.jobs,
      { spec: { completions: 4 }, status: { succeeded: 4, conditions: [{ type: 'Complete', status: 'True' }] } },
      'NAME STATUS COMPLETIONS AGE',
      'x Complete 4/4 65s',
    ],
    [core.secrets, {}, 'NAME AGE', 'x 65s'],
  ])('$plural have the columns of kubectl', (resource, object, heads, cells) => {
    expect(table(resource, false, object)).toEqual([heads, cells]);
  });

  it('the namespace is a column where objects come from many', () => {
    expect(table(core.secrets, true, {})).toEqual(['NAMESPACE NAME AGE', 'shop x 65s']);
    expect(table(core.nodes, true, {})[0]).toMatch(/^NAME STATUS/);
  });

  it('a kind of somebody else has its name and age, also when it is called like a built-in one', () => {
    const services: Resource<KubernetesObject> = customResource({
      group: 'mesh.example.com',
      version: 'v1',
      plural: 'services',
      namespaced: true,
    });
    const shown: Plain<KubernetesObject> = { metadata };
    expect(table(services, false, shown)).toEqual(['NAME AGE', 'x 65s']);
  });
});
