import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { type AccessRequest, type Authorize, createRelay, type RelayOptions } from '../../lib/server/index.js';
import type { Transport } from '../../lib/transport/index.js';
import type { Cluster } from './cluster.js';

export interface StartedRelay {
  readonly url: string;
  /** What it was asked for, as `verb resource`. */
  readonly asked: AccessRequest[];
  /** The lists and watches that it made itself, of config maps. */
  readonly upstream: readonly string[];
  /** Closes all connections of clients, and listens again on the same port. */
  interrupt(): Promise<void>;
  stop(): Promise<void>;
}

/** Default: everybody may read everything. */
type RelayStart = Pick<RelayOptions, 'authorize' | 'recheckMs'>;

const EVERYBODY: Authorize = () => ({ access: 'granted' });

/** A relay of a cluster's config maps and Secrets. */
export async function startRelay({ admin }: Cluster, options: RelayStart = {}): Promise<StartedRelay> {
  const { authorize = EVERYBODY, ...more } = options;
  const asked: AccessRequest[] = [];
  const upstream: string[] = [];
  const transport: Transport = {
    url: admin.url,
    request(request) {
      if (request.path.includes('/configmaps')) upstream.push(request.path);
      return admin.request(request);
    },
  };
  const informers = [
    createInformer({ transport, resource: core.configMaps }),
    createInformer({ transport, resource: core.secrets }),
  ];
  const relay = createRelay({
    informers,
    authorize(request) {
      asked.push(request);
      return authorize(request);
    },
    ...more,
  });
  for (const informer of informers) informer.start();
  let listening = await relay.listen();
  const { url } = listening;
  return {
    url,
    asked,
    upstream,
    async interrupt() {
      await listening.close();
      listening = await relay.listen({ port: Number(new URL(url).port) });
    },
    async stop() {
      await relay.stop();
      for (const informer of informers) informer.stop();
    },
  };
}
