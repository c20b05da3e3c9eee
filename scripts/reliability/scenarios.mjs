// What is done to the control plane, and what an informer is to make of it.
import { core, customResource } from '../../dist/index.js';
import { kubeConfigTransport } from '../../dist/node.js';
import { Follower } from './follower.mjs';
import { after } from './world.mjs';

/** So short, for a script, that a freeze need not last for minutes; a healthy watch is written to more often than that. */
const DEADLINE_MS = 6000;

const configMaps = '/api/v1/namespaces/default/configmaps';
const configMap = (name, value) => ({ metadata: { name }, data: { value: String(value) } });
const widgets = customResource({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** So long all is well, before a fault and after it. */
const CALM_MS = 3000;

/** Writes now and then, so that there is something to be missed; what is refused or gets no answer is left out. */
function churn(world, everyMs = 500) {
  let [going, count] = [true, 0];
  const done = (async () => {
    while (going) {
      const name = `churn-${count++ % 20}`;
      const [verb, path, body] =
        count % 5 === 0 ? ['DELETE', `${configMaps}/${name}`] : ['POST', configMaps, configMap(name, count)];
      await world.ask(verb, path, body).catch(() => {});
      await world.ask('PATCH', `${configMaps}/${name}`, { data: { value: String(count) } }).catch(() => {});
      await after(everyMs);
    }
  })();
  return async () => {
    going = false;
    await done;
  };
}

/** An informer that is live; the fault; and how long until all is well again after it. */
async function through(world, options, fault) {
  const follower = new Follower(world, { resource: core.configMaps, namespace: 'default', ...options });
  const stopChurn = churn(world);
  try {
    await follower.converged();
    await after(CALM_MS);
    const begin = Date.now();
    await fault(follower);
    const end = Date.now();
    await after(CALM_MS);
    await stopChurn();
    const at = await follower.converged();
    // When it was live again for good, or when it was seen to be right, where nothing was wrong meanwhile.
    const live = follower.statuses.findLast(({ phase, at: since }) => phase === 'live' && since > begin)?.at ?? end;
    return { follower, begin, recoveryMs: Math.max(0, live - end), seenMs: at - end };
  } finally {
    await stopChurn();
    follower.stop();
  }
}

function expectSaid({ follower, begin }, kind) {
  const said = follower.statuses.filter(({ at }) => at >= begin).map((status) => status.kind);
  if (!said.includes(kind))
    follower.broken.push(`L7: the status did not say "${kind}", but ${follower.saidSince(begin)}`);
}

async function killServer(world) {
  const result = await through(world, {}, () => world.killApiServer(5000));
  expectSaid(result, 'network');
  return result;
}

function killEtcd(world) {
  return through(world, {}, async () => {
    await world.plane.etcd.kill();
    await after(8000);
    world.plane.etcd.start();
    await world.ready();
  });
}

async function freezeServer(world) {
  const result = await through(world, { silenceDeadlineMs: DEADLINE_MS }, async () => {
    world.plane.apiServer.freeze();
    await after(4 * DEADLINE_MS);
    world.plane.apiServer.thaw();
    await world.ready();
  });
  expectSaid(result, 'silent');
  return result;
}

async function freezeEtcd(world) {
  const result = await through(world, { silenceDeadlineMs: DEADLINE_MS }, async () => {
    world.plane.etcd.freeze();
    await after(4 * DEADLINE_MS);
    world.plane.etcd.thaw();
    await world.ready();
  });
  expectSaid(result, 'silent');
  return result;
}

/** Behind the informer's back: while it cannot see, the history that it would resume from goes. */
async function compactHistory(world) {
  const result = await through(world, {}, async () => {
    for (let other = 0; other < 20; other++)
      await world.write('POST', '/api/v1/namespaces/default/secrets', { metadata: { generateName: 'other-' } });
    await world.plane.apiServer.kill();
    await world.plane.compact();
    world.plane.apiServer.start();
    await world.ready();
  });
  return result;
}

/** A service account's token: revoked by deleting the account, rotated by a new one. */
async function rotateToken(world) {
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  const binding = {
    metadata: { name: 'robot' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }],
  };
  await world.write('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', binding);
  const newToken = async () => {
    await world.write('POST', accounts, { metadata: { name: 'robot' } });
    const request = { spec: { audiences: [world.plane.url], expirationSeconds: 3600 } };
    return (await world.write('POST', `${accounts}/robot/token`, request)).status.token;
  };
  const kubeConfig = world.kubeConfig(await newToken());
  const result = await through(world, { transport: kubeConfigTransport(kubeConfig) }, async (follower) => {
    await world.write('DELETE', `${accounts}/robot`);
    await world.killApiServer(); // a watch outlives the token that it was opened with
    await until(() => follower.informer.status.failure?.kind === 'unauthorized');
    await after(3000);
    kubeConfig.users[0].token = await newToken();
  });
  expectSaid(result, 'unauthorized');
  await world.write('DELETE', `${accounts}/robot`);
  return result;
}

async function recreateDefinition(world) {
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const definition = {
    metadata: { name: 'widgets.example.com' },
    spec: {
      ...{ group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' } },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const widget = (name) => ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name } });
  await world.write('POST', DEFINITIONS, definition);
  await world.write('POST', WIDGETS, widget('old'));
  const result = await through(world, { resource: widgets }, async (follower) => {
    await world.write('DELETE', `${DEFINITIONS}/widgets.example.com`);
    await until(() => follower.informer.status.failure?.kind === 'notFound');
    await after(5000);
    await world.write('POST', DEFINITIONS, definition);
    await world.write('POST', WIDGETS, widget('new'));
  });
  expectSaid(result, 'notFound');
  const keys = [...result.follower.informer.snapshot.keys()].join();
  if (keys !== 'default/new') result.follower.broken.push(`L1: the widgets are ${keys}`);
  return result;
}

async function until(holds, limitMs = 60_000) {
  const end = Date.now() + limitMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${limitMs / 1000} s: ${holds}`);
    await after(20);
  }
}

export const SCENARIOS = [
  { name: 'kube-apiserver killed, started again after 5 s', run: killServer },
  { name: 'etcd killed, started again after 8 s', run: killEtcd },
  {
    name: `kube-apiserver frozen for ${(4 * DEADLINE_MS) / 1000} s, deadline ${DEADLINE_MS / 1000} s`,
    run: freezeServer,
  },
  { name: `etcd frozen for ${(4 * DEADLINE_MS) / 1000} s, deadline ${DEADLINE_MS / 1000} s`, run: freezeEtcd },
  { name: 'kube-apiserver killed, etcd compacted, started again', run: compactHistory },
  { name: 'token revoked, server restarted, token rotated', run: rotateToken },
  { name: 'CRD deleted, created again after 5 s', run: recreateDefinition },
];
