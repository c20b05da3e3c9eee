import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createInformer, type Informer } from '../../lib/informer/index.js';
import { allResources, type Resource, resourcePath } from '../../lib/kubernetes/index.js';
import { createRelay } from '../../lib/server/index.js';
import type { Transport } from '../../lib/transport/index.js';
import { ask as read } from '../server/support/ask.js';
import { ask, type Cluster } from './cluster.js';
import { assets, startRealCluster } from './real-cluster.js';

const namespace = 'tables';
const template = (more: object = {}) => ({
  metadata: { labels: { app: 'a', tier: 'web' } },
  spec: {
    containers: [
      { name: 'one', image: 'one:1' },
      { name: 'two', image: 'two:2' },
    ],
    ...more,
  },
});
const selector = { matchLabels: { tier: 'web', app: 'a' } };
const inSets = {
  matchLabels: { app: 'a' },
  matchExpressions: [{ key: 'tier', operator: 'In', values: ['web', 'db'] }],
};
const job = { template: template({ restartPolicy: 'Never' }) };
const soon = '2026-01-01T00:00:00Z';

/** Of each kind what its columns tell apart: an object, and a status that it is given. */
const OBJECTS: readonly (readonly [plural: string, spec: object, status?: object])[] = [
  ['configmaps', { data: { a: '1', 'b.c': '2' }, binaryData: { d: 'AA==' } }],
  ['configmaps', {}],
  ['secrets', { type: 'Opaque', data: { a: 'AA==' } }],
  ['services', { spec: { selector: { b: '2', a: '1' }, ports: [{ port: 80 }] } }],
  ['services', { spec: { clusterIP: 'None', ports: [{ port: 53, protocol: 'UDP' }], externalIPs: ['1.2.3.4'] } }],
  [
    'services',
    {
      spec: {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 443 },
        ],
      },
    },
  ],
  [
    'services',
    { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } },
    { loadBalancer: { ingress: [{ ip: '5.6.7.8' }] } },
  ],
  ['services', { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }],
  ['services', { spec: { type: 'ExternalName', externalName: 'db.example' } }],
  [
    'endpoints',
    {
      subsets: [
        {
          addresses: [{ ip: '10.1.0.1' }, { ip: '10.1.0.2' }],
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 81 },
          ],
        },
      ],
    },
  ],
  ['endpoints', {}],
  [
    'persistentvolumes',
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
        hostPath: { path: '/a' },
        claimRef: { namespace, name: 'c' },
        storageClassName: 'fast',
      },
    },
    { phase: 'Bound' },
  ],
  [
    'persistentvolumeclaims',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    { phase: 'Pending' },
  ],
  [
    'persistentvolumeclaims',
    {
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        volumeName: 'v',
        storageClassName: 'fast',
      },
    },
    { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] },
  ],
  [
    'nodes',
    {
      metadata: { labels: { 'node-role.kubernetes.io/worker': '', 'node-role.kubernetes.io/edge': '' } },
      spec: { unschedulable: true },
    },
    {
      conditions: [{ type: 'Ready', status: 'True' }],
      nodeInfo: {
        kubeletVersion: 'v1.37.0',
        osImage: 'Debian',
        kernelVersion: '6.1',
        containerRuntimeVersion: 'containerd://2',
        architecture: '',
        bootID: '',
        kubeProxyVersion: '',
        machineID: '',
        operatingSystem: '',
        systemUUID: '',
      },
      addresses: [{ type: 'InternalIP', address: '10.0.0.9' }],
    },
  ],
  ['nodes', {}, { conditions: [{ type: 'Ready', status: 'False' }] }],
  [
    'events',
    {
      involvedObject: { kind: 'Pod', name: 'p', namespace, fieldPath: 'spec.containers{one}' },
      reason: 'Pulled',
      message: ' It is pulled \n',
      type: 'Normal',
      source: { component: 'kubelet', host: 'n1' },
      firstTimestamp: soon,
      lastTimestamp: soon,
      count: 3,
    },
  ],
  [
    'events',
    {
      involvedObject: { kind: 'Pod', name: 'p', namespace },
      reason: 'Scheduled',
      message: 'To n1',
      type: 'Warning',
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingComponent: 'scheduler',
      reportingInstance: 's-1',
      action: 'Binding',
    },
  ],
  [
    'deployments.apps',
    { spec: { replicas: 3, selector, template: template() } },
    { replicas: 3, readyReplicas: 2, updatedReplicas: 3, availableReplicas: 2 },
  ],
  ['deployments.apps', { spec: { selector: inSets, template: template() } }],
  [
    'replicasets.apps',
    { spec: { replicas: 3, selector, template: template() } },
    { replicas: 3, readyReplicas: 2, availableReplicas: 1 },
  ],
  [
    'statefulsets.apps',
    { spec: { replicas: 2, serviceName: 'a', selector, template: template() } },
    { replicas: 2, readyReplicas: 1 },
  ],
  [
    'daemonsets.apps',
    { spec: { selector, template: template({ nodeSelector: { 'kubernetes.io/os': 'linux' } }) } },
    {
      desiredNumberScheduled: 5,
      currentNumberScheduled: 4,
      numberReady: 3,
      updatedNumberScheduled: 2,
      numberAvailable: 1,
      numberMisscheduled: 0,
    },
  ],
  ['daemonsets.apps', { spec: { selector, template: template() } }],
  ['jobs.batch', { spec: { completions: 3, ...job } }, { startTime: soon, succeeded: 1 }],
  [
    'jobs.batch',
    { spec: { suspend: true, parallelism: 4, ...job } },
    { conditions: [{ type: 'Suspended', status: 'True' }] },
  ],
  [
    'cronjobs.batch',
    { spec: { schedule: '*/5 * * * *', timeZone: 'Etc/UTC', jobTemplate: { spec: job } } },
    { lastScheduleTime: soon, active: [{ name: 'a' }, { name: 'b' }] },
  ],
  ['cronjobs.batch', { spec: { schedule: '@daily', suspend: true, jobTemplate: { spec: job } } }],
  [
    'ingresses.networking.k8s.io',
    {
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['a.example'] }],
        rules: ['a', 'b', 'c', 'd'].map((name) => ({ host: `${name}.example` })),
      },
    },
    { loadBalancer: { ingress: [{ ip: '1.1.1.1' }, { hostname: 'lb.example' }] } },
  ],
  ['ingresses.networking.k8s.io', { spec: { defaultBackend: { service: { name: 'a', port: { number: 80 } } } } }],
];

const named = new Map(
  allResources.map((each) => [each.group === '' ? each.plural : `${each.plural}.${each.group}`, each]),
);
const KINDS = [...new Set(OBJECTS.map(([plural]) => plural)), 'namespaces'].map((plural) => resourceOf(plural));

function resourceOf(plural: string): Resource<unknown> {
  const resource = named.get(plural);
  if (resource === undefined) throw new Error(plural);
  return resource;
}

/** What is of the moment when it is asked. */
const OF_NOW = ['Age', 'Last Seen', 'First Seen', 'Duration', 'Last Schedule'];

async function table(transport: Transport, path: string) {
  const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
  const { json, text } = await read(transport, { path, headers: { accept } });
  if (!Array.isArray(json.columnDefinitions) || !Array.isArray(json.rows)) throw new Error(text);
  const columns = json.columnDefinitions.map(({ name, priority }) => [name, priority]);
  const rows = json.rows.map(({ cells }) =>
    cells.map((cell: unknown, i: number) =>
      OF_NOW.includes(columns[i]?.[0]) ? /^(<none>|\d+[smhdy].*|)$/.test(String(cell)) : cell,
    ),
  );
  return { columns, rows };
}

(assets === undefined ? describe.skip : describe)('tables of a relay', () => {
  let cluster: Cluster;
  let informers: Informer<unknown>[] = [];
  let relayed: Transport;

  beforeAll(async () => {
    cluster = await startRealCluster();
    const { admin } = cluster;
    await ask(admin, 'POST', '/api/v1/namespaces', { metadata: { name: namespace } });
    const problems: unknown[] = [];
    let count = 0;
    for (const [plural, object, status] of OBJECTS) {
      const resource = resourceOf(plural);
      const place = resourcePath(resource, resource.namespaced ? { namespace } : {});
      const name = `${resource.kind.toLowerCase()}-${String(count++).padStart(2, '0')}`;
      const { metadata, ...rest }: { metadata?: object } = { metadata: {}, ...object };
      const made = await ask(admin, 'POST', place, { ...rest, metadata: { ...metadata, name } });
      if (made.status !== 201) problems.push([name, made.body.message]);
      if (status === undefined) continue;
      const told = await ask(admin, 'PATCH', `${place}/${name}/status`, { status });
      if (told.status !== 200) problems.push([name, told.body.message]);
    }
    expect(problems).toEqual([]);
    informers = KINDS.map((resource) => createInformer<unknown>({ transport: admin, resource }));
    await Promise.all(informers.map((informer) => informer.ready()));
    relayed = createRelay({ informers, includeSecretData: true }).transport();
  }, 90_000);

  afterAll(async () => {
    for (const informer of informers) informer.stop();
    await cluster.stop();
  });

  it.each(KINDS.map(({ plural, group }) => [plural, group]))(
    'of %s (%s) are those of kube-apiserver',
    async (plural, group) => {
      const resource = resourceOf(group === '' ? plural : `${plural}.${group}`);
      const path = `${resourcePath(resource, resource.namespaced ? { namespace } : {})}?includeObject=None`;
      expect(await table(relayed, path)).toEqual(await table(cluster.admin, path));
    },
  );
});
