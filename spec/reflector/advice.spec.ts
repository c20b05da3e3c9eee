import { describe, expect, it } from '@jest/globals';
import { makeStatus, type StatusReason } from '../../lib/kubernetes/index.js';
import type { Attempt } from '../../lib/reflector/attempt.js';
import { statusFailure, transportFailure } from '../../lib/reflector/failure.js';
import { TransportError, type TransportErrorKind } from '../../lib/transport/index.js';

const pods: Attempt = {
  verb: 'list',
  url: 'https://k8s:6443/api/v1/namespaces/shop/pods',
  resource: { group: '', version: 'v1', plural: 'pods' },
  namespace: 'shop',
};
const widgets: Attempt = {
  verb: 'watch',
  url: 'https://k8s:6443/apis/example.com/v1/widgets',
  resource: { group: 'example.com', version: 'v1', plural: 'widgets' },
};
const answered = (attempt: Attempt, code: number, reason: StatusReason, message: string) =>
  statusFailure(makeStatus(code, reason, message), attempt);
const fault = (kind: TransportErrorKind, message: string, code?: string) =>
  transportFailure(new TransportError(kind, message, code), pods);

describe('what a person can do after an answer', () => {
  it('403: which right is missing, where, and the rule that gives it', () => {
    const said = 'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "shop"';
    const { kind, message, advice } = answered(pods, 403, 'Forbidden', said);
    expect(kind).toBe('forbidden');
    expect(message).toBe(`list https://k8s:6443/api/v1/namespaces/shop/pods: 403 ${said}`);
    expect(advice).toBe(
      'The right to list pods in namespace shop is missing. Ask for a Role with this rule: ' +
        'apiGroups: [""], resources: ["pods"], verbs: ["list", "watch"], bound in namespace shop.',
    );
  });

  it('403 on a watch, in all namespaces, of a cluster', () => {
    expect(answered(widgets, 403, 'Forbidden', 'no').advice).toBe(
      'The right to watch widgets is missing. Ask for a ClusterRole with this rule: ' +
        'apiGroups: ["example.com"], resources: ["widgets"], verbs: ["list", "watch"].',
    );
  });

  it('403 for nobody: that no credentials came', () => {
    const said = 'User "system:anonymous" cannot list resource "pods"';
    expect(answered(pods, 403, 'Forbidden', said).advice).toMatch(/did not learn who asks.*token/);
  });

  it('401: that the credentials were fresh', () => {
    expect(answered(pods, 401, 'Unauthorized', 'Unauthorized').advice).toMatch(
      /whoami.*asked for anew for this request/,
    );
  });

  it('404: whether it is the API group or the whole server that is not there', () => {
    expect(answered(widgets, 404, 'NotFound', 'no').advice).toMatch(/widgets in example\.com\/v1: install its CRD/);
    expect(answered(pods, 404, 'NotFound', 'no').advice).toMatch(/Kubernetes API server/);
  });

  it('a redirect: that it is not followed', () => {
    const failure = answered(pods, 302, '', 'a redirect to https://login.example/');
    expect(failure).toMatchObject({ kind: 'protocol', message: expect.stringContaining('https://login.example/') });
    expect(failure.advice).toMatch(/redirects are not followed/);
  });

  it('plain HTTP to a TLS port: https', () => {
    const failure = answered(pods, 400, 'BadRequest', 'Client sent an HTTP request to an HTTPS server.');
    expect(failure).toMatchObject({ kind: 'protocol', advice: expect.stringContaining('begins with https://') });
  });
});

describe('what a person can do without an answer', () => {
  it.each<[TransportErrorKind, string | undefined, RegExp]>([
    ['network', 'ECONNREFUSED', /API server runs/],
    ['network', undefined, /API server runs/],
    ['network', 'ENOTFOUND', /host name.*DNS/],
    ['network', 'EAI_AGAIN', /host name.*DNS/],
    ['network', 'ENETUNREACH', /VPN/],
    ['network', 'HPE_INVALID_CONSTANT', /begins with https:/],
    ['network', 'EMFILE', /ulimit/],
    ['timeout', undefined, /firewall/],
    ['tls', 'CERT_HAS_EXPIRED', /Renew/],
    ['tls', 'CERT_NOT_YET_VALID', /clocks/],
    ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID', /tls-server-name/],
    ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', /certificate-authority-data/],
    ['tls', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /client certificate/],
    ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER', /begins with http:/],
    ['credentials', undefined, /exec command/],
  ])('%s %s: %s', (kind, code, advice) => {
    expect(fault(kind, 'm', code).advice).toMatch(advice);
  });

  it('TLS to a plain port, where only words say so', () => {
    expect(fault('tls', 'k8s:80 does not speak TLS; it may be an http:// server', 'EPROTO').advice).toMatch(
      /http:\/\//,
    );
  });
});
