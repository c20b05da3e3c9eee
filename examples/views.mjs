// A live table: the ten web pods that restart most, among those that match what somebody types, each with the zone of its node; and a line a node. Needs no cluster: its API
// server is in memory.
import {
  core,
  count,
  createInformer,
  descending,
  groupBy,
  joinBy,
  orderBy,
  project,
  search,
  select,
  slice,
  sum,
  where,
} from 'rxinformer';
import { createApiServer } from 'rxinformer/server';
import { BehaviorSubject } from 'rxjs';

const server = createApiServer();
/** A pod, and what its kubelet says of it. */
function run(name, tier, restartCount) {
  const metadata = { name, namespace: 'default', labels: { tier } };
  const nodeName = `worker-${restartCount % 2}`;
  const pod = server.store.create(core.pods, { metadata, spec: { nodeName, containers: [] } });
  const containerStatuses = [{ name: 'main', image: 'main:1', imageID: '', ready: true, restartCount }];
  server.store.update(
    core.pods,
    { ...pod, status: { phase: 'Running', containerStatuses } },
    { subresource: 'status' },
  );
}
for (const [i, zone] of ['east', 'west'].entries())
  server.store.create(core.nodes, { metadata: { name: `worker-${i}`, labels: { zone } } });
for (let i = 0; i < 30; i++) run(`web-${i}`, 'web', i % 7);
run('nightly', 'batch', 1000);

const transport = server.transport();
const pods = createInformer({ transport, resource: core.pods });
const nodes = createInformer({ transport, resource: core.nodes });
const typed$ = new BehaviorSubject('');

const restartsOf = ({ status }) => (status?.containerStatuses ?? []).reduce((all, each) => all + each.restartCount, 0);
const webPods$ = pods.changes$.pipe(where(({ metadata }) => metadata.labels?.tier === 'web'));

webPods$
  .pipe(
    search(typed$, ({ metadata, spec }) => [metadata.name, spec?.nodeName]),
    orderBy(descending(restartsOf), ({ metadata }) => metadata.name),
    slice(0, 10),
    joinBy(nodes.changes$, ({ spec }) => spec?.nodeName),
    project(({ object, other }) => `${object.metadata.name} ${restartsOf(object)} ${other?.metadata.labels?.zone}`),
  )
  .subscribe(({ snapshot }) => console.log(`${snapshot.list().slice(0, 3).join(', ')}, … of ${snapshot.total}`));

webPods$
  .pipe(
    groupBy(({ spec }) => spec?.nodeName, { pods: count(), restarts: sum(restartsOf) }),
    select(({ snapshot }) => snapshot.list()),
  )
  .subscribe((list) => console.log(list.map((each) => `${each.key}: ${each.pods}, ${each.restarts}`).join('; ')));

await Promise.all([pods.ready(), nodes.ready()]);
typed$.next('worker-1');
typed$.next('web-2 worker-1');
run('web-221', 'web', 9);
await pods.waitFor('default/web-221', (pod) => pod?.status?.phase === 'Running');
pods.stop();
nodes.stop();
