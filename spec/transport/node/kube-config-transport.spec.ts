import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type KubeConfigTransportOptions, kubeConfigTransport } from '../../../lib/node.js';
import { TransportError } from '../../../lib/transport/index.js';
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
      const held: ServerResponse[] = [];
      server = await Loopback.http((request, response) => {
        if (request.url === '/watch') response.write('endless');
        else held.push(response);
      });
      const transport = kubeConfigTransport(kubeConfigFor(server), { maxSockets: 2 });
      const watch = () => hear(transport.request({ path: '/watch', longRunning: true }));
      const before = Array.from({ length: WATCHES }, watch);
      const lists = Array.from({ length: WATCHES }, () => fetched(transport, { path: '/list', compress: true }));
      const after = Array.from({ length: WATCHES }, watch);
      await Promise.all([...before, ...after].map((each) => each.first()));
      for (let answered = 0; answered < WATCHES; answered += 2) {
        await server.until(() => held.length === 2);
        // Round trips of the others, in which a third list would come.
        await Promise.all([watch(), watch(), watch()].map((each) => each.first()));
        expect(held).toHaveLength(2);
        for (const response of held.splice(0)) response.end('list');
      }
      expect((await Promise.all(lists)).map(({ text }) => text)).toEqual(Array(WATCHES).fill('list'));
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

  it('where there is no kubeconfig, says so, and where it was looked for, when the server that client-node makes up is not there', () => {
    const { HOME, KUBECONFIG } = process.env;
    Object.assign(process.env, { HOME: '/nowhere', KUBECONFIG: '' });
    try {
      const kubeConfig = new KubeConfig();
      kubeConfig.loadFromDefault();
      const transport = kubeConfigTransport(kubeConfig);
      const request = { verb: 'list', plural: 'pods', message: 'refused' } as const;
      expect(transport.url).toBe('http://localhost:8080');
      expect(transport.advise?.({ ...request, error: new TransportError('network', 'refused') })).toMatch(
        /^No kubeconfig was found: \$KUBECONFIG is not set, ~\/\.kube\/config does not exist, and this is no pod/,
      );
      expect(transport.advise?.({ ...request, code: 403 })).toBe(undefined);
    } finally {
      Object.assign(process.env, { HOME, KUBECONFIG: KUBECONFIG ?? '' });
    }
    expect(kubeConfigTransport(kubeConfigFor(anywhere)).advise).toBe(undefined);
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
