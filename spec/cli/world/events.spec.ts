import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CoreV1Event } from '@kubernetes/client-node';
import { cellOf } from '../../../lib/cli/columns/column.js';
import { eventColumns } from '../../../lib/cli/columns/others.js';
import { DemoWorld } from '../../../lib/cli/demo/demo-world.js';
import { perform, worldIn } from '../../../lib/cli/demo/perform.js';
import { Witness } from '../../../lib/cli/demo/witness.js';
import type { Possibility } from '../../../lib/cli/world/action.js';
import { duties } from '../../../lib/cli/world/step.js';
import { apps, core, type Plain } from '../../../lib/kubernetes/index.js';
import { type ApiStore, createApiServer } from '../../../lib/server/index.js';
import { choose, seeded } from '../../../lib/testing/index.js';
import { TestClock } from '../../support/virtual-time.js';

/** Thousands of writes, on a machine that may be busy. */
jest.setTimeout(30_000);

const START = Date.parse('2030-01-01T00:00:00Z');

type Event = Plain<CoreV1Event>;

const clock = () => {
  const made = new TestClock();
  made.frame = START;
  return made;
};

const eventsIn = (store: ApiStore): readonly Event[] => store.list(core.events).items;

/** A server whose writes are witnessed, at a time that the test sets. */
class Bench {
  now = START;
  readonly store = createApiServer({ now: () => this.now }).store;
  readonly witness = new Witness(this.store, () => this.now);
  readonly random = seeded(1);

  /** All that controllers and nodes would do, one write a second, until they are done. Only what is likely. */
  settle(possible: (possibility: Possibility) => boolean = ({ weight }) => weight > 0.16): void {
    for (let writes = 0; writes < 200; writes++) {
      const next = choose([...duties(worldIn(this.store))].filter(possible), this.random)?.act(this.random, this.now);
      if (next === undefined) return;
      this.now += 1000;
      perform(this.store, next);
      this.witness.tell();
    }
    throw new Error('the world does not come to rest');
  }

  /** `REASON message` of the Events of one object, in the order in which they were first written. */
  toldOf(kind: string, name?: string): readonly string[] {
    return eventsIn(this.store)
      .filter(({ involvedObject: object }) => object.kind === kind && (name === undefined || object.name === name))
      .sort((a, b) => (serial(a) < serial(b) ? -1 : 1))
      .map(({ reason, message }) => `${reason} ${message}`);
  }
}

function serial({ metadata }: Event): string {
  return metadata.name.split('.').at(-1) ?? '';
}

const at = { namespace: 'default', name: 'web' };

function deploy({ store }: Bench, replicas: number): void {
  const container = { name: 'web', image: 'web:1', readinessProbe: { httpGet: { path: '/ready', port: 8080 } } };
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
  store.create(core.nodes, { metadata: { name: 'n' } });
  store.create(apps.deployments, { metadata: at, spec: { replicas, selector: {}, template } });
}

describe('the Events of the demo world', () => {
  let bench: Bench;

  beforeEach(() => {
    bench = new Bench();
  });

  it('tell how a deployment comes to run, as the components of a cluster do, each of the object that it is about', () => {
    deploy(bench, 1);
    bench.settle();
    expect(bench.toldOf('Deployment')).toEqual([
      expect.stringMatching(/^ScalingReplicaSet Scaled up replica set web-\w+ from 0 to 1$/),
    ]);
    expect(bench.toldOf('ReplicaSet')).toEqual([expect.stringMatching(/^SuccessfulCreate Created pod: web-\w+-\w+$/)]);
    expect(bench.toldOf('Pod')).toEqual([
      expect.stringMatching(/^Scheduled Successfully assigned default\/web-\w+-\w+ to n$/),
      'Pulling Pulling image "web:1"',
      'Pulled Successfully pulled image "web:1" in 1s (1s including waiting)',
      'Created Created container: web',
      'Started Started container web',
    ]);
  });

  it('refer to their object, and are named, dated and signed as those of a kubelet', () => {
    deploy(bench, 1);
    bench.settle();
    const [pod] = bench.store.list(core.pods).items;
    const started = eventsIn(bench.store).find(({ reason }) => reason === 'Started');
    expect(started).toMatchObject({
      metadata: {
        namespace: 'default',
        name: expect.stringMatching(new RegExp(`^${pod?.metadata.name}\\.[0-9a-f]{16}$`)),
      },
      involvedObject: {
        ...{ apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: pod?.metadata.name, uid: pod?.metadata.uid },
        fieldPath: 'spec.containers{web}',
      },
      ...{ type: 'Normal', reason: 'Started', count: 1 },
      ...{ source: { component: 'kubelet', host: 'n' }, reportingComponent: 'kubelet', reportingInstance: 'n' },
      firstTimestamp: started?.metadata.creationTimestamp,
      lastTimestamp: started?.metadata.creationTimestamp,
    });
    const ofPod = { fieldSelector: `involvedObject.uid=${pod?.metadata.uid}` };
    expect(bench.store.list(core.events, ofPod).items.length).toBe(5);
    const text =
      started && eventColumns.map((column) => cellOf(column, started, Date.parse(started.lastTimestamp ?? '') + 5000));
    expect(text).toEqual(['5s', 'Normal', 'Started', `pod/${pod?.metadata.name}`, 'Started container web']);
  });

  it('tell of a container that crashes again and again by counting, not by more of them', () => {
    deploy(bench, 1);
    bench.settle();
    const pod = () => bench.store.list(core.pods).items[0];
    const say = (state: object, ready = false) => {
      bench.now += 10_000;
      const lastState = pod()?.status?.containerStatuses?.[0]?.state ?? {};
      const containerStatuses = [{ name: 'web', image: 'web:1', ready, state, lastState }];
      const name = { namespace: 'default', name: pod()?.metadata.name ?? '' };
      const status = { status: { podIP: '10.0.0.7', containerStatuses } };
      bench.store.patch(core.pods, name, status, { type: 'merge', subresource: 'status' });
      bench.witness.tell();
    };
    for (let crash = 0; crash < 3; crash++) {
      say({ terminated: { exitCode: 1 } });
      say({ waiting: { reason: 'CrashLoopBackOff' } });
      say({ running: {} });
    }
    const { name = '', uid = '' } = pod()?.metadata ?? {};
    const counts = eventsIn(bench.store)
      .filter(({ involvedObject }) => involvedObject.uid === uid)
      .map(({ type, message, count }) => `${count} ${type} ${message}`);
    const failed = 'Get "http://10.0.0.7:8080/ready": dial tcp 10.0.0.7:8080: connect: connection refused';
    expect(counts).toEqual(
      expect.arrayContaining([
        `3 Warning Back-off restarting failed container web in pod ${name}_default(${uid})`,
        // The first time it was ready when it ended.
        `2 Warning Readiness probe failed: ${failed}`,
        '1 Normal Successfully pulled image "web:1" in 1s (1s including waiting)',
        '3 Normal Container image "web:1" already present on machine',
        '4 Normal Started container web',
      ]),
    );
    const backOff = eventsIn(bench.store).find(({ reason }) => reason === 'BackOff');
    const [first, last] = [backOff?.firstTimestamp, backOff?.lastTimestamp].map((time) => Date.parse(time ?? ''));
    expect((last ?? 0) - (first ?? 0)).toBe(60_000);
  });

  it('tell of an image that could not be pulled, and of the second attempt', () => {
    deploy(bench, 1);
    bench.settle(({ weight }) => weight === 10 || weight === 8 || weight === 6);
    // To the failure, and then all the way.
    bench.settle(({ weight }) => weight === 0.15);
    bench.settle();
    expect(bench.toldOf('Pod').slice(1)).toEqual([
      'Pulling Pulling image "web:1"',
      'Failed Failed to pull image "web:1": connection reset by registry',
      'Failed Error: ErrImagePull',
      'BackOff Back-off pulling image "web:1"',
      'Failed Error: ImagePullBackOff',
      'Pulled Successfully pulled image "web:1" in 800ms (800ms including waiting)',
      'Created Created container: web',
      'Started Started container web',
    ]);
    const pulling = eventsIn(bench.store).find(({ reason }) => reason === 'Pulling');
    expect(pulling?.count).toBe(2);
  });

  it('tell of init containers, whose images are pulled first, and how long it took, as Go prints it', () => {
    const { store, witness } = bench;
    const at = { namespace: 'default', name: 'a' };
    const say = (afterMs: number, status: object) => {
      bench.now += afterMs;
      store.patch(core.pods, at, { status }, { type: 'merge', subresource: 'status' });
    };
    const [init, main] = ['init', 'main'].map((name) => ({ name, image: `${name}:1` }));
    const spec = {
      nodeName: 'n',
      initContainers: [{ name: 'init', image: 'init:1' }],
      containers: [{ name: 'main', image: 'main:1' }],
    };
    store.create(core.pods, { metadata: at, spec });
    witness.tell();
    expect(bench.toldOf('Pod').at(-1)).toBe('Pulling Pulling image "init:1"');
    say(3_725_250.4, { initContainerStatuses: [{ ...init, state: { running: {} } }] });
    say(1000, { containerStatuses: [{ ...main, state: { waiting: { reason: 'ContainerCreating' } } }] });
    say(61_500, { containerStatuses: [{ ...main, state: { running: {} } }] });
    witness.tell();
    expect(bench.toldOf('Pod')).toEqual([
      'Pulled Successfully pulled image "init:1" in 1h2m5.25s (1h2m5.25s including waiting)',
      'Created Created container: init',
      'Started Started container init',
      'Pulling Pulling image "main:1"',
      'Pulled Successfully pulled image "main:1" in 1m1.5s (1m1.5s including waiting)',
      'Created Created container: main',
      'Started Started container main',
    ]);
  });

  it('go on after the store forgot its past', () => {
    deploy(bench, 1);
    bench.store.compact();
    bench.settle();
    expect(bench.toldOf('Pod').at(-1)).toBe('Started Started container web');
  });

  it('tell why a pod waits without a node, once', () => {
    deploy(bench, 1);
    bench.store.patch(core.nodes, { name: 'n' }, { spec: { unschedulable: true } }, { type: 'merge' });
    bench.settle();
    const message = 'FailedScheduling 0/1 nodes are available: 1 node(s) were unschedulable.';
    expect(bench.toldOf('Pod')).toEqual([message]);
    expect(eventsIn(bench.store).find(({ reason }) => reason === 'FailedScheduling')).toMatchObject({
      ...{ type: 'Warning', count: 1, source: { component: 'default-scheduler' } },
    });
  });

  it('tell who took a pod away: its ReplicaSet, that has too many, or somebody else', () => {
    deploy(bench, 3);
    bench.settle();
    const [first] = bench.store.list(core.pods).items;
    bench.store.delete(
      core.pods,
      { namespace: 'default', name: first?.metadata.name ?? '' },
      { gracePeriodSeconds: 30 },
    );
    bench.settle();
    expect(bench.toldOf('Pod', first?.metadata.name).at(-1)).toBe('Killing Stopping container web');
    expect(bench.toldOf('ReplicaSet').filter((text) => text.startsWith('SuccessfulDelete'))).toEqual([]);
    bench.store.patch(apps.deployments, at, { spec: { replicas: 1 } }, { type: 'merge' });
    bench.settle();
    expect(bench.toldOf('ReplicaSet').filter((text) => text.startsWith('SuccessfulDelete')).length).toBe(2);
    expect(bench.toldOf('Deployment').at(-1)).toMatch(
      /^ScalingReplicaSet Scaled down replica set web-\w+ from 3 to 1$/,
    );
  });

  it('tell what happens to nodes, which belong to no namespace', () => {
    const { store, witness } = bench;
    const ready = (status: string) => ({ status: { conditions: [{ type: 'Ready', status }] } });
    store.create(core.nodes, { metadata: { name: 'n' } });
    for (const status of ['True', 'False'])
      store.patch(core.nodes, { name: 'n' }, ready(status), { type: 'merge', subresource: 'status' });
    for (const unschedulable of [true, null])
      store.patch(core.nodes, { name: 'n' }, { spec: { unschedulable } }, { type: 'merge' });
    store.delete(core.nodes, { name: 'n' });
    witness.tell();
    expect(bench.toldOf('Node')).toEqual([
      'RegisteredNode Node n event: Registered Node n in Controller',
      'NodeReady Node n status is now: NodeReady',
      'NodeNotReady Node n status is now: NodeNotReady',
      'NodeNotSchedulable Node n status is now: NodeNotSchedulable',
      'NodeSchedulable Node n status is now: NodeSchedulable',
      'RemovingNode Node n event: Removing Node n from Controller',
    ]);
    const [event] = eventsIn(store);
    expect(event).toMatchObject({
      metadata: { namespace: 'default' },
      involvedObject: { apiVersion: 'v1', kind: 'Node' },
    });
    expect(event?.involvedObject.namespace).toBeUndefined();
  });

  it('tell of a pod that its node is not ready, and not that its probe failed', () => {
    deploy(bench, 1);
    bench.settle();
    const before = bench.toldOf('Pod').length;
    const ready = { status: { conditions: [{ type: 'Ready', status: 'False' }] } };
    bench.store.patch(core.nodes, { name: 'n' }, ready, { type: 'merge', subresource: 'status' });
    bench.settle();
    expect(bench.toldOf('Pod').slice(before)).toEqual(['NodeNotReady Node is not ready']);
    expect(eventsIn(bench.store).find(({ message }) => message === 'Node is not ready')).toMatchObject({
      ...{ type: 'Warning', source: { component: 'node-controller' } },
    });
  });

  it('are the same for the same seed, and none is of the future or older than an hour', () => {
    const told = () => {
      const world = new DemoWorld(7, clock());
      for (let write = 0; write < 100; write++) world.act();
      return eventsIn(world.server.store);
    };
    const events = told();
    expect(told()).toEqual(events);
    const ages = events.map(({ lastTimestamp }) => START - Date.parse(lastTimestamp ?? ''));
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ages)).toBeLessThanOrEqual(3600_000);
    expect(events.length).toBeGreaterThan(100);
  });
});
