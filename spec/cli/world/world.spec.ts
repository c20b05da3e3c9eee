import { describe, expect, it, jest } from '@jest/globals';
import type { V1Pod } from '@kubernetes/client-node';
import { cellOf } from '../../../lib/cli/columns/column.js';
import { podColumns } from '../../../lib/cli/columns/pods.js';
import { DemoWorld } from '../../../lib/cli/demo/demo-world.js';
import { perform, worldIn } from '../../../lib/cli/demo/perform.js';
import { toldReason } from '../../../lib/cli/world/scheduler.js';
import { duties, step } from '../../../lib/cli/world/step.js';
import { imageOf, isDown, isGoing, isReady, isSettled } from '../../../lib/cli/world/world.js';
import { apps, core, type Plain } from '../../../lib/kubernetes/index.js';
import { createApiServer } from '../../../lib/server/index.js';
import { choose, seeded } from '../../../lib/testing/index.js';
import { TestClock } from '../../support/virtual-time.js';

/** Real sockets, or thousands of writes, on a machine that may be busy. */
jest.setTimeout(30_000);

const clock = () => {
  const made = new TestClock();
  made.frame = Date.parse('2030-01-01T00:00:00Z');
  return made;
};

function statusOf(pod: Plain<V1Pod>): string {
  const column = podColumns.find(({ title }) => title === 'STATUS');
  return column === undefined ? '' : cellOf(column, pod, 0);
}

/** What a world is after so many writes. */
function worldAfter(seed: number, writes: number): object {
  const world = new DemoWorld(seed, clock());
  for (let write = 0; write < writes; write++) world.act();
  return worldIn(world.server.store);
}

describe('the demo world', () => {
  it('tells the same story for the same seed, and another for another', () => {
    expect(worldAfter(7, 100)).toEqual(worldAfter(7, 100));
    expect(worldAfter(7, 0)).not.toEqual(worldAfter(8, 0));
  });

  it('has a past: pods of many ages, none from the future', () => {
    const time = clock();
    const { server } = new DemoWorld(1, time);
    const ages = server.store
      .list(core.pods)
      .items.map(({ metadata }) => time.now() - Date.parse(metadata.creationTimestamp));
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ages)).toBeGreaterThan(24 * 3600_000);
  });

  it('shows, before long, all that may become of a pod and a node, and comes to rest in between', () => {
    const world = new DemoWorld(2, clock());
    const { store } = world.server;
    const seen = new Set<string>();
    const [statuses, images] = [
      ['Pending', 'Init:0/1', 'ContainerCreating', 'Running', 'Terminating', 'Error', 'OOMKilled', 'CrashLoopBackOff'],
      ['ErrImagePull', 'ImagePullBackOff'],
    ];
    const wanted = [...statuses, ...images, 'a node is drained', 'a node is not ready', 'a deployment rolls out'];
    let rests = 0;
    for (let write = 0; write < 2000 && (rests <= 5 || wanted.some((state) => !seen.has(state))); write++) {
      world.act();
      const { pods, nodes, deployments } = worldIn(store);
      for (const pod of pods) seen.add(statusOf(pod));
      if (nodes.some(({ spec }) => spec?.unschedulable)) seen.add('a node is drained');
      if (nodes.some(isDown)) seen.add('a node is not ready');
      if (deployments.every(isSettled)) rests++;
      if (deployments.some((deployment) => !isSettled(deployment))) seen.add('a deployment rolls out');
    }
    expect([...seen]).toEqual(expect.arrayContaining(wanted));
    expect(rests).toBeGreaterThan(5);
  });

  it.each([1, 2, 3, 4, 5, 6])('with seed %d shows within two minutes, 480 writes, what people look for', (seed) => {
    const world = new DemoWorld(seed, clock());
    const { store } = world.server;
    const seen = new Set<string>();
    for (let write = 0; write < 480; write++) {
      world.act();
      const { nodes, pods } = worldIn(store);
      if (nodes.some(isDown)) seen.add('a node is not ready');
      if (nodes.some(({ spec }) => spec?.unschedulable === true)) seen.add('a node is drained');
      if (pods.some((pod) => toldReason(pod) !== undefined)) seen.add('a pod waits for a node');
    }
    expect([...seen].sort()).toEqual(['a node is drained', 'a node is not ready', 'a pod waits for a node']);
    const reasons = store.list(core.events).items.map(({ reason }) => reason);
    expect(reasons).toEqual(expect.arrayContaining(['NodeNotReady', 'FailedScheduling']));
  });

  it('a node that is not ready: nobody is sent to its pods, and none comes, until it is ready again', () => {
    const { store } = createApiServer();
    const random = seeded(1);
    const settle = () => {
      for (let write = 0; write < 100; write++) {
        const action = choose(
          [...duties(worldIn(store))].filter(({ weight }) => weight > 0.16),
          random,
        )?.act(random, 0);
        if (action === undefined) return;
        perform(store, action);
      }
      throw new Error('the world does not come to rest');
    };
    const tell = (name: string, status: string) =>
      store.patch(
        core.nodes,
        { name },
        { status: { conditions: [{ type: 'Ready', status }] } },
        { type: 'merge', subresource: 'status' },
      );
    const pods = () => store.list(core.pods).items.map((pod) => [pod.metadata.name, pod.spec?.nodeName, isReady(pod)]);
    const create = (name: string) =>
      store.create(core.pods, {
        metadata: { name, namespace: 'default' },
        spec: { containers: [{ name: 'a', image: 'a:1' }] },
      });
    store.create(core.nodes, { metadata: { name: 'n' } });
    create('old');
    settle();
    expect(pods()).toEqual([['old', 'n', true]]);
    tell('n', 'False');
    create('young');
    settle();
    expect(pods()).toEqual([
      ['old', 'n', false],
      ['young', undefined, false],
    ]);
    expect(store.get(core.pods, { namespace: 'default', name: 'young' }).status?.conditions?.[0]?.message).toBe(
      '0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready: }.',
    );
    tell('n', 'True');
    settle();
    expect(pods()).toEqual([
      ['old', 'n', true],
      ['young', 'n', true],
    ]);
  });

  it('a pod goes only to a node with the labels that it wants, and is told anew why it waits when that changes', () => {
    const { store } = createApiServer();
    const random = seeded(1);
    const act = () => {
      const action = choose([...duties(worldIn(store))], random)?.act(random, 0);
      if (action !== undefined) perform(store, action);
      return store.get(core.pods, { namespace: 'default', name: 'a' });
    };
    const told = () => act().status?.conditions?.[0]?.message;
    const spec = { containers: [{ name: 'a', image: 'a:1' }], nodeSelector: { disktype: 'ssd' } };
    store.create(core.nodes, { metadata: { name: 'm' } });
    store.create(core.pods, { metadata: { name: 'a', namespace: 'default' }, spec });
    expect(told()).toBe("0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.");
    store.create(core.nodes, { metadata: { name: 'n', labels: { disktype: 'ssd' } }, spec: { unschedulable: true } });
    for (let write = 0; write < 50; write++) act();
    expect(told()).toBe(
      "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) were unschedulable.",
    );
    store.patch(core.nodes, { name: 'n' }, { spec: { unschedulable: null } }, { type: 'merge' });
    for (let write = 0; write < 50; write++) act();
    expect(act().spec?.nodeName).toBe('n');
  });

  it('rolls a deployment with at most a quarter more pods, and at most a quarter fewer that are ready, and then is done', () => {
    const { store } = createApiServer();
    const random = seeded(1);
    const act = () => {
      const action = choose(
        [...duties(worldIn(store))].filter(({ weight }) => weight > 0.1),
        random,
      )?.act(random, 0);
      if (action !== undefined) perform(store, action);
      return action !== undefined;
    };
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } };
    const at = { namespace: 'default', name: 'web' };
    store.create(core.nodes, { metadata: { name: 'n' } });
    store.create(apps.deployments, { metadata: at, spec: { replicas: 8, selector: {}, template } });
    while (act());
    const containers = [{ name: 'web', image: 'web:2' }];
    store.patch(apps.deployments, at, { spec: { template: { spec: { containers } } } }, { type: 'merge' });
    const [ready, all]: [number[], number[]] = [[], []];
    while (act()) {
      const pods = store.list(core.pods).items.filter((pod) => !isGoing(pod));
      ready.push(pods.filter(isReady).length);
      all.push(pods.length);
    }
    expect([Math.min(...ready), Math.max(...all)]).toEqual([6, 10]);
    expect(store.get(apps.deployments, at)).toMatchObject({
      status: { replicas: 8, updatedReplicas: 8, availableReplicas: 8 },
    });
    expect(new Set(store.list(core.pods).items.map(imageOf))).toEqual(new Set(['web:2']));
  });

  it('answers what others do: a pod that is deleted is replaced, what is left of a deleted deployment goes, a pod that is created runs', () => {
    const world = new DemoWorld(1, clock());
    const { store } = world.server;
    store.create(core.pods, {
      metadata: { name: 'mine', namespace: 'default' },
      spec: { containers: [{ name: 'a', image: 'a:1' }] },
    });
    store.delete(apps.deployments, { namespace: 'shop', name: 'web' });
    store.patch(apps.deployments, { namespace: 'shop', name: 'search' }, { spec: { replicas: 6 } }, { type: 'merge' });
    let ran = false;
    for (let write = 0; write < 400; write++) {
      world.act();
      ran ||= store.list(core.pods).items.some((pod) => pod.metadata.name === 'mine' && isReady(pod));
    }
    expect(ran).toBe(true);
    const { items } = store.list(core.pods);
    expect(items.filter(({ metadata }) => metadata.labels?.app === 'web')).toEqual([]);
    expect(items.filter(({ metadata }) => metadata.labels?.app === 'search').length).toBeGreaterThan(3);
    expect(items.filter((pod) => isReady(pod) && !isGoing(pod)).length).toBeGreaterThan(10);
  });

  it('leaves alone what no API server with schemas would have let in', () => {
    const world = new DemoWorld(1, clock());
    const { store } = world.server;
    store.create(core.pods, { metadata: { name: 'empty', namespace: 'default' } });
    store.create(apps.deployments, { metadata: { name: 'empty', namespace: 'default' } });
    for (let write = 0; write < 200; write++) world.act();
    expect(store.get(core.pods, { namespace: 'default', name: 'empty' }).spec).toBeUndefined();
  });

  it('does nothing where there is nothing', () => {
    expect(step({ nodes: [], deployments: [], replicaSets: [], pods: [] }, seeded(1), 0)).toBeUndefined();
  });

  it('without a node pods wait, and are told why', () => {
    const { store } = createApiServer();
    store.create(core.pods, { metadata: { name: 'a', namespace: 'default' }, spec: { containers: [] } });
    const action = step(worldIn(store), seeded(1), 0);
    if (action !== undefined) perform(store, action);
    expect(store.get(core.pods, { namespace: 'default', name: 'a' }).status?.conditions).toMatchObject([
      { reason: 'Unschedulable' },
    ]);
    expect(step(worldIn(store), seeded(1), 0)).toBeUndefined();
  });
});
