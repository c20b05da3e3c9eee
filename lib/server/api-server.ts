import { randomUUID } from 'node:crypto';
import { asyncScheduler, type SchedulerLike } from 'rxjs';
import { allResources, type Resource } from '../kubernetes/index.js';
import { aFunction, BOOLEAN, checkGiven, optional, type Rules, SCHEDULER, TEXT } from '../reflector/index.js';
import type { Transport } from '../transport/index.js';
import type { Authorize } from './http/authorize.js';
import { ALL_VERBS, Discovery } from './http/discovery.js';
import { createHandler } from './http/handler.js';
import type { HttpOptions } from './http/http-options.js';
import { InProcessBinding, type InProcessOptions } from './http/in-process.js';
import type { Listening } from './http/listening.js';
import { HttpBinding } from './http/node-binding.js';
import { OpenApi } from './http/openapi.js';
import { ResourceHandler } from './http/resource-handler.js';
import { WebSocketBinding } from './http/web-socket/index.js';
import type { ApiStore } from './store/api-store.js';
import { Collections } from './store/collections.js';
import { History } from './store/history.js';
import { memoryStore } from './store/memory-store.js';
import { NAMESPACES } from './store/namespaces.js';
import { Writer } from './store/writer.js';

export interface ApiServerOptions {
  /** Custom resources, served beside all built-in ones. Each needs a `kind`. */
  readonly resources?: readonly Resource<unknown>[];
  /**
   * Namespaces that exist from the start, beside `default` and `kube-system`. Creating an object in another is refused
   * with 404, as in a cluster.
   */
  readonly namespaces?: readonly string[];
  /** The time, in epoch milliseconds, for timestamps and ages. Default: `Date.now`. */
  readonly now?: () => number;
  /** A text that was never given before, for uids and generated names. Default: a random UUID. */
  readonly uid?: () => string;
  /** For bookmarks and the timeouts of watches. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
  /** Milliseconds between the bookmarks of a watch that allows them. Default: 60,000, as kube-apiserver. */
  readonly bookmarkIntervalMs?: number;
  /** How many writes are retained for watches and exact lists; older ones get 410. Default: 10,000. */
  readonly historyLimit?: number;
  /** The resourceVersion before the first write. Default: `0`. */
  readonly startResourceVersion?: string;
  /** Decides for each request; the store itself is not asked for. Default: everybody may do everything. */
  readonly authorize?: Authorize;
  /**
   * Whether requests that read are also served over WebSockets, many on each, at `/rxinformer/ws`: for `relayTransport`. Default: false.
   */
  readonly webSocket?: boolean;
}

/** A Kubernetes API server in memory. */
export interface ApiServer {
  /** What it serves. Writes through it and over HTTP are the same. */
  readonly store: ApiStore;
  /**
   * Serves over HTTP, on loopback unless `host` says otherwise. May be called more than once, for more than one port.
   * On loopback it answers to loopback's names and `allowedHosts` only, and anywhere to no page of another site but
   * those of `allowedOrigins`.
   */
  listen(options?: HttpOptions): Promise<Listening>;
  /**
   * The same server without a socket: an answer comes inside `subscribe`, an event inside the write that it tells of.
   */
  transport(options?: InProcessOptions): Transport;
  /**
   * Resets every open request, on sockets and in the process, as a network that fails. Clients may come back at once.
   */
  cutConnections(): void;
}

/**
 * An API server for tests, demos and people without a cluster: it lists, watches and writes as kube-apiserver 1.37
 * does, for every built-in resource and those that it is given, so that kubectl and any client work against it
 * unchanged. What it does not do needs schemas or controllers: see `ApiStore`; strategic merge patches and server-side
 * apply (415); subresources but `/status`; YAML and protobuf, in which `kubectl create namespace` and its like send
 * their objects (415): `kubectl create -f` sends JSON.
 *
 * @example
 * const server = createApiServer();
 * server.store.create(core.configMaps, { metadata: { name: 'colours', namespace: 'default' }, data: { sky: 'blue' } });
 * const { url, close } = await server.listen(); // kubectl --server "$url" get configmaps
 * @throws RangeError or TypeError that names an option which cannot be, or which there is not
 */
export function createApiServer(options: ApiServerOptions = {}): ApiServer {
  checkGiven('createApiServer', options, API_SERVER_RULES);
  const { resources = [], namespaces = [], now = Date.now, uid = randomUUID, authorize } = options;
  const { scheduler = asyncScheduler, bookmarkIntervalMs = 60_000, historyLimit = 10_000 } = options;
  requireAtLeast('bookmarkIntervalMs', bookmarkIntervalMs, 1);
  requireAtLeast('historyLimit', historyLimit, 0);
  const collections = new Collections([...allResources, ...resources]);
  const history = new History(startRevision(options.startResourceVersion ?? '0'), historyLimit);
  const writer = new Writer(collections, history, { now, uid });
  const store = memoryStore(collections, history, writer);
  for (const name of new Set(['default', 'kube-system', ...namespaces]))
    store.create(NAMESPACES, { metadata: { name } });
  const served = [...collections.all()];
  const handler = createHandler({
    resources: new ResourceHandler({ collections, history, writer, scheduler, now, bookmarkIntervalMs }),
    documents: [new Discovery(served, ALL_VERBS), new OpenApi(served, true)],
    authorize,
    scheduler,
  });
  const webSockets = options.webSocket === true ? new WebSocketBinding(handler, { scheduler }) : undefined;
  const http = new HttpBinding(handler, {
    name: 'the API server',
    readOnly: false,
    strict: false,
    authorizes: authorize !== undefined,
    ...(webSockets !== undefined && { upgrade: webSockets.upgrade.bind(webSockets) }),
  });
  const inProcess = new InProcessBinding(handler);
  return {
    store,
    listen: (listenOptions = {}) => http.listen(listenOptions),
    transport: (transportOptions = {}) => inProcess.transport(transportOptions),
    cutConnections() {
      http.cut();
      inProcess.cut();
    },
  };
}

const LIST = optional(Array.isArray, 'is no list');
const NUMBER = optional((value) => typeof value === 'number', 'is no number');

export const API_SERVER_RULES = {
  resources: LIST,
  namespaces: LIST,
  now: aFunction('that gives the time'),
  uid: aFunction('that gives a new text'),
  scheduler: SCHEDULER,
  bookmarkIntervalMs: NUMBER,
  historyLimit: NUMBER,
  startResourceVersion: TEXT,
  authorize: aFunction('that decides for a request'),
  webSocket: BOOLEAN,
} satisfies Rules & Record<keyof ApiServerOptions, unknown>;

function requireAtLeast(option: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least)
    throw new RangeError(`${option} is ${value}: expected an integer, at least ${least}`);
}

function startRevision(text: string): bigint {
  if (/^(0|[1-9]\d{0,18})$/.test(text)) return BigInt(text);
  throw new RangeError(
    `startResourceVersion is ${JSON.stringify(text)}: expected a decimal number of at most 19 digits`,
  );
}
