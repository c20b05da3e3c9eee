import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { credentialKinds, type Steps, stepsByKubeConfig, stepsByUrl } from '../../../lib/transport/node/index.js';
import { hear } from '../support/heard.js';
import { base64, kubeConfigFor } from '../support/kube-configs.js';
import { fixture, Loopback, pair } from '../support/loopback.js';

const open: Loopback[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serving(start: Promise<Loopback>): Promise<Loopback> {
  const server = await start;
  open.push(server);
  return server;
}

const https = (options = {}) => serving(Loopback.https((_, response) => response.end(), options));

/** What a step came to: its value, or the kind and the words of its error. */
async function come(step$: ReturnType<Steps['lookUp' | 'connect' | 'handshake']>): Promise<unknown> {
  const heard = await hear<unknown>(step$).until(({ over }) => over);
  if (heard.error === undefined) return heard.values[0];
  const { name, kind, message } = Object(heard.error);
  return [name, kind, message];
}

describe('the steps to a server', () => {
  it('are taken one by one, and leave nothing open', async () => {
    const server = await https();
    const steps = stepsByKubeConfig(kubeConfigFor(server));
    expect(steps).toMatchObject({
      hostname: '127.0.0.1',
      port: server.port,
      proxied: false,
      secure: true,
      verifies: true,
    });
    expect(await come(steps.lookUp())).toEqual(['127.0.0.1']);
    expect(await come(steps.connect())).toBeUndefined();
    expect(await come(steps.handshake())).toEqual({ protocol: 'TLSv1.3', validUntil: expect.any(Number) });
    await server.until(({ sockets, opened }) => opened === 2 && sockets.size === 0);
    expect(server.requests).toEqual([]);
  });

  it('say which of them fails, and why', async () => {
    const nowhere = stepsByUrl('https://nowhere.invalid');
    expect(await come(nowhere.lookUp())).toEqual([
      'TransportError',
      'network',
      expect.stringMatching(/nowhere\.invalid:443/),
    ]);
    const closed = stepsByUrl('http://127.0.0.1:1');
    expect(await come(closed.connect())).toEqual([
      'TransportError',
      'network',
      '127.0.0.1:1 refused the connection; nothing listens there',
    ]);
    expect(closed.secure).toBe(false);
  });

  it.each([
    ['self-signed', /is self-signed, and not among those that are trusted/],
    ['expired', /has expired/],
    ['elsewhere', /is for another name/],
  ])('say what is wrong with a certificate: %s', async (name, words) => {
    const server = await https(pair(name));
    const steps = stepsByKubeConfig(kubeConfigFor(server));
    expect(await come(steps.handshake())).toEqual(['TransportError', 'tls', expect.stringMatching(words)]);
    const careless = stepsByKubeConfig(kubeConfigFor(server, {}, { caData: '', skipTLSVerify: true }));
    expect(careless.verifies).toBe(false);
    expect(await come(careless.handshake())).toMatchObject({ protocol: 'TLSv1.3' });
  });

  it('say that a server speaks no TLS, or hangs up', async () => {
    const plain = await serving(Loopback.http((_, response) => response.end()));
    expect(await come(stepsByUrl(`https://${plain.place}`).handshake())).toEqual([
      'TransportError',
      'tls',
      expect.stringMatching(/may be an http:\/\/ server/),
    ]);
    const rude = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const port = Object(rude.address()).port;
    expect(await come(stepsByUrl(`https://127.0.0.1:${port}`).handshake())).toEqual([
      'TransportError',
      'network',
      expect.stringMatching(/closed the connection/),
    ]);
    rude.close();
  });

  it('end with whoever unsubscribes', async () => {
    const deaf = await serving(Loopback.deaf());
    const heard = hear(stepsByUrl(deaf.url).handshake());
    await deaf.until(({ sockets }) => sockets.size === 1);
    heard.subscription.unsubscribe();
    await deaf.until(({ sockets }) => sockets.size === 0);
    expect(heard.over).toBe(false);
  });

  it('lead to the proxy that the kubeconfig names, whose password is not told', () => {
    const kubeConfig = kubeConfigFor(
      { url: 'https://k8s.example' },
      {},
      { proxyUrl: 'http://jane:hidden@proxy.example:3128' },
    );
    const steps = stepsByKubeConfig(kubeConfig);
    expect(steps).toMatchObject({ hostname: 'proxy.example', port: 3128, proxied: true });
    expect(JSON.stringify(steps)).not.toMatch(/hidden/);
  });
});

describe('credentialKinds', () => {
  it.each(
    (
      [
        [{}, []],
        [{ token: 'secret' }, ['bearer token']],
        [{ username: 'jane', password: 'secret' }, ['password']],
        [{ certData: base64(fixture('client')), keyData: base64(fixture('client.key')) }, ['client certificate']],
        [{ token: 'secret', impersonateUser: 'joe' }, ['bearer token', 'impersonation']],
      ] as const
    ).map(([user, kinds]) => ({ user, kinds })),
  )('says of what kind they are, not what they are: $kinds', async ({ user, kinds }) => {
    const kubeConfig = kubeConfigFor({ url: 'https://127.0.0.1:1' }, user);
    const heard = await hear(credentialKinds(kubeConfig)).until(({ over }) => over);
    expect(heard.values).toEqual([kinds]);
  });

  it('says why they cannot be had', async () => {
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin', interactiveMode: 'Never' };
    const heard = await hear(credentialKinds(kubeConfigFor({ url: 'https://127.0.0.1:1' }, { exec }))).until(
      ({ over }) => over,
    );
    expect(heard.error).toMatchObject({
      kind: 'credentials',
      message: expect.stringMatching(/"no-such-plugin".*not found/),
    });
  });
});
