import { describe, expect, it } from '@jest/globals';
import { Secrets } from '../../../lib/cli/doctor/secrets.js';
import { fixture } from '../../transport/support/loopback.js';

describe('Secrets', () => {
  const redacted = (options: Parameters<Secrets['learn']>[0], text: string) => {
    const secrets = new Secrets();
    secrets.learn(options);
    return secrets.redact(text);
  };

  it('cut the values of headers out of a text, whole and in part', () => {
    const headers = { Authorization: 'Bearer abc.def', 'Impersonate-User': 'jane@example.com' };
    expect(redacted({ headers }, 'Bearer abc.def, abc.def; jane@example.com cannot list')).toBe('…, …; … cannot list');
    expect(redacted({ headers }, 'Bearer tokens and examples stay')).toBe('Bearer tokens and examples stay');
  });

  it('cut out a password, as it is sent and as it is', () => {
    const encoded = Buffer.from('jane:pass:word').toString('base64');
    const headers = { authorization: `Basic ${encoded}` };
    expect(redacted({ headers }, `${encoded}, jane:pass:word, pass:word`)).toBe('…, …, …');
    expect(redacted({ auth: 'jane:pass:word' }, 'it is pass:word')).toBe('it is …');
  });

  it('cut out the lines of a key and a certificate, but not the words around them', () => {
    const key = fixture('client.key');
    const [begin = '', line = ''] = key.split('\n');
    expect(redacted({ key: Buffer.from(key), cert: [fixture('client')] }, `${begin} ${line}`)).toBe(`${begin} …`);
  });

  it('leave a text alone where nothing is known, or where a secret is too short to be one', () => {
    expect(redacted({}, 'text')).toBe('text');
    expect(redacted({ auth: 'a:b' }, 'a b c')).toBe('a b c');
  });
});
