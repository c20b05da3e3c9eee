// The relay of the bench, in a process of its own: it relays the config maps of the server that it is told.
import { Socket } from 'node:net';
import { core, createInformer, fetchTransport } from '../../dist/index.js';
import { createRelay } from '../../dist/server.js';
import { answering } from './messages.mjs';

let started = process.cpuUsage();

/** Writes to sockets: what most of the time goes into, so that a machine with other work can be told from an expensive relay. */
let writes = 0;
const { _writeGeneric } = Socket.prototype;
Socket.prototype._writeGeneric = function counted(...given) {
  writes++;
  return _writeGeneric.apply(this, given);
};

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
    const written = writes;
    if (reset) {
      started = process.cpuUsage();
      writes = 0;
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    return { cpuMs: (user + system) / 1000, userMs: user / 1000, writes: written, rss, live: heapUsed + external };
  },
});
