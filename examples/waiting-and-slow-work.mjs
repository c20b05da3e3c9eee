// Waits for what was written and for what an object becomes, and does slow work for events without holding anybody up. Needs no cluster: its API
// server is in memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce, core, createInformer } from 'rxinformer';
import { createApiServer } from 'rxinformer/server';

const server = createApiServer();
const at = { namespace: 'default', name: 'web-0' };
const put = (phase) =>
  server.store.patch(core.pods, at, { status: { phase } }, { type: 'merge', subresource: 'status' }).metadata;

const pods = createInformer({ transport: server.transport(), resource: core.pods });
pods.start(); // waiting alone holds the connection only while it waits

// Read your writes: a snapshot that has what was just created.
const { metadata } = server.store.create(core.pods, { metadata: at, spec: { containers: [] } });
const snapshot = await pods.atLeast(metadata.resourceVersion, { timeout: 20_000 });
console.log('created:', [...snapshot.keys()].join(', '));

// A reconcile loop in small: one event at a time for each key, and what came meanwhile is one event.
const consumption = pods.consume(
  async ({ type, object }) => {
    console.log('work on:', type, object.status.phase);
    await sleep(50);
  },
  { concurrency: 4, keep: 'latest' },
);
// A screen in small: at most one commit in 20 ms.
pods.changes$.pipe(coalesce(20)).subscribe(({ changes }) => console.log('draw:', changes.length));

const running = pods.waitFor('default/web-0', (pod) => pod?.status?.phase === 'Running', { timeout: 20_000 });
await sleep(0); // the work on the add has begun
put('Scheduled');
put('Running');
console.log('is now:', (await running).status.phase);

await sleep(150);
const gone = pods.waitFor('default/web-0', (pod) => pod === undefined);
server.store.delete(core.pods, at);
console.log('is now:', await gone);

await sleep(30);
consumption.unsubscribe(); // no new work; what is being done is waited for
await consumption.finished;
pods.stop();

const late = await pods.waitFor('default/web-1', (pod) => pod !== undefined).catch((error) => error);
console.log(`${late.name}: ${late.message}`);
