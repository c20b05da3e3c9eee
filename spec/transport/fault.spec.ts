import { describe, expect, it } from '@jest/globals';
import { faultOf } from '../../lib/transport/fault.js';
import { TransportError } from '../../lib/transport/index.js';

const coded = (code: string) => Object.assign(new Error(`raw ${code}`), { code });

describe('faultOf', () => {
  it.each([
    ['ECONNREFUSED', 'network', /api:6443 refused the connection/],
    ['ENOTFOUND', 'network', /host name of api:6443 is not known/],
    ['EAI_AGAIN', 'network', /host name of api:6443 could not be looked up/],
    ['ETIMEDOUT', 'network', /api:6443 does not answer/],
    ['EHOSTUNREACH', 'network', /no route to api:6443/],
    ['ENETUNREACH', 'network', /no route to api:6443/],
    ['ECONNRESET', 'network', /api:6443 closed the connection/],
    ['EPIPE', 'network', /api:6443 closed the connection/],
    ['UND_ERR_SOCKET', 'network', /api:6443 closed the connection/],
    ['HPE_INVALID_CONSTANT', 'network', /not HTTP; it may be an https:\/\/ server$/],
    ['Z_DATA_ERROR', 'network', /compressed answer of api:6443 is damaged/],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', /no connection to api:6443 in time/],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', /api:6443 took too long/],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', /api:6443 fell silent/],
    ['CERT_HAS_EXPIRED', 'tls', /certificate of api:6443 has expired/],
    ['CERT_NOT_YET_VALID', 'tls', /certificate of api:6443 is not valid yet/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', /certificate of api:6443 is self-signed/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', /certificate of api:6443 comes from an authority that is not trusted/],
    ['UNABLE_TO_GET_CRL', 'tls', /TLS handshake with api:6443 failed \(UNABLE_TO_GET_CRL\)/],
    ['EPROTO', 'tls', /TLS handshake with api:6443 failed \(EPROTO\)/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', /api:6443 does not speak TLS.*http:\/\//],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls', /api:6443 refused the client certificate, or wants one/],
    ['EWHATEVER', 'network', /the connection to api:6443 failed: raw EWHATEVER/],
  ])('says what %s means, and where', (code, kind, message) => {
    const cause = coded(code);
    const fault = faultOf(cause, 'api:6443');
    expect(fault).toMatchObject({ kind, code, cause, message: expect.stringMatching(message) });
    expect(faultOf(new TypeError('fetch failed', { cause }), 'api:6443')).toMatchObject({
      kind,
      code,
      message: fault.message,
    });
  });

  it.each([
    ['error:0A00010B:SSL routines:ssl3_get_record:wrong version number', /does not speak TLS/],
    ['error:0A000412:SSL routines:ssl3_read_bytes:sslv3 alert bad certificate', /refused the client certificate/],
  ])('reads the reason of an EPROTO: %s', (message, expected) => {
    const error = Object.assign(new Error(message), { code: 'EPROTO' });
    expect(faultOf(error, 'api:6443')).toMatchObject({ kind: 'tls', message: expect.stringMatching(expected) });
  });

  it('adds which names a certificate has', () => {
    const error = Object.assign(coded('ERR_TLS_CERT_ALTNAME_INVALID'), {
      cert: { subjectaltname: 'DNS:elsewhere.example' },
    });
    expect(faultOf(error, 'api:6443').message).toBe(
      'the certificate of api:6443 is for another name: DNS:elsewhere.example',
    );
  });

  it('says what there is to say of an error without a code, and of what is no error', () => {
    expect(faultOf(new Error('boom'), 'api:6443').message).toBe('the connection to api:6443 failed: boom');
    expect(faultOf('boom', 'api:6443').message).toBe('the connection to api:6443 failed: boom');
    for (const nothing of [{}, undefined, null, '']) {
      expect(faultOf(nothing, 'api:6443').message).toBe('the connection to api:6443 failed: nobody said why');
    }
  });

  it('leaves a TransportError as it is', () => {
    const error = new TransportError('timeout', 'late');
    expect(faultOf(error, 'api:6443')).toBe(error);
  });
});
