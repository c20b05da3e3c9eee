import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from '@jest/globals';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { fetchTransport } from '../../lib/transport/index.js';
import { kubeConfigTransport } from '../../lib/transport/node/index.js';
import { pod, podList } from '../support/scripted-server.js';
import { fetched } from '../transport/support/heard.js';
import { base64, kubeConfigFor } from '../transport/support/kube-configs.js';
import { fixture, Loopback, pair } from '../transport/support/loopback.js';
import { loopbacks } from './support/loopbacks.js';
import { reported } from './support/reported.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('reported failures: transport, credentials and packaging', () => {
  const keep = loopbacks();

  reported(
    'B81: a header that comes more than once is sent once for each value, and never joined by a comma',
    async () => {
      const server = await keep(Loopback.http((_, response) => response.end()));
      const kubeConfig = kubeConfigFor(server);
      const groups = ['developers', 'team a, b', 'system:authenticated'];
      kubeConfig.addAuthenticator({
        isAuthProvider: () => true,
        applyAuthentication: async (_, options) => {
          options.headers = { ...options.headers, 'Impersonate-User': 'joe', 'Impersonate-Group': groups };
        },
      });
      await fetched(kubeConfigTransport(kubeConfig), { path: '/' });
      const [request] = server.requests;
      expect(request?.headersDistinct['impersonate-group']).toEqual(groups);
      expect(request?.headersDistinct['impersonate-user']).toEqual(['joe']);
      // fetch would join them; so it is said instead.
      const headers: object = { 'Impersonate-Group': groups };
      expect(() => fetchTransport({ baseUrl: server.url, headers: headers as Record<string, string> })).toThrow(
        /impersonate-group must be a string/,
      );
    },
  );

  reported(
    'B82: TLS is the business of the transport, which is given; a certificate that is refused is told as such',
    async () => {
      const list = JSON.stringify(podList(10, [pod('a', 1)]));
      const serve = (certificate: string) =>
        keep(
          Loopback.https((request, response) => {
            if (request.url?.includes('sendInitialEvents')) response.writeHead(422).end('{}');
            else if (request.url?.includes('watch=true')) response.writeHead(200).flushHeaders();
            else response.end(list);
          }, pair(certificate)),
        );
      const statusOf = async (server: Loopback, cluster: Parameters<typeof kubeConfigFor>[2]) => {
        const transport = kubeConfigTransport(kubeConfigFor(server, {}, cluster));
        const informer = createInformer({ transport, resource: core.pods });
        const status = await new Promise<typeof informer.status>((resolve) =>
          informer.status$.subscribe((now) => (now.phase === 'live' || now.failure !== undefined) && resolve(now)),
        );
        informer.stop();
        return status;
      };
      const [trusted, other] = [await serve('server'), await serve('self-signed')];
      expect(await statusOf(trusted, {})).toMatchObject({ phase: 'live', synced: true });
      expect(await statusOf(trusted, { caData: base64(fixture('other-ca')) })).toMatchObject({
        failure: { kind: 'tls', message: expect.stringContaining('authority that is not trusted') },
      });
      expect(await statusOf(other, {})).toMatchObject({ failure: { kind: 'tls' } });
      expect(await statusOf(other, { skipTLSVerify: true })).toMatchObject({ phase: 'live' });

      const asked: string[] = [];
      const own = fetchTransport({
        baseUrl: 'https://server',
        fetch: async (url) => {
          asked.push(new URL(url).pathname);
          return Response.json(podList(10, []));
        },
      });
      const informer = createInformer({ transport: own, resource: core.pods, watchList: 'never' });
      await informer.ready();
      informer.stop();
      expect(asked[0]).toBe('/api/v1/pods');
    },
  );

  reported('B83: the package says which Node it needs, and its core imports neither Node nor client-node', () => {
    const { engines, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(engines.node).toBe('>=20.19');
    expect(peerDependencies['@kubernetes/client-node']).toBe('>=1.4 <3');
    const seen = new Set<string>();
    const packages = new Set<string>();
    const walk = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const name of importsOf(file)) {
        if (name.startsWith('.')) walk(join(dirname(file), name.replace(/\.js$/, '.ts')));
        else packages.add(name);
      }
    };
    walk(join(root, 'lib/index.ts'));
    expect(seen.size).toBeGreaterThan(50);
    expect([...packages].toSorted()).toEqual(['immer', 'rxjs']);
  });
});

/** What a file imports at run time: imports of types only are gone by then. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/^(import|export) type [^;]*;/gm, '');
  const imports = text.matchAll(
    /^(?:import|export)\s+(?<what>[^;]*?)\s*from\s+'(?<name>[^']+)';|^import\s+'(?<bare>[^']+)';/gm,
  );
  return [...imports]
    .filter(({ groups }) => !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(groups?.what ?? ''))
    .map(({ groups }) => groups?.name ?? groups?.bare ?? '');
}
