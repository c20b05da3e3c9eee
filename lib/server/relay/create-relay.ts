import { setMaxListeners } from 'node:events';
import { asyncScheduler } from 'rxjs';
import type { Transport } from '../../transport/index.js';
import { Discovery, READ_VERBS } from '../http/discovery.js';
import { createHandler, type Handler } from '../http/handler.js';
import type { HttpOptions } from '../http/http-options.js';
import { InProcessBinding, type InProcessOptions } from '../http/in-process.js';
import type { Listening } from '../http/listening.js';
import { HttpBinding } from '../http/node-binding.js';
import { OpenApi } from '../http/openapi.js';
import { WebSocketBinding } from '../http/web-socket/index.js';
import type { Site } from '../site/index.js';
import { isSameResource, type Served } from '../store/served.js';
import { checkRelay, type RelayOptions } from './options.js';
import { RelayHandler } from './relay-handler.js';
import { RelayedInformer } from './relayed-informer.js';

/** Serves what informers hold. */
export interface Relay {
  /**
   * Serves over HTTP, and over WebSockets for `relayTransport`. On loopback unless `host` says otherwise, which needs `authorize`. Answers to known
   * names only: those of loopback, `host` and `allowedHosts`; and to no page of another site but those of `allowedOrigins`. May be called more
   * than once, for more than one port.
   */
  listen(options?: HttpOptions): Promise<Listening>;
  /** The same without a socket. */
  transport(options?: InProcessOptions): Transport;
  /** Answers one request: for other ways to it. */
  readonly handler: Handler;
  /** Resets every open request, on sockets and in the process, as a network that fails. Clients may come back at once. */
  cutConnections(): void;
  /** Ends all connections and frees all ports, for good: `listen()` rejects after it. The informers go on. */
  stop(): Promise<void>;
}

/**
 * A relay: serves list and watch of what informers hold, from memory, in the API of Kubernetes, so that any number of clients cost the API server
 * one watch of each informer. Read-only.
 *
 * Each object is made into JSON once and each change written to all clients as the same bytes. Watches can be resumed from recent versions; a client that
 * reads slowly is told at most one event a key of what it missed, and one that does not read is cut off. What is wrong between the relay and the
 * cluster is told to clients in bookmarks that are annotated `rxinformer.dev/upstream`.
 *
 * @example
 * const pods = createInformer({ transport: kubeConfigTransport(kubeConfig), resource: core.pods });
 * const relay = createRelay({ informers: [pods] });
 * const { url } = await relay.listen({ port: 8001 }); // kubectl --server "$url" get pods --watch
 * @throws RangeError or TypeError that names an option which cannot be
 */
export function createRelay(options: RelayOptions): Relay {
  checkRelay(options);
  const { informers, authorize, site, scheduler = asyncScheduler, now = Date.now, waitMs = 10_000 } = options;
  const { keepAliveMs = 60_000, slowClientMs = 30_000, includeSecretData = false } = options;
  const { historyBytes = 16 * 1024 * 1024, bookmarkIntervalMs = 60_000, flushMs = 50 } = options;
  const { recheckMs = 60_000, recheckGraceMs = 120_000, random = Math.random } = options;
  const { maxFieldSets = 32, maxFieldSetsPerClient = 8 } = options;
  const how = {
    scheduler,
    now,
    waitMs,
    keepAliveMs,
    historyBytes,
    flushMs,
    bookmarkIntervalMs,
    slowClientMs,
    maxFieldSets,
    maxFieldSetsPerClient,
    includeSecretData,
  };
  const relayed = informers.map((informer) => new RelayedInformer(informer, how));
  const served = distinct(relayed.map((each) => each.served));
  const stopping = new AbortController();
  // Each request that waits for a decision listens.
  setMaxListeners(0, stopping.signal);
  const handler = createHandler({
    resources: new RelayHandler(relayed),
    documents: [new Discovery(served, READ_VERBS), new OpenApi(served, false)],
    authorize,
    scheduler,
    stopping: stopping.signal,
    recheck: { everyMs: recheckMs, graceMs: recheckGraceMs, scheduler, random },
  });
  const webSockets = new WebSocketBinding(handler, { scheduler });
  const http = new HttpBinding(site === undefined ? handler : behind(site, handler), {
    name: 'the relay',
    readOnly: true,
    strict: true,
    authorizes: authorize !== undefined,
    upgrade: webSockets.upgrade.bind(webSockets),
  });
  const inProcess = new InProcessBinding(handler);
  const open = new Set<Listening>();
  return {
    handler,
    async listen(listenOptions = {}) {
      if (stopping.signal.aborted) throw stopped();
      const listening = await http.listen(listenOptions);
      open.add(listening);
      if (!stopping.signal.aborted) return listening;
      await listening.close();
      throw stopped();
    },
    transport: (transportOptions = {}) => inProcess.transport(transportOptions),
    cutConnections() {
      http.cut();
      inProcess.cut();
    },
    async stop() {
      stopping.abort();
      for (const each of relayed) each.stop();
      inProcess.cut();
      await Promise.all([...open].map((listening) => listening.close()));
    },
  };
}

function stopped(): Error {
  return new Error('the relay was stopped, for good: createRelay() makes another one, which can listen');
}

function behind(site: Site, handler: Handler): Handler {
  return (request) => site.answer(request) ?? handler(request);
}

/** A resource of which several informers hold a part is told once. */
function distinct(served: readonly Served[]): readonly Served[] {
  return served.filter(({ resource }, i) => served.findIndex((each) => isSameResource(each.resource, resource)) === i);
}
