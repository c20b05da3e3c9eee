import { container } from './containers.mjs';
import { timeAt } from './random.mjs';
import { WORDS } from './words.mjs';

const REGISTRIES = ['123456789012.dkr.ecr.eu-west-1.amazonaws.com', 'ghcr.io/acme', 'registry.k8s.io', 'quay.io/acme'];

/**
 * What all pods of one ReplicaSet, StatefulSet or DaemonSet have in common: everything but names, addresses, times and ids.
 *
 * @param kind of the owner
 */
export function makeOwner(random, kind, app, namespace) {
  const hash = random.suffix(10);
  const version = `v${1 + random.below(9)}.${random.below(40)}.${random.below(10)}`;
  const image = `${random.pick(REGISTRIES)}/${app}`;
  const containers = containersOf(random, app, `${image}:${version}`);
  const initContainers = random.chance(0.15)
    ? [container(random, { app, name: 'migrate', image: `${image}-migrate:${version}`, variables: 3, probed: false })]
    : [];
  return {
    kind,
    app,
    namespace,
    name: kind === 'ReplicaSet' ? `${app}-${hash}` : app,
    uid: random.uuid(),
    labels: {
      'app.kubernetes.io/instance': app,
      'app.kubernetes.io/managed-by': 'Helm',
      'app.kubernetes.io/name': app,
      'app.kubernetes.io/version': version,
      'helm.sh/chart': `${app}-${version.slice(1)}`,
      team: random.pick(WORDS),
      [kind === 'ReplicaSet' ? 'pod-template-hash' : 'controller-revision-hash']: hash,
    },
    annotations: {
      'checksum/config': random.hex(64),
      'kubectl.kubernetes.io/restartedAt': timeAt(random.below(1e6)),
      ...(random.chance(0.3) ? { 'prometheus.io/port': '9090', 'prometheus.io/scrape': 'true' } : {}),
    },
    containers,
    initContainers,
    imageIds: new Map(
      [...containers, ...initContainers].map((each) => [each.name, `${repositoryOf(each)}@sha256:${random.hex(64)}`]),
    ),
    scheduling: schedulingOf(random, kind, app),
    createdAt: random.below(2e6),
  };
}

function containersOf(random, app, image) {
  const main = container(random, { app, name: 'main', image, variables: random.below(6) });
  if (!random.chance(0.12)) return [main];
  const sidecar = { app, name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.22.3', variables: 2 + random.below(4) };
  return [main, container(random, sidecar)];
}

function repositoryOf({ image }) {
  return image.slice(0, image.lastIndexOf(':'));
}

/** The fields of the spec that say where its pods may run. */
function schedulingOf(random, kind, app) {
  const same = { labelSelector: { matchLabels: { 'app.kubernetes.io/instance': app } } };
  const apart = {
    weight: 100,
    podAffinityTerm: {
      labelSelector: { matchLabels: { 'app.kubernetes.io/instance': app, 'app.kubernetes.io/name': app } },
      topologyKey: 'kubernetes.io/hostname',
    },
  };
  const spread = {
    maxSkew: 1,
    topologyKey: 'topology.kubernetes.io/zone',
    whenUnsatisfiable: 'ScheduleAnyway',
    ...same,
  };
  return {
    ...(random.chance(0.5)
      ? { affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [apart] } } }
      : {}),
    schedulerName: 'default-scheduler',
    tolerations: [
      ...['not-ready', 'unreachable'].map((taint) => ({ ...tolerated(taint, 'NoExecute'), tolerationSeconds: 300 })),
      ...(kind === 'DaemonSet' ? DAEMON_TAINTS.map((taint) => tolerated(taint, 'NoSchedule')) : []),
    ],
    ...(random.chance(0.25) ? { topologySpreadConstraints: [spread] } : {}),
  };
}

const DAEMON_TAINTS = ['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'];

function tolerated(taint, effect) {
  return { key: `node.kubernetes.io/${taint}`, operator: 'Exists', effect };
}
