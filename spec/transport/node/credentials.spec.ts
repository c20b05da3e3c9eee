import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TransportError } from '../../../lib/transport/index.js';
import { kubeConfigTransport } from '../../../lib/transport/node/index.js';
import { type Cluster, KubeConfig, type User } from '../support/client-node.js';
import { failureOf, fetched, hear } from '../support/heard.js';
import { kubeConfigFor } from '../support/kube-configs.js';
import { fixture, Loopback } from '../support/loopback.js';
import { peerOf } from '../support/peer.js';

const PLUGIN = fileURLToPath(new URL('../fixtures/exec-plugin.mjs', import.meta.url));

describe('credentials', () => {
  let server: Loopback;
  let folder: string;
  /** Who asked, by client certificate. */
  let peers: unknown[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rxinformer-'));
    peers = [];
    const handler: RequestListener = (request, response) => {
      peers.push(peerOf(request));
      response.end('hello');
    };
    server = await Loopback.https(handler, { requestCert: true, rejectUnauthorized: false, ca: fixture('ca') });
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });

  function file(name: string, content: string): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  const transportAs = (user: Partial<User>, cluster: Partial<Cluster> = {}) =>
    kubeConfigTransport(kubeConfigFor(server, user, cluster));

  /** The headers of the one request that a user made. */
  async function sentBy(user: Partial<User>, cluster: Partial<Cluster> = {}): Promise<IncomingMessage['headers']> {
    await fetched(transportAs(user, cluster), { path: '/', headers: { authorization: 'theirs' } });
    return server.requests[0]?.headers ?? {};
  }

  it('are a token', async () => {
    expect(await sentBy({ token: 'abc' })).toMatchObject({ authorization: 'Bearer abc' });
  });

  it('are a user name and a password', async () => {
    const basic = `Basic ${Buffer.from('jane:pa:ss').toString('base64')}`;
    expect(await sentBy({ username: 'jane', password: 'pa:ss' })).toMatchObject({ authorization: basic });
  });

  it('are a token in a file, which may end in a line break', async () => {
    const tokenFile = file('token', 'abc\n');
    expect(await sentBy({ authProvider: { name: 'tokenFile', config: { tokenFile } } })).toMatchObject({
      authorization: 'Bearer abc',
    });
  });

  it('say whom to impersonate, which a request cannot change', async () => {
    const user = { token: 'abc', impersonateUser: 'joe' };
    await fetched(transportAs(user), { path: '/', headers: { 'impersonate-user': 'root' } });
    expect(server.requests[0]?.headers['impersonate-user']).toBe('joe');
  });

  it('may have a header more than once, on a line each', async () => {
    const kubeConfig = kubeConfigFor(server);
    kubeConfig.addAuthenticator({
      isAuthProvider: () => true,
      applyAuthentication: async (_, options) => {
        options.headers = { ...options.headers, 'Impersonate-User': 'joe', 'Impersonate-Group': ['devs', 'a, b'] };
      },
    });
    await fetched(kubeConfigTransport(kubeConfig), { path: '/', headers: { 'impersonate-group': 'system:masters' } });
    expect(server.requests[0]?.headersDistinct['impersonate-group']).toEqual(['devs', 'a, b']);
  });

  it('are a client certificate in files', async () => {
    const certFile = file('cert', fixture('client'));
    const keyFile = file('key', fixture('client.key'));
    await sentBy({ certFile, keyFile });
    expect(peers).toEqual(['jane']);
  });

  it('are not needed: a context without a user still has its certificate authority', async () => {
    const kubeConfig = new KubeConfig();
    const caFile = file('ca', fixture('ca'));
    kubeConfig.loadFromString(
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: server.url, 'certificate-authority': caFile } }],
        contexts: [{ name: 'anonymous', context: { cluster: 'c' } }],
        'current-context': 'anonymous',
      }),
    );
    expect(await fetched(kubeConfigTransport(kubeConfig), { path: '/' })).toMatchObject({ text: 'hello' });
  });

  it('are asked for again for each request', async () => {
    const kubeConfig = kubeConfigFor(server);
    let token = 0;
    kubeConfig.addAuthenticator({
      isAuthProvider: () => true,
      applyAuthentication: async (_, options) => {
        options.headers = { ...options.headers, Authorization: `Bearer ${++token}` };
      },
    });
    const transport = kubeConfigTransport(kubeConfig);
    await fetched(transport, { path: '/' });
    await fetched(transport, { path: '/' });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
    expect(server.opened).toBe(1);
  });

  describe('of an exec plugin', () => {
    const exec = (env: Record<string, string>): Partial<User> => ({
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: process.execPath,
        args: [PLUGIN],
        env: Object.entries(env).map(([name, value]) => ({ name, value })),
      },
    });
    const credential = (status: object) =>
      JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status });
    const certificate = (name: string, expirationTimestamp: string) =>
      credential({
        clientCertificateData: fixture(name),
        clientKeyData: fixture(`${name}.key`),
        expirationTimestamp,
      });
    const past = '2020-01-01T00:00:00Z';
    const future = '2120-01-01T00:00:00Z';

    it('are a token; the plugin runs once for all who ask meanwhile, and not again before it expires', async () => {
      const RUNS = join(folder, 'runs');
      const OUTPUT = file('out', credential({ token: 'abc', expirationTimestamp: future }));
      const transport = transportAs(exec({ OUTPUT, RUNS }));
      await Promise.all([1, 2, 3, 4].map(() => fetched(transport, { path: '/' })));
      await fetched(transport, { path: '/' });
      expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(Array(5).fill('Bearer abc'));
      expect(readFileSync(RUNS, 'utf8')).toBe('.');
    });

    it('are a client certificate; a new one gets a new connection, the old one goes when nobody uses it', async () => {
      const OUTPUT = file('out', certificate('client', past));
      const transport = transportAs(exec({ OUTPUT }));
      await fetched(transport, { path: '/' });
      await fetched(transport, { path: '/' });
      expect(server.opened).toBe(1);
      file('out', certificate('client-2', past));
      await fetched(transport, { path: '/' });
      expect(peers).toEqual(['jane', 'jane', 'joe']);
      await server.until(({ sockets }) => sockets.size === 1);
    });

    it('change under a watch, which goes on over its old connection until it ends', async () => {
      const OUTPUT = file('out', certificate('client', past));
      let watch = { write: (_: string) => {}, end: () => {} };
      await server.close();
      server = await Loopback.https(
        (request, response) => {
          if (request.url !== '/watch') return void response.end('hello');
          watch = { write: (text) => response.write(text), end: () => response.end() };
          response.write('one');
        },
        { requestCert: true, rejectUnauthorized: false, ca: fixture('ca') },
      );
      const transport = transportAs(exec({ OUTPUT }));
      const exchange = hear(transport.request({ path: '/watch', longRunning: true }));
      const body = hear((await exchange.first()).body$);
      await body.until(({ values }) => values.length === 1);
      file('out', certificate('client-2', past));
      await fetched(transport, { path: '/' });
      watch.write('two');
      await body.until(({ values }) => values.length === 2);
      watch.end();
      await exchange.until(({ completed }) => completed);
      await server.until(({ sockets }) => sockets.size === 1);
    });

    it.each<[string, Record<string, string>, RegExp]>([
      [
        'fails',
        { STDERR: 'session over:\n run login\n', EXIT: '1' },
        /^the exec plugin ".*node.*" of user "jane" failed: session over: run login$/,
      ],
      ['fails without a word', { EXIT: '1' }, /failed: it did not say why$/],
      ['prints what is no JSON', { OUTPUT: 'secret-token' }, /did not print an ExecCredential$/],
      ['prints JSON without a status', { OUTPUT: '{"token":"secret"}' }, /did not print an ExecCredential$/],
    ])(
      'fail when the plugin %s, and show nothing that it printed to be used',
      async (_, { OUTPUT, ...env }, message) => {
        const output = OUTPUT === undefined ? {} : { OUTPUT: file('out', OUTPUT) };
        const error = await failureOf(transportAs(exec({ ...env, ...output })), { path: '/' });
        expect(error).toBeInstanceOf(TransportError);
        expect(error).toMatchObject({ kind: 'credentials', message: expect.stringMatching(message) });
        expect(String(error)).not.toMatch(/secret/);
        expect(error).not.toHaveProperty('cause');
        expect(server.opened).toBe(0);
      },
    );

    it('fail when there is no such plugin', async () => {
      const error = await failureOf(transportAs({ exec: { command: 'no-such-plugin', args: ['--token=secret'] } }), {
        path: '/',
      });
      expect(error).toMatchObject({
        kind: 'credentials',
        code: 'ENOENT',
        message:
          'the exec plugin "no-such-plugin" of user "jane" was not found; install it, or mend users[].user.exec.command',
      });
      expect(error).not.toHaveProperty('cause');
    });
  });

  interface Lack {
    readonly user?: Partial<User>;
    readonly cluster?: Partial<Cluster>;
  }
  it.each<[string, (missing: string) => Lack]>([
    ['a certificate authority', (caFile) => ({ cluster: { caFile } })],
    ['a client certificate', (certFile) => ({ user: { certFile } })],
    ['a client key', (keyFile) => ({ user: { keyFile } })],
    ['a token', (tokenFile) => ({ user: { authProvider: { name: 'tokenFile', config: { tokenFile } } } })],
  ])('cannot be had when the file of %s is missing', async (_, lackOf) => {
    const missing = join(folder, 'missing');
    const { user = {}, cluster = {} } = lackOf(missing);
    const error = await failureOf(transportAs(user, cluster), { path: '/' });
    expect(error).toMatchObject({
      kind: 'credentials',
      code: 'ENOENT',
      message: `${missing}, which the kubeconfig names, cannot be read (ENOENT)`,
    });
  });

  it('are refused when HTTP does not allow them, and not shown', async () => {
    const error = await failureOf(transportAs({ token: 'secret\r\nhost: evil' }), { path: '/' });
    expect(error).toMatchObject({ kind: 'credentials', message: expect.stringMatching(/value of authorization/) });
    expect(String(error)).not.toMatch(/secret/);
  });

  it('are not sent to another context that becomes the current one, nor those of another to this one', async () => {
    const kubeConfig = kubeConfigFor(server, { token: 'abc' });
    const transport = kubeConfigTransport(kubeConfig);
    kubeConfig.addContext({ name: 'other', cluster: 'loopback', user: 'jane' });
    kubeConfig.setCurrentContext('other');
    expect(await failureOf(transport, { path: '/' })).toMatchObject({
      kind: 'credentials',
      message:
        'the context "loaded-context" gave way to "other" since this transport was made; make a new transport for it',
    });
    kubeConfig.loadFromClusterAndUser(
      { name: 'c', server: 'https://moved.example', skipTLSVerify: false },
      { name: 'jane' },
    );
    expect(await failureOf(transport, { path: '/' })).toMatchObject({
      kind: 'credentials',
      message: expect.stringMatching(/has another server/),
    });
    expect(server.opened).toBe(0);
  });

  describe('over plain HTTP', () => {
    beforeEach(async () => {
      await server.close();
      server = await Loopback.http((_, response) => response.end('hello'));
    });

    it('are not sent, as kubectl does not', async () => {
      expect(await sentBy({ token: 'abc' }, { skipTLSVerify: false })).toMatchObject({ authorization: 'theirs' });
    });

    it('are sent with insecure-skip-tls-verify', async () => {
      expect(await sentBy({ token: 'abc' })).toMatchObject({ authorization: 'Bearer abc' });
    });
  });
});
