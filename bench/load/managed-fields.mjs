/** Lists whose elements are told apart by these fields; all others are owned as a whole, as are the objects of `ATOMIC`. */
const KEYS = {
  containers: ['name'],
  initContainers: ['name'],
  env: ['name'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  ports: ['containerPort', 'protocol'],
  ownerReferences: ['uid'],
  topologySpreadConstraints: ['topologyKey', 'whenUnsatisfiable'],
  imagePullSecrets: ['name'],
};
const ATOMIC = new Set([
  'nodeSelector',
  'matchLabels',
  'fieldRef',
  'secretKeyRef',
  'configMapKeyRef',
  'preferredDuringSchedulingIgnoredDuringExecution',
]);

/**
 * The fields of a value as `fieldsV1` writes them down.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export function fieldsOf(value) {
  const fields = {};
  for (const name of Object.keys(value).sort()) fields[`f:${name}`] = memberFields(name, value[name]);
  return fields;
}

function memberFields(name, value) {
  if (typeof value !== 'object' || value === null || ATOMIC.has(name)) return {};
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? {} : { '.': {}, ...fieldsOf(value) };
  const keys = KEYS[name];
  if (keys === undefined) return {};
  return {
    '.': {},
    ...Object.fromEntries(value.map((element) => [elementKey(element, keys), elementFields(element)])),
  };
}

function elementKey(element, keys) {
  return `k:${JSON.stringify(Object.fromEntries(keys.map((key) => [key, element[key]])))}`;
}

function elementFields(element) {
  return { '.': {}, ...fieldsOf(element) };
}

const CONDITION = { '.': {}, 'f:lastProbeTime': {}, 'f:lastTransitionTime': {}, 'f:status': {}, 'f:type': {} };

/** What a kubelet owns of a pod. */
export function kubeletFields(podIP) {
  const conditions = ['ContainersReady', 'Initialized', 'PodReadyToStartContainers', 'Ready'];
  return {
    'f:status': {
      'f:conditions': Object.fromEntries(conditions.map((type) => [elementKey({ type }, ['type']), CONDITION])),
      'f:containerStatuses': {},
      'f:hostIP': {},
      'f:hostIPs': {},
      'f:phase': {},
      'f:podIP': {},
      'f:podIPs': { '.': {}, [elementKey({ ip: podIP }, ['ip'])]: { '.': {}, 'f:ip': {} } },
      'f:startTime': {},
    },
  };
}
