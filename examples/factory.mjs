// Informers that are shared by all who ask for the same, and a set of namespaces that changes. Needs no cluster: its API server is in memory.
import { core, createInformerFactory } from 'rxinformer';
import { createApiServer } from 'rxinformer/server';
import { BehaviorSubject, filter, firstValueFrom } from 'rxjs';

const server = createApiServer();
for (const name of ['shop', 'billing']) server.store.create(core.namespaces, { metadata: { name } });
const settings = (namespace) => ({ metadata: { name: 'settings', namespace } });
server.store.create(core.configMaps, settings('shop'));
server.store.create(core.configMaps, settings('billing'));

const namespace = new BehaviorSubject(['shop']);
const factory = createInformerFactory({ transport: server.transport(), namespace });
const configMaps = factory.informer(core.configMaps);
console.log('the same informer:', factory.informer(core.configMaps) === configMaps);

await factory.ready();
configMaps.events$.subscribe(({ type, key }) => console.log(type, key));

namespace.next(['shop', 'billing']);
await firstValueFrom(configMaps.added$.pipe(filter(({ key }) => key === 'billing/settings')));
namespace.next(['billing']);
await firstValueFrom(configMaps.deleted$);

factory.stop();
