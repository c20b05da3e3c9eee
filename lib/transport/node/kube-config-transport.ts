import { defer, from, switchMap } from 'rxjs';
import { type PreparedRequest, prepare } from '../prepare.js';
import type { RequestTrouble, Transport } from '../transport.js';
import { Agents } from './agents.js';
import { CredentialSource, type Credentials } from './credentials.js';
import { type KubeConfigLike, type Target, targetOf } from './kube-config.js';
import { type Outgoing, send } from './send.js';
import { Turns } from './turns.js';

/** client-node, as kubectl does, takes http://localhost:8080 then, and says nothing. */
const NO_KUBECONFIG =
  'No kubeconfig was found: $KUBECONFIG is not set, ~/.kube/config does not exist, and this is no pod with a service account. ' +
  'Set KUBECONFIG to the file of your cluster, or load it with kubeConfig.loadFromFile(path); http://localhost:8080 was tried, where kubectl proxy --port 8080 would answer.';

const CONNECT_TIMEOUT_MS = 30_000;

export interface KubeConfigTransportOptions {
  /**
   * How many requests may run at the same time, and how many idle connections are kept. More requests wait their turn.
   * Those that are `longRunning`, as watches are, do not count: each has a connection of its own for as long as it
   * runs, so that any number of informers can watch and none of their lists waits behind a watch. Default: 32.
   */
  readonly maxSockets?: number;
  /** Whether requests with `compress` ask for gzip: a list becomes about ten times smaller. Default: true. */
  readonly gzip?: boolean;
}

/**
 * A transport to the cluster of a kubeconfig's current context, over node:http and node:https with connections that are
 * kept alive.
 *
 * Credentials come from client-node, which is asked before every request: certificates, tokens, token files, basic
 * auth, exec plugins, auth providers, impersonation. They may change at any time; a new client certificate gets new
 * connections. They are not sent to an `http://` server, unless the cluster has `insecure-skip-tls-verify`. An answer
 * of 401 is passed on like any other; client-node runs an exec plugin again only when the credential's
 * `expirationTimestamp` is over.
 *
 * A connection has to stand within 30 s, TLS and proxy included. The answer may then take as long as the server likes:
 * how long silence is borne is the informer's `silenceDeadlineMs`. A `proxy-url` is followed by client-node's agents,
 * one connection a request.
 *
 * @param kubeConfig - a `KubeConfig` of `@kubernetes/client-node`. The context that is current now is used for good:
 *   when another one becomes current, requests fail.
 * @throws TypeError when the kubeconfig has no usable current context, or an option is wrong; its message names what is
 *   missing
 * @throws RangeError when `maxSockets` is not a positive integer
 * @example
 * const kubeConfig = new KubeConfig();
 * kubeConfig.loadFromDefault();
 * const transport = kubeConfigTransport(kubeConfig);
 */
export function kubeConfigTransport(kubeConfig: KubeConfigLike, options: KubeConfigTransportOptions = {}): Transport {
  const { maxSockets = 32, gzip = true } = options;
  if (!Number.isSafeInteger(maxSockets) || maxSockets < 1) {
    throw new RangeError(`maxSockets: ${maxSockets} is not a positive integer`);
  }
  if (typeof gzip !== 'boolean') throw new TypeError(`gzip: ${String(gzip)} is neither true nor false`);
  const target = targetOf(kubeConfig);
  const credentials = new CredentialSource(kubeConfig, target, CONNECT_TIMEOUT_MS);
  const agents = new Agents(maxSockets);
  const turns = new Turns(maxSockets);
  return {
    url: target.base.url,
    ...(target.madeUp && { advise: ({ error }: RequestTrouble) => (error === undefined ? undefined : NO_KUBECONFIG) }),
    request(request) {
      const prepared = prepare(request);
      const response$ = defer(() => from(credentials.current())).pipe(
        switchMap((current) => send(outgoing(prepared, target, current, agents, gzip))),
      );
      return prepared.longRunning ? response$ : turns.run(response$);
    },
  };
}

function outgoing(
  { method, path, headers, body, compress }: PreparedRequest,
  { base, context }: Target,
  { headers: credentials, identity, proxyAgent }: Credentials,
  agents: Agents,
  gzip: boolean,
): Outgoing {
  const encoding = compress && gzip ? { 'accept-encoding': 'gzip' } : {};
  return {
    base,
    method,
    path: base.path + path,
    headers: { 'user-agent': 'rxinformer', ...encoding, ...headers, ...credentials },
    body,
    agent: proxyAgent ?? agents.agentFor(identity, `context "${context}"`),
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  };
}
