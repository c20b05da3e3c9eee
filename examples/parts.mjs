// The parts of an informer, put together by hand: what the server says, buffered by key, made into commits.
import { core, deltaFIFO, Indexer, indexInto, reflector } from 'rxinformer';
import { createApiServer } from 'rxinformer/server';
import { take, tap } from 'rxjs';

const server = createApiServer();
const configMap = (name) => ({ metadata: { name, namespace: 'default' }, data: {} });
server.store.create(core.configMaps, configMap('first'));

const indexer = new Indexer();

// Soon after the list, something happens.
const change = ({ type }) => {
  if (type === 'replace') setTimeout(() => server.store.create(core.configMaps, configMap('second')));
};

await reflector({ transport: server.transport(), resource: core.configMaps })
  .pipe(tap(change), deltaFIFO({ knownObjects: indexer }), indexInto(indexer), take(2))
  .forEach(({ cause, changes }) => {
    console.log(cause, changes.map(({ type, key }) => `${type} ${key}`).join(', '));
  });

console.log(indexer.listKeys().join(', '));
