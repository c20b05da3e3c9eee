// The relay of the bench, in a process of its own: it relays the config maps of the server that it is told.
import { core, createInformer, fetchTransport } from '../../dist/index.js';
import { createRelay } from '../../dist/server.js';
import { answering } from './messages.mjs';

let started = process.cpuUsage();

answering({
  async start({ upstream, relay: options }) {
    const informer = createInformer({ transport: fetchTransport({ baseUrl: upstream }), resource: core.configMaps });
    const relay = createRelay({ informers: [informer], ...options });
    informer.start();
    await informer.ready();
    const { url } = await relay.listen({ maxConnections: 20_000, maxConnectionsPerClient: 20_000 });
    return url;
  },

  /** What this process has and has used; bytes and milliseconds. */
  usage({ reset = false, collect = false } = {}) {
    if (collect) for (let i = 0; i < 3; i++) globalThis.gc();
    const { user, system } = process.cpuUsage(started);
    if (reset) started = process.cpuUsage();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { cpuMs: (user + system) / 1000, userMs: user / 1000, rss, live: heapUsed + external };
  },
});
