import { WORDS } from './words.mjs';

/** A container as a Deployment's template and the API server's defaults make it. Two of its variables come from the pod's own fields. */
export function container(random, { app, name, image, variables, probed = true }) {
  const port = 8000 + random.below(1000);
  return {
    name,
    image,
    args: [
      `--config=/etc/${name}/config.yaml`,
      `--log-level=${random.pick(['info', 'warn', 'debug'])}`,
      `--port=${port}`,
    ],
    ...(probed ? { ports: ports(random, port) } : {}),
    env: [
      fieldVariable('POD_NAME', 'metadata.name'),
      fieldVariable('POD_NAMESPACE', 'metadata.namespace'),
      ...Array.from({ length: variables }, (_, i) => variable(random, app, i)),
    ],
    resources: {
      limits: { cpu: random.pick(['500m', '1', '2']), memory: random.pick(['256Mi', '512Mi', '1Gi', '2Gi']) },
      requests: { cpu: random.pick(['50m', '100m', '250m']), memory: random.pick(['128Mi', '256Mi', '512Mi']) },
    },
    volumeMounts: [
      { name: 'config', readOnly: true, mountPath: `/etc/${name}` },
      { name: 'tmp', mountPath: '/tmp' },
    ],
    ...(probed && random.chance(0.5) ? { livenessProbe: probe('/healthz', 15) } : {}),
    ...(probed && random.chance(0.6) ? { readinessProbe: probe('/readyz', 5) } : {}),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
    ...(random.chance(0.4) ? { securityContext: RESTRICTED } : {}),
  };
}

const RESTRICTED = {
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  readOnlyRootFilesystem: true,
  allowPrivilegeEscalation: false,
};

function ports(random, port) {
  const http = { name: 'http', containerPort: port, protocol: 'TCP' };
  return random.chance(0.3) ? [http, { name: 'metrics', containerPort: 9090, protocol: 'TCP' }] : [http];
}

function probe(path, initialDelaySeconds) {
  return {
    httpGet: { path, port: 'http', scheme: 'HTTP' },
    initialDelaySeconds,
    timeoutSeconds: 2,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  };
}

function fieldVariable(name, fieldPath) {
  return { name, valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath } } };
}

function variable(random, app, i) {
  const word = random.pick(WORDS);
  const upper = word.toUpperCase();
  const kind = random.weighted([
    ['secret', 0.15],
    ['config', 0.1],
    ['url', 0.35],
    ['option', 0.4],
  ]);
  switch (kind) {
    case 'secret':
      return {
        name: `${upper}_SECRET_${i}`,
        valueFrom: { secretKeyRef: { name: `${app}-secrets`, key: `${word}-password` } },
      };
    case 'config':
      return {
        name: `${upper}_CONFIG_${i}`,
        valueFrom: { configMapKeyRef: { name: `${app}-config`, key: `${word}.conf` } },
      };
    case 'url':
      return {
        name: `${upper}_URL_${i}`,
        value: `http://${word}-api.prod.svc.cluster.local:${8000 + random.below(1000)}/v1`,
      };
    default:
      return {
        name: `${upper}_OPTION_${i}`,
        value: random.pick(['true', 'false', 'info', 'debug', '30s', '1024', 'eu-west-1', 'production']),
      };
  }
}
