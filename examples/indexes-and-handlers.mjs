// An index, a selection that is told only when it changed, client-go's callbacks, and a clean end. Needs no cluster: its API server is in memory.
import { core, createInformer, select } from 'rxinformer';
import { createApiServer } from 'rxinformer/server';
import { firstValueFrom } from 'rxjs';

const server = createApiServer();
const pod = (name, nodeName) => ({
  metadata: { name, namespace: 'default' },
  spec: { nodeName, containers: [{ name: 'web', image: 'web:1' }] },
});
server.store.create(core.pods, pod('web-0', 'worker-1'));
server.store.create(core.pods, pod('web-1', 'worker-2'));

const pods = createInformer({
  transport: server.transport(),
  resource: core.pods,
  indexers: { node: ({ spec }) => (spec?.nodeName ? [spec.nodeName] : []) },
});

pods.snapshot$
  .pipe(select((snapshot) => snapshot.indexKeys('node', 'worker-1')))
  .subscribe((keys) => console.log('on worker-1:', keys.join(', ') || 'nothing'));

const handler = pods.addEventHandler({
  onAdd: ({ metadata }, isInInitialList) => console.log(isInInitialList ? 'was there:' : 'new:', metadata.name),
  onDelete: (object) => console.log('gone:', 'metadata' in object ? object.metadata.name : object.key),
});
await handler.synced;

server.store.create(core.pods, pod('web-2', 'worker-1'));
server.store.delete(core.pods, { namespace: 'default', name: 'web-1' });
await firstValueFrom(pods.deleted$);
pods.stop();
