import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { createInformer } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { createApiServer, type Listening } from '../../../lib/server/index.js';
import { relayTransport } from '../../../lib/transport/index.js';

describe('relayTransport', () => {
  const listenings: Listening[] = [];
  afterEach(async () => {
    for (const listening of listenings.splice(0)) await listening.close();
  });

  it('brings an informer what any other transport would', async () => {
    const server = createApiServer({ webSocket: true });
    const listening = await server.listen();
    listenings.push(listening);
    server.store.create(core.pods, { metadata: { name: 'a', namespace: 'default' }, spec: { containers: [] } });
    const transport = relayTransport(listening.url, { webSocket: WebSocket });
    const pods = createInformer({ transport, resource: core.pods });
    expect([...(await pods.ready()).keys()]).toEqual(['default/a']);
    server.store.create(core.pods, { metadata: { name: 'b', namespace: 'default' }, spec: { containers: [] } });
    await pods.waitFor('default/b', (pod) => pod !== undefined);
    expect(transport.way).toEqual({ via: 'webSocket' });
    pods.stop();
  });
});
