import { describe, expect, it } from '@jest/globals';
import { parseBaseUrl } from '../../lib/transport/base-url.js';

describe('parseBaseUrl', () => {
  it.each([
    [
      'https://api.example',
      { url: 'https://api.example', hostname: 'api.example', port: 443, path: '', place: 'api.example:443' },
    ],
    ['http://api.example/', { url: 'http://api.example', protocol: 'http:', port: 80, path: '' }],
    ['https://api.example:6443/a/b//', { url: 'https://api.example:6443/a/b', port: 6443, path: '/a/b' }],
    ['https://[::1]:6443', { url: 'https://[::1]:6443', hostname: '::1', place: '[::1]:6443' }],
  ])('reads %s', (text, base) => {
    expect(parseBaseUrl(text, 'baseUrl')).toMatchObject(base);
  });

  it.each([[null], [42], [{}]])('throws for %p, which is no text', (value) => {
    expect(() => parseBaseUrl(value, 'baseUrl')).toThrow(/^baseUrl: .* is not a URL/);
  });

  it('takes a URL, and says where there is none', () => {
    expect(parseBaseUrl(new URL('https://api.example/a/'), 'baseUrl').url).toBe('https://api.example/a');
    expect(() => parseBaseUrl(undefined, 'baseUrl')).toThrow(
      'baseUrl: missing; give a URL such as https://10.0.0.1:6443',
    );
  });
});
