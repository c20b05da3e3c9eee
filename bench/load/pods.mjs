import { fieldsOf, kubeletFields } from './managed-fields.mjs';
import { makeOwner } from './owners.mjs';
import { podSpec, podStatus } from './pod-parts.mjs';
import { Random, timeAt } from './random.mjs';
import { DAEMONS, ROLES, WORDS } from './words.mjs';

const PODS_PER_NODE = 30;
const DAEMON_SHARE = 0.3;
/** Replicas and how often: sets of about six, one in two hundred of them large. */
const REPLICAS = [
  [1, 0.25],
  [2, 0.2],
  [3, 0.25],
  [5, 0.12],
  [10, 0.1],
  [20, 0.05],
  [50, 0.025],
  [200, 0.005],
];

/**
 * Pods as a cluster has them, by number: the same for the same seed. In the mean 8.7 KB of JSON, 3.5 KB of it managedFields; 30 % belong to
 * DaemonSets, and those of one owner differ in names, addresses, times and ids only.
 */
export class Pods {
  /** The namespaces that they are in. */
  namespaces;
  #seed;
  #nodes;
  /** The owner of each pod. */
  #owners = [];
  /** What the controller manager owns of an owner's pods: the same for all of them. */
  #fields = new Map();

  constructor({ count, seed = 1 }) {
    const random = new Random(seed);
    this.#seed = seed;
    this.#nodes = Array.from({ length: Math.max(1, Math.round(count / PODS_PER_NODE)) }, (_, i) => node(random, i));
    const places = Array.from({ length: Math.max(4, Math.min(400, Math.round(count / 60))) }, (_, i) =>
      namespace(random, i),
    );
    this.#own(random, count, places);
    this.namespaces = [...new Set(this.#owners.map((owner) => owner.namespace))];
  }

  get count() {
    return this.#owners.length;
  }

  namespaceOf(i) {
    return this.#owners[i].namespace;
  }

  nameOf(i) {
    const owner = this.#owners[i];
    if (owner.kind === 'StatefulSet') return `${owner.app}-${i}`;
    // The number keeps it from being another pod's.
    return `${owner.name}-${this.#random(i).suffix()}${i.toString(36)}`;
  }

  /**
   * A pod as a watch event has it. Only the status differs from version to version, and what tells versions apart.
   *
   * @param version 0 for the first
   */
  pod(i, version = 0, resourceVersion = String(1_000_000 + i)) {
    const owner = this.#owners[i];
    const name = this.nameOf(i);
    const random = this.#random(~i);
    const isStateful = owner.kind === 'StatefulSet';
    const place = {
      node: owner.kind === 'DaemonSet' ? this.#nodes[i % this.#nodes.length] : random.pick(this.#nodes),
      podIP: `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`,
      tokenVolume: `kube-api-access-${random.suffix()}`,
    };
    const created = owner.createdAt + random.below(3600);
    const started = created + 3 + random.below(20);
    const life = { created, started, changed: started + version * 30 + (version > 0 ? i % 29 : 0), version };
    const uid = random.uuid();
    const spec = podSpec(owner, place);
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name,
        ...(isStateful ? {} : { generateName: `${owner.name}-` }),
        namespace: owner.namespace,
        uid,
        resourceVersion,
        creationTimestamp: timeAt(created),
        labels: isStateful ? statefulLabels(owner, name, i) : owner.labels,
        annotations: owner.annotations,
        ownerReferences: [referenceTo(owner)],
        managedFields: [
          managed('kube-controller-manager', life.created, this.#fieldsOf(owner, spec)),
          { ...managed('kubelet', life.changed, kubeletFields(place.podIP)), subresource: 'status' },
        ],
      },
      spec,
      status: podStatus(random, owner, place, life),
    };
  }

  /** A pod as a list has it: without what the list says once. */
  item(i, version, resourceVersion) {
    const { apiVersion, kind, ...item } = this.pod(i, version, resourceVersion);
    return item;
  }

  #random(i) {
    return new Random(Math.imul(this.#seed * 7919 + i, 2654435761));
  }

  #own(random, count, places) {
    for (const daemon of DAEMONS) {
      const owner = makeOwner(random, 'DaemonSet', daemon, 'kube-system');
      for (let i = 0; i < this.#nodes.length && this.#owners.length < count * DAEMON_SHARE; i++)
        this.#owners.push(owner);
    }
    for (let number = 0; this.#owners.length < count; number++) {
      const app = `${random.pick(WORDS)}-${random.pick(ROLES)}-${number}`;
      const replicas = random.weighted(REPLICAS);
      const owner = makeOwner(random, random.chance(0.9) ? 'ReplicaSet' : 'StatefulSet', app, random.pick(places));
      for (let i = 0; i < replicas && this.#owners.length < count; i++) this.#owners.push(owner);
    }
  }

  #fieldsOf(owner, spec) {
    let fields = this.#fields.get(owner);
    if (fields === undefined) {
      // Those that admission and the scheduler set are not the controller's.
      const { volumes, nodeName, serviceAccount, priority, preemptionPolicy, imagePullSecrets, tolerations, ...own } =
        spec;
      const { labels, annotations, containers, initContainers } = owner;
      const wanted = { ...own, containers, volumes: volumes.slice(0, 2) };
      if (initContainers.length > 0) wanted.initContainers = initContainers;
      fields = {
        'f:metadata': {
          ...fieldsOf({ generateName: '', labels, annotations }),
          'f:ownerReferences': { '.': {}, [`k:{"uid":"${owner.uid}"}`]: {} },
        },
        'f:spec': fieldsOf(wanted),
      };
      this.#fields.set(owner, fields);
    }
    return fields;
  }
}

function node(random, i) {
  return {
    name: `ip-10-${(i >> 8) & 255}-${i & 255}-${random.below(255)}.eu-west-1.compute.internal`,
    ip: `10.${100 + (i >> 8)}.${i & 255}.${1 + random.below(253)}`,
  };
}

function namespace(random, i) {
  const name = `${random.pick(['team', 'prod', 'stage', 'dev'])}-${WORDS[i % WORDS.length]}`;
  return i < WORDS.length ? name : `${name}-${Math.floor(i / WORDS.length)}`;
}

function referenceTo({ kind, name, uid }) {
  return { apiVersion: 'apps/v1', kind, name, uid, controller: true, blockOwnerDeletion: true };
}

function statefulLabels({ labels }, name, i) {
  return { ...labels, 'apps.kubernetes.io/pod-index': String(i), 'statefulset.kubernetes.io/pod-name': name };
}

function managed(manager, time, fieldsV1) {
  return { manager, operation: 'Update', apiVersion: 'v1', time: timeAt(time), fieldsType: 'FieldsV1', fieldsV1 };
}
