import type { RequestListener } from 'node:http';
import { fetchTransport, type Transport } from '../../../lib/transport/index.js';
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

export const nodeKinds: readonly Kind[] = [overHttp, overHttps];
export const kinds: readonly Kind[] = [overFetch, ...nodeKinds];
