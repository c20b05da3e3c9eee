import { afterEach, describe, expect, it } from '@jest/globals';
import { kubeConfigTransport } from '../../../lib/transport/node/index.js';
import type { Cluster, User } from '../support/client-node.js';
import { failureOf, fetched } from '../support/heard.js';
import { base64, kubeConfigFor } from '../support/kube-configs.js';
import { fixture, Loopback, pair } from '../support/loopback.js';
import { peerOf } from '../support/peer.js';

const jane: Partial<User> = { certData: base64(fixture('client')), keyData: base64(fixture('client.key')) };

describe('TLS', () => {
  let server: Loopback;
  afterEach(() => server.close());

  const failure = (user: Partial<User> = {}, cluster: Partial<Cluster> = {}) =>
    failureOf(kubeConfigTransport(kubeConfigFor(server, user, cluster)), { path: '/' });
  const success = (user: Partial<User> = {}, cluster: Partial<Cluster> = {}) =>
    fetched(kubeConfigTransport(kubeConfigFor(server, user, cluster)), { path: '/' });

  it.each([
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', /is self-signed/],
    ['expired', 'CERT_HAS_EXPIRED', /has expired/],
    ['elsewhere', 'ERR_TLS_CERT_ALTNAME_INVALID', /is for another name: .*elsewhere\.example/],
  ])('says what is wrong with a certificate that is %s, and where', async (certificate, code, message) => {
    server = await Loopback.https((_, response) => response.end(), pair(certificate));
    const error = await failure();
    expect(error).toMatchObject({ kind: 'tls', code, message: expect.stringMatching(message) });
    expect(String(error)).toContain(`the certificate of ${server.place} `);
  });

  it('says that an authority is not trusted', async () => {
    server = await Loopback.https((_, response) => response.end());
    const error = await failure({}, { caData: base64(fixture('other-ca')) });
    expect(error).toMatchObject({
      kind: 'tls',
      message: expect.stringMatching(/comes from an authority that is not trusted/),
    });
  });

  it('says that an authority is no certificate', async () => {
    server = await Loopback.https((_, response) => response.end());
    const error = await failure({}, { caData: base64('nonsense') });
    expect(error).toMatchObject({
      kind: 'tls',
      message: expect.stringMatching(/authority of .*loaded-context.* is not a PEM/),
    });
  });

  it('says that a server speaks no TLS', async () => {
    server = await Loopback.http((_, response) => response.end());
    const url = server.url.replace('http:', 'https:');
    const error = await failure({}, { server: url });
    expect(error).toMatchObject({ kind: 'tls', message: expect.stringMatching(/does not speak TLS.*http:\/\//) });
  });

  it('says that a server which was asked over plain HTTP did not answer with HTTP', async () => {
    server = await Loopback.https((_, response) => response.end());
    const url = server.url.replace('https:', 'http:');
    const error = await failure({}, { server: url, skipTLSVerify: true });
    expect(error).toMatchObject({ kind: 'network', message: expect.stringContaining(server.place) });
  });

  it('honours tls-server-name', async () => {
    server = await Loopback.https((_, response) => response.end('hello'), pair('elsewhere'));
    expect(await success({}, { tlsServerName: 'elsewhere.example' })).toMatchObject({ text: 'hello' });
  });

  it('honours insecure-skip-tls-verify', async () => {
    server = await Loopback.https((_, response) => response.end('hello'), pair('self-signed'));
    expect(await success({}, { skipTLSVerify: true })).toMatchObject({ text: 'hello' });
  });

  it('shows its client certificate', async () => {
    server = await Loopback.https((request, response) => response.end(peerOf(request)), {
      requestCert: true,
      rejectUnauthorized: true,
      ca: fixture('ca'),
    });
    expect(await success(jane)).toMatchObject({ text: 'jane' });
  });

  it('says that a server wants a client certificate', async () => {
    server = await Loopback.https((_, response) => response.end(), {
      requestCert: true,
      rejectUnauthorized: true,
      ca: fixture('ca'),
    });
    expect(await failure()).toMatchObject({ kind: 'tls', message: expect.stringMatching(/wants one/) });
  });

  it.each<[string, Partial<User>]>([
    ['malformed', { ...jane, keyData: base64('-----BEGIN secret') }],
    ['of another certificate', { ...jane, keyData: base64(fixture('client-2.key')) }],
  ])('says that a client key is %s, and does not show it', async (_, user) => {
    server = await Loopback.https((_request, response) => response.end());
    const error = await failure(user);
    expect(error).toMatchObject({
      kind: 'credentials',
      message: expect.stringMatching(/client certificate and key of context "loaded-context" cannot be used/),
    });
    expect(String(error)).not.toMatch(/secret|PRIVATE KEY/);
    expect(server.opened).toBe(0);
  });
});
