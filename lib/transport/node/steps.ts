import { lookup } from 'node:dns';
import { connect } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Observable } from 'rxjs';
import { type BaseUrl, parseBaseUrl } from '../base-url.js';
import { faultOf } from '../fault.js';
import { credentialsFault } from './credentials-fault.js';
import { clusterIdentity, type KubeConfigLike, targetOf } from './kube-config.js';
import { secureContextOf, type TlsIdentity } from './tls-identity.js';

/** What a TLS handshake came to. */
export interface Handshake {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  /** Epoch milliseconds at which the server's certificate expires; undefined where it does not say. */
  readonly validUntil: number | undefined;
}

/**
 * The steps of the way to an API server, each alone, for whoever wants to know which of them fails. Each is cold, errors with a
 * `TransportError`, and leaves nothing open. None sends a credential.
 */
export interface Steps {
  /** What is connected to: the server, or the proxy that the kubeconfig names. An IPv6 address has no brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Whether there is a proxy before the server, so that its TLS cannot be tried alone. */
  readonly proxied: boolean;
  /** Whether the server speaks TLS, by its URL. */
  readonly secure: boolean;
  /** Whether the server's certificate is looked at: false with `insecure-skip-tls-verify`. */
  readonly verifies: boolean;
  /** Emits the addresses of the host. A look-up that was begun ends by itself, whoever unsubscribes. */
  readonly lookUp: () => Observable<readonly string[]>;
  /** Emits when a connection stands. */
  readonly connect: () => Observable<void>;
  /** Emits when the server has shown a certificate that is trusted; without a client certificate. */
  readonly handshake: () => Observable<Handshake>;
}

/** The steps to the server of a kubeconfig's current context. @throws TypeError that says what the kubeconfig lacks */
export function stepsByKubeConfig(kubeConfig: KubeConfigLike): Steps {
  const { base } = targetOf(kubeConfig);
  const proxyUrl = kubeConfig.getCurrentCluster()?.proxyUrl;
  return stepsTo(base, () => clusterIdentity(kubeConfig), proxyUrl === undefined ? undefined : new URL(proxyUrl));
}

/** The steps to a server of which just the URL is known. @throws TypeError when it is no http or https URL */
export function stepsByUrl(url: string): Steps {
  return stepsTo(parseBaseUrl(url, 'url'), () => ({}), undefined);
}

const PROXY_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const SOCKS_PORT = 1080;

function stepsTo(base: BaseUrl, identity: () => TlsIdentity, proxy: URL | undefined): Steps {
  const hostname = proxy === undefined ? base.hostname : proxy.hostname.replace(/^\[|\]$/g, '');
  const port = proxy === undefined ? base.port : Number(proxy.port) || (PROXY_PORTS[proxy.protocol] ?? SOCKS_PORT);
  const place = proxy === undefined ? base.place : `${proxy.hostname}:${port}`;
  return {
    ...{ hostname, port, proxied: proxy !== undefined, secure: base.protocol === 'https:' },
    get verifies() {
      return identity().rejectUnauthorized !== false;
    },
    lookUp: () => lookUp(hostname, place),
    connect: () => connection(hostname, port, place),
    handshake: () => handshake(hostname, port, identity, place),
  };
}

function lookUp(hostname: string, place: string): Observable<readonly string[]> {
  return new Observable((subscriber) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error !== null) {
        subscriber.error(faultOf(error, place));
        return;
      }
      subscriber.next(addresses.map(({ address }) => address));
      subscriber.complete();
    });
  });
}

function connection(host: string, port: number, place: string): Observable<void> {
  return new Observable((subscriber) => {
    const socket = connect({ host, port });
    subscriber.add(() => socket.destroy());
    socket.on('error', (error) => subscriber.error(faultOf(error, place)));
    socket.once('connect', () => {
      subscriber.next();
      subscriber.complete();
    });
  });
}

function handshake(host: string, port: number, identity: () => TlsIdentity, place: string): Observable<Handshake> {
  return new Observable((subscriber) => {
    let socket: TLSSocket;
    try {
      const { servername, rejectUnauthorized, ...trust } = identity();
      const options = {
        host,
        port,
        ...nameFor(host, servername),
        ...(rejectUnauthorized === false && { rejectUnauthorized }),
      };
      socket = connectTls({ ...options, secureContext: secureContextOf(trust, 'the cluster') });
    } catch (error) {
      subscriber.error(credentialsFault(error, null));
      return;
    }
    subscriber.add(() => socket.destroy());
    socket.on('error', (error) => subscriber.error(faultOf(error, place)));
    socket.once('close', () =>
      subscriber.error(faultOf(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), place)),
    );
    socket.once('secureConnect', () => {
      const validUntil = Date.parse(socket.getPeerCertificate().valid_to ?? '');
      subscriber.next({
        protocol: socket.getProtocol() ?? 'TLS',
        validUntil: Number.isNaN(validUntil) ? undefined : validUntil,
      });
      subscriber.complete();
    });
  });
}

/** Server Name Indication knows no addresses. @see https://www.rfc-editor.org/rfc/rfc6066#section-3 */
function nameFor(host: string, servername: string | undefined): { readonly servername?: string } {
  if (servername !== undefined) return { servername };
  return /^[\d.]+$|:/.test(host) ? {} : { servername: host };
}
