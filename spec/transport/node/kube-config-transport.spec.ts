import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type KubeConfigTransportOptions, kubeConfigTransport } from '../../../lib/node.js';
import { KubeConfig } from '../support/client-node.js';
import { fetched, hear } from '../support/heard.js';
import { kubeConfigFor } from '../support/kube-configs.js';
import { Loopback } from '../support/loopback.js';

const anywhere = { url: 'https://10.0.0.1:6443' };

function loaded(config: object): InstanceType<typeof KubeConfig> {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromString(JSON.stringify(config));
  return kubeConfig;
}

describe('kubeConfigTransport', () => {
  let server: Loopback | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it('goes to the server of the current context, whose path it keeps', async () => {
    server = await Loopback.http((_, response) => response.end());
    const proxied = { url: `${server.url}/k8s/clusters/c1/` };
    const transport = kubeConfigTransport(kubeConfigFor(proxied));
    expect(transport.url).toBe(`${server.url}/k8s/clusters/c1`);
    await fetched(transport, { path: '/api/v1/pods?limit=500' });
    expect(server.requests[0]?.url).toBe('/k8s/clusters/c1/api/v1/pods?limit=500');
    expect(server.requests[0]?.headers).toMatchObject({ 'user-agent': 'rxinformer', connection: 'keep-alive' });
  });

  it('asks for gzip only where compression is wanted, and not when it is off', async () => {
    server = await Loopback.http((_, response) => response.end());
    await fetched(kubeConfigTransport(kubeConfigFor(server)), { path: '/', compress: true });
    await fetched(kubeConfigTransport(kubeConfigFor(server)), { path: '/' });
    await fetched(kubeConfigTransport(kubeConfigFor(server), { gzip: false }), { path: '/', compress: true });
    expect(server.requests.map(({ headers }) => headers['accept-encoding'])).toEqual(['gzip', undefined, undefined]);
  });

  describe('connections', () => {
    const WATCHES = 20;

    it('are bounded for lists, which never wait behind any number of watches', async () => {
      let most = 0;
      const running: ServerResponse[] = [];
      server = await Loopback.http((request, response) => {
        if (request.url === '/watch') {
          response.write('endless');
          return;
        }
        most = Math.max(most, running.push(response));
        // None is answered alone, and there is time for a third one to come.
        if (running.length === 2) setImmediate(() => running.splice(0).forEach((each) => each.end('list')));
      });
      const transport = kubeConfigTransport(kubeConfigFor(server), { maxSockets: 2 });
      const watches = Array.from({ length: WATCHES }, () =>
        hear(transport.request({ path: '/watch', longRunning: true })),
      );
      const lists = Array.from({ length: WATCHES }, () => fetched(transport, { path: '/list', compress: true }));
      await Promise.all(watches.map((watch) => watch.first()));
      expect((await Promise.all(lists)).map(({ text }) => text)).toEqual(Array(WATCHES).fill('list'));
      expect(most).toBe(2);
      await server.until(({ sockets }) => sockets.size <= WATCHES + 2);
      for (const { subscription } of watches) subscription.unsubscribe();
      await server.until(({ sockets }) => sockets.size <= 2);
    });

    it('are kept alive from list to watch: as many informers as there are need one each', async () => {
      server = await Loopback.https((request, response) =>
        request.url === '/watch' ? response.write('endless') : response.end('list'),
      );
      const transport = kubeConfigTransport(kubeConfigFor(server));
      await Promise.all(Array.from({ length: WATCHES }, () => fetched(transport, { path: '/list' })));
      const watches = Array.from({ length: WATCHES }, () =>
        hear(transport.request({ path: '/watch', longRunning: true })),
      );
      await Promise.all(watches.map((watch) => watch.first()));
      expect(server.opened).toBe(WATCHES);
      for (const { subscription } of watches) subscription.unsubscribe();
    });
  });

  it.each<[string, KubeConfigTransportOptions, RegExp]>([
    ['maxSockets: 0', { maxSockets: 0 }, /^maxSockets: 0 is not a positive integer/],
    ['maxSockets: 1.5', { maxSockets: 1.5 }, /^maxSockets: 1.5 is not a positive integer/],
    ['gzip: "yes"', JSON.parse('{"gzip":"yes"}'), /^gzip: yes is neither true nor false/],
  ])('throws for %s', (_, options, message) => {
    expect(() => kubeConfigTransport(kubeConfigFor(anywhere), options)).toThrow(message);
  });

  describe('throws a TypeError that says what the kubeconfig lacks', () => {
    const clusters = [{ name: 'c', cluster: { server: 'https://10.0.0.1' } }];
    const users = [{ name: 'u', user: {} }];
    const contexts = [
      { name: 'a', context: { cluster: 'c', user: 'u' } },
      { name: 'b', context: { cluster: 'gone', user: 'u' } },
      { name: 'd', context: { cluster: 'c', user: 'gone' } },
    ];

    it.each([
      ['everything', {}, /has no current context, and no other; load one first: kubeConfig.loadFromDefault\(\)/],
      ['a current context', { clusters, users, contexts }, /has no current context; choose one with .*: "a", "b", "d"/],
      ['the current context', { clusters, users, contexts, 'current-context': 'z' }, /has no context "z"; choose one/],
      ['its cluster', { clusters, users, contexts, 'current-context': 'b' }, /context "b" names the cluster "gone"/],
      ['its user', { clusters, users, contexts, 'current-context': 'd' }, /context "d" names the user "gone"/],
    ])('%s', (_, config, message) => {
      expect(() => kubeConfigTransport(loaded(config))).toThrow(TypeError);
      expect(() => kubeConfigTransport(loaded(config))).toThrow(message);
    });

    it('a server that is a URL, and shows no secret of it', () => {
      expect(() => kubeConfigTransport(kubeConfigFor({ url: '10.0.0.1:6443' }))).toThrow(
        /^kubeConfig: the server of cluster "loopback": "10\.0\.0\.1:6443" is not a URL/,
      );
      const leaking = kubeConfigFor({ url: 'https://joe:hunter2@10.0.0.1:6443' });
      expect(() => kubeConfigTransport(leaking)).toThrow(/holds a user name or a password/);
      expect(() => kubeConfigTransport(leaking)).not.toThrow(/hunter2/);
    });

    it('being one', () => {
      expect(() => kubeConfigTransport(JSON.parse('{}'))).toThrow(/^kubeConfig: must be a KubeConfig/);
      expect(() => kubeConfigTransport(JSON.parse('null'))).toThrow(/^kubeConfig: must be a KubeConfig/);
    });
  });
});
