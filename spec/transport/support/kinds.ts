import type { RequestListener } from 'node:http';
import { WebSocket } from 'ws';
import { fetchTransport, relayTransport, type Transport } from '../../../lib/transport/index.js';
import { kubeConfigTransport } from '../../../lib/transport/node/index.js';
import { kubeConfigFor } from './kube-configs.js';
import { Loopback } from './loopback.js';

/** A transport and the loopback server that it talks to. */
export interface Kind {
  readonly name: string;
  readonly serve: (handler: RequestListener) => Promise<Loopback>;
  /** @param credentials - called for each request, before it is sent */
  readonly transportTo: (server: Loopback, credentials?: () => Promise<void>) => Transport;
}

const overFetch: Kind = {
  name: 'fetchTransport',
  serve: Loopback.http,
  transportTo: ({ url }, credentials = async () => {}) =>
    fetchTransport({ baseUrl: url, headers: () => credentials().then(() => ({})) }),
};
const overHttp: Kind = {
  name: 'kubeConfigTransport over HTTP',
  serve: Loopback.http,
  transportTo: (server, credentials = async () => {}) => {
    const kubeConfig = kubeConfigFor(server);
    kubeConfig.addAuthenticator({ isAuthProvider: () => true, applyAuthentication: credentials });
    return kubeConfigTransport(kubeConfig);
  },
};
const overHttps: Kind = { ...overHttp, name: 'kubeConfigTransport over HTTPS', serve: Loopback.https };

/** What is no GET goes over HTTP, and what is one is compressed by the WebSocket, if at all. */
const overWebSocket: Kind = {
  name: 'relayTransport',
  serve: Loopback.webSocket,
  transportTo: ({ url }, credentials = async () => {}) =>
    relayTransport(url, { webSocket: WebSocket, headers: () => credentials().then(() => ({})) }),
};

export const nodeKinds: readonly Kind[] = [overHttp, overHttps];
/** Those that send each request in one over HTTP. */
export const httpKinds: readonly Kind[] = [overFetch, ...nodeKinds];
export const kinds: readonly Kind[] = [...httpKinds, overWebSocket];
