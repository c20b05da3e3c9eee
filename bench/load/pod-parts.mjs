import { timeAt } from './random.mjs';

export function podSpec(owner, { node, tokenVolume }) {
  const mounted = (container) => ({
    ...container,
    volumeMounts: [
      ...container.volumeMounts,
      { name: tokenVolume, readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' },
    ],
  });
  const { initContainers, containers, app, scheduling } = owner;
  return {
    volumes: [
      { name: 'config', configMap: { name: `${app}-config`, defaultMode: 420 } },
      { name: 'tmp', emptyDir: {} },
      { name: tokenVolume, projected: TOKEN },
    ],
    ...(initContainers.length > 0 ? { initContainers: initContainers.map(mounted) } : {}),
    containers: containers.map(mounted),
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: app,
    serviceAccount: app,
    nodeName: node.name,
    securityContext: {
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    imagePullSecrets: [{ name: 'regcred' }],
    ...scheduling,
    priority: 0,
    enableServiceLinks: true,
    preemptionPolicy: 'PreemptLowerPriority',
  };
}

/** The volume that admission gives every pod. */
const TOKEN = {
  sources: [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: {
        items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
      },
    },
  ],
  defaultMode: 420,
};

/** A pod that runs, ready in every other version. */
export function podStatus(random, owner, { node, podIP }, { created, started, changed, version }) {
  const ready = version % 2 === 0;
  const restarts = random.chance(0.2) ? random.below(5) : 0;
  const statusOf = (container) => ({
    name: container.name,
    image: container.image,
    imageID: owner.imageIds.get(container.name),
    containerID: `containerd://${random.hex(64)}`,
  });
  const exited = (exitCode, reason, startedAt, finishedAt) => ({
    terminated: {
      exitCode,
      reason,
      startedAt: timeAt(startedAt),
      finishedAt: timeAt(finishedAt),
      containerID: `containerd://${random.hex(64)}`,
    },
  });
  return {
    phase: 'Running',
    conditions: [
      condition('PodReadyToStartContainers', started),
      condition('Initialized', created + 1),
      condition('Ready', changed, ready),
      condition('ContainersReady', changed, ready),
      condition('PodScheduled', created),
    ],
    hostIP: node.ip,
    hostIPs: [{ ip: node.ip }],
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: timeAt(created),
    ...(owner.initContainers.length > 0
      ? {
          initContainerStatuses: owner.initContainers.map((container) => ({
            ...statusOf(container),
            state: exited(0, 'Completed', created + 1, created + 2),
            lastState: {},
            ready: true,
            restartCount: 0,
            started: false,
          })),
        }
      : {}),
    containerStatuses: owner.containers.map((container) => ({
      ...statusOf(container),
      state: { running: { startedAt: timeAt(started) } },
      lastState: restarts > 0 ? exited(137, 'OOMKilled', created, started - 1) : {},
      ready,
      restartCount: restarts + Math.floor(version / 8),
      started: true,
    })),
    qosClass: 'Burstable',
  };
}

function condition(type, changed, isTrue = true) {
  return {
    type,
    status: isTrue ? 'True' : 'False',
    lastProbeTime: null,
    lastTransitionTime: timeAt(changed),
    ...(isTrue ? {} : { reason: 'ContainersNotReady', message: 'containers with unready status: [main]' }),
  };
}
