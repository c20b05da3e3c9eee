import { type AccessDecision, createApiServer } from '../../lib/server/index.js';
import { fetchTransport } from '../../lib/transport/index.js';
import { type Cluster, untilReady } from './cluster.js';

const DECISIONS: Readonly<Record<string, AccessDecision>> = {
  'admin-token': { access: 'granted' },
  'nobody-token': { access: 'denied', user: 'nobody' },
};

/** The embedded server on a socket, which is to behave as the real one does. */
export async function startEmbeddedCluster(): Promise<Cluster> {
  const server = createApiServer({ authorize: ({ token = '' }) => DECISIONS[token] ?? { access: 'unauthenticated' } });
  let listening = await server.listen({});
  const { url } = listening;
  // A kubeconfig's token is not sent to a plain http:// server, so this is the other transport's turn.
  const transport = (token: string) => fetchTransport({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
  return {
    admin: transport('admin-token'),
    nobody: transport('nobody-token'),
    stranger: transport('wrong-token'),
    async forget() {
      server.store.compact();
    },
    async restart() {
      await listening.close();
      listening = await server.listen({ port: Number(new URL(url).port) });
      await untilReady(transport('admin-token'));
    },
    stop: () => listening.close(),
  };
}
