import { describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { createInformer } from '../../../lib/informer/index.js';
import { core } from '../../../lib/kubernetes/index.js';
import { createRelay, type Relay } from '../../../lib/server/index.js';
import { relayTransport, type Transport } from '../../../lib/transport/index.js';
import { ask } from '../support/ask.js';
import { operator } from '../support/operator.js';
import { testServer } from '../support/server.js';

const LIST = '/api/v1/configmaps';
const reports = operator();

/** A relay that makes a mistake of its own when it tells the age of what it has. */
async function mistaken() {
  const server = testServer();
  server.store.create(core.configMaps, { metadata: { name: 'a', namespace: 'default' } });
  const configMaps = createInformer({ transport: server.transport(), resource: core.configMaps });
  await configMaps.ready();
  const now = () => {
    throw new Error('the key of the vault is 42');
  };
  return { relay: createRelay({ informers: [configMaps], now }), informer: configMaps };
}

const table = (path: string) => ({ path, headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } });

const WAYS: readonly [string, (relay: Relay) => Promise<Transport>][] = [
  ['within the process', async (relay) => relay.transport()],
  ['over a WebSocket', async (relay) => relayTransport((await relay.listen()).url, { webSocket: WebSocket })],
];

describe('a mistake of the server itself', () => {
  it.each(WAYS)('is told to the operator; the client is told to tell him (%s)', async (_, way) => {
    const { relay, informer } = await mistaken();
    const transport = await way(relay);
    const answer = await ask(transport, table('/api/v1/namespaces/default/configmaps/a'));
    expect([answer.status, answer.json]).toEqual([
      500,
      {
        ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'InternalError', code: 500 },
        message:
          'Internal error occurred: this server made a mistake of its own, of which its operator is told; ask again, and if it goes on, tell them what you asked for',
      },
    ]);
    expect((await ask(transport, LIST)).status).toBe(200);
    expect(await reports()).toEqual([new Error('the key of the vault is 42')]);
    informer.stop();
    await relay.stop();
  });
});
