// The reflector alone: what the server says of a collection, for ever, and what is wrong meanwhile. Here it feeds a plain Map.
import { core, keyOf, reflector } from 'rxinformer';
import { createApiServer } from 'rxinformer/server';
import { take } from 'rxjs';

const server = createApiServer();
const configMap = (name, data) => ({ metadata: { name, namespace: 'default' }, data });
server.store.create(core.configMaps, configMap('colors', { sky: 'blue' }));

const collection = new Map();

/** Every word that the reflector has. */
function hear(event) {
  switch (event.type) {
    case 'replace':
      collection.clear();
      for (const object of event.objects) collection.set(keyOf(object), object.data);
      break;
    case 'added':
    case 'modified':
      collection.set(keyOf(event.object), event.object.data);
      break;
    case 'deleted':
      collection.delete(keyOf(event.object));
      break;
    case 'bookmark':
      break;
  }
  console.log(event.type, JSON.stringify(Object.fromEntries(collection)));
  // Soon after the list, something happens.
  if (event.type === 'replace') setTimeout(() => server.store.create(core.configMaps, configMap('fonts', {})));
  if (event.type === 'added')
    setTimeout(() => server.store.delete(core.configMaps, { namespace: 'default', name: 'colors' }));
}

await reflector({
  transport: server.transport(),
  resource: core.configMaps,
  onStatus: ({ phase }) => console.log('status:', phase),
})
  .pipe(take(3))
  .forEach(hear);
