import { apps, core } from '../../kubernetes/index.js';
import { type Action, create, patchStatus, timestamp } from './action.js';

/** An application of the demo, as a deployment with a service. */
interface App {
  readonly namespace: string;
  readonly name: string;
  readonly tier: string;
  readonly replicas: number;
  readonly version: string;
  /** A second container beside the first. */
  readonly sidecar?: string;
  /** An init container. */
  readonly init?: string;
}

const APPS: readonly App[] = [
  { namespace: 'kube-system', name: 'coredns', tier: 'system', replicas: 2, version: '1.12.1' },
  { namespace: 'media', name: 'thumbnails', tier: 'worker', replicas: 3, version: '0.9.2' },
  { namespace: 'media', name: 'transcoder', tier: 'worker', replicas: 2, version: '3.1.0' },
  { namespace: 'monitoring', name: 'dashboards', tier: 'web', replicas: 1, version: '11.2.0' },
  { namespace: 'monitoring', name: 'metrics', tier: 'system', replicas: 1, version: '3.4.1', sidecar: 'reloader' },
  { namespace: 'payments', name: 'gateway', tier: 'api', replicas: 3, version: '5.0.3', sidecar: 'proxy' },
  { namespace: 'payments', name: 'ledger', tier: 'api', replicas: 2, version: '2.8.0', init: 'migrate' },
  { namespace: 'shop', name: 'cart', tier: 'api', replicas: 3, version: '1.6.4', init: 'migrate' },
  { namespace: 'shop', name: 'checkout', tier: 'api', replicas: 2, version: '1.2.0' },
  { namespace: 'shop', name: 'search', tier: 'api', replicas: 2, version: '4.7.1' },
  { namespace: 'shop', name: 'web', tier: 'web', replicas: 5, version: '2.3.9' },
];

const NODES = ['worker-1', 'worker-2', 'worker-3', 'worker-4', 'worker-5'];

/**
 * How the demo world begins, on a server that has the namespaces of every cluster: more namespaces, nodes, deployments and their services.
 * The pods come by themselves.
 */
export function genesis(now: number): readonly Action[] {
  const namespaces = [...new Set(APPS.map(({ namespace }) => namespace))].filter((name) => name !== 'kube-system');
  return [
    ...namespaces.map((name) => create(core.namespaces, { metadata: { name } })),
    ...NODES.flatMap((name, index) => node(name, index, now)),
    ...APPS.flatMap((app, index) => [
      create(apps.deployments, deployment(app)),
      create(core.services, service(app, index)),
    ]),
  ];
}

function node(name: string, index: number, now: number): readonly Action[] {
  const labels = {
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'topology.kubernetes.io/zone': `zone-${'abc'.charAt(index % 3)}`,
    'node-role.kubernetes.io/worker': '',
  };
  const resources = { cpu: '8', memory: '32Gi', pods: '110' };
  return [
    create(core.nodes, { metadata: { name, labels }, spec: { podCIDR: `10.244.${index}.0/24` } }),
    patchStatus(
      core.nodes,
      { metadata: { name } },
      {
        addresses: [
          { type: 'InternalIP', address: `10.0.0.${11 + index}` },
          { type: 'Hostname', address: name },
        ],
        capacity: resources,
        allocatable: resources,
        conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', lastTransitionTime: timestamp(now) }],
        nodeInfo: { kubeletVersion: 'v1.34.2', osImage: 'Linux', architecture: 'amd64', operatingSystem: 'linux' },
      },
    ),
  ];
}

function deployment({ namespace, name, tier, replicas, version, sidecar, init }: App) {
  const labels = { app: name, tier };
  const main = {
    name,
    image: `registry.example/${namespace}/${name}:${version}`,
    ports: [{ containerPort: 8080 }],
    readinessProbe: { httpGet: { path: '/ready', port: 8080 } },
  };
  const companions = sidecar === undefined ? [] : [{ name: sidecar, image: `registry.example/base/${sidecar}:1.0.0` }];
  const initContainers = init === undefined ? {} : { initContainers: [{ name: init, image: main.image }] };
  return {
    metadata: { name, namespace, labels },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels }, spec: { ...initContainers, containers: [main, ...companions] } },
    },
  };
}

function service({ namespace, name, tier }: App, index: number) {
  return {
    metadata: { name, namespace, labels: { app: name, tier } },
    spec: {
      type: 'ClusterIP',
      clusterIP: `10.96.0.${10 + index}`,
      selector: { app: name },
      ports: [{ port: 80, targetPort: 8080 }],
    },
  };
}
