import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isDeepStrictEqual } from 'node:util';
import { secureContextOf, type TlsIdentity } from './tls-identity.js';

/**
 * Within the 90 s that kube-apiserver keeps an idle connection; a server that says otherwise (`Keep-Alive: timeout=5`)
 * is heeded.
 */
const IDLE_MS = 30_000;

/**
 * The keep-alive agents of one transport: one for the TLS identity that is current. When a client certificate or an
 * authority changes, the old agent's idle connections are closed, and those in use when their requests end.
 *
 * An agent does not limit its connections, since requests that run long would make all others wait (`Turns` limits
 * those). It limits the idle ones.
 */
export class Agents {
  readonly #maxIdle: number;
  #current: { readonly agent: HttpAgent; readonly identity: TlsIdentity | undefined } | undefined;

  constructor(maxIdle: number) {
    this.#maxIdle = maxIdle;
  }

  /**
   * @param identity - undefined for plain HTTP
   * @param owner - whose identity it is, for messages
   * @throws TransportError when a certificate or key is malformed
   */
  agentFor(identity: TlsIdentity | undefined, owner: string): HttpAgent {
    if (this.#current !== undefined && isDeepStrictEqual(this.#current.identity, identity)) return this.#current.agent;
    const agent = this.#create(identity, owner);
    if (this.#current !== undefined) retire(this.#current.agent);
    this.#current = { agent, identity };
    return agent;
  }

  #create(identity: TlsIdentity | undefined, owner: string): HttpAgent {
    const options = { keepAlive: true, maxFreeSockets: this.#maxIdle, timeout: IDLE_MS };
    if (identity === undefined) return new HttpAgent(options);
    const { servername, rejectUnauthorized } = identity;
    return new HttpsAgent({
      ...options,
      secureContext: secureContextOf(identity, owner),
      ...(servername === undefined ? {} : { servername }),
      ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
    });
  }
}

function retire(agent: HttpAgent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
