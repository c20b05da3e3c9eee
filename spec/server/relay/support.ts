import { throwError } from 'rxjs';
import { createInformer, type Informer, type InformerOptions } from '../../../lib/informer/index.js';
import { core, type Plain, type Resource } from '../../../lib/kubernetes/index.js';
import { createRelay, type RelayOptions } from '../../../lib/server/index.js';
import { TransportError } from '../../../lib/transport/index.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import { WatchReader } from '../support/ask.js';
import { START, testServer } from '../support/server.js';

export const namespace = 'default';
export const PATH = '/api/v1/configmaps';

type ConfigMap = typeof core.configMaps extends Resource<infer K> ? K : never;

export interface SetUp {
  readonly relay?: Partial<RelayOptions>;
  readonly informer?: Partial<InformerOptions<ConfigMap>>;
  /** Whether the informer runs before anybody asks. Default: true. */
  readonly started?: boolean;
}

/** A relay of the config maps of a server in the process, in virtual time. */
export async function setUp({ relay = {}, informer = {}, started = true }: SetUp = {}) {
  const scheduler = new TestClock(START);
  const server = testServer({ scheduler });
  const { store } = server;
  const upstream = server.transport();
  const requests: string[] = [];
  let isDown = false;
  const transport = {
    url: upstream.url,
    request: (request: Parameters<typeof upstream.request>[0]) => {
      if (isDown) return throwError(() => new TransportError('network', 'connection refused', 'ECONNREFUSED'));
      requests.push(request.path);
      return upstream.request(request);
    },
  };
  const common = { transport, resource: core.configMaps, scheduler, random: () => 0.5 };
  const configMaps: Informer<Plain<ConfigMap>> = createInformer<ConfigMap>({ ...common, ...informer });
  const relaying = createRelay({ informers: [configMaps], scheduler, now: () => START, ...relay });
  if (started) configMaps.start();
  await settled();
  const clientTransport = relaying.transport();
  return {
    server,
    store,
    scheduler,
    requests,
    informer: configMaps,
    relay: relaying,
    transport: clientTransport,
    /** Whether nobody gets through to the server; who is through is cut off. */
    setDown(down: boolean): void {
      isDown = down;
      if (down) server.cutConnections();
    },
    create: (name: string, labels?: Record<string, string>) =>
      store.create(core.configMaps, { metadata: { name, namespace, ...(labels && { labels }) } }),
    change: (name: string, data: Record<string, string>) =>
      store.patch(core.configMaps, { namespace, name }, { data }, { type: 'merge' }),
    remove: (name: string) => store.delete(core.configMaps, { namespace, name }),
    watch: (query = '', headers?: Record<string, string>) =>
      new WatchReader(clientTransport, `${PATH}?watch=1${query}`, headers),
  };
}
