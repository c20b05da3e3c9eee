import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Guard, type GuardOptions, type GuardSurroundings, withHeaders } from '../../../lib/server/guard/guard.js';
import { runs } from '../../support/runs.js';

const LOOPBACK: GuardSurroundings = { name: 'the relay', listening: '127.0.0.1', readOnly: true };
const EVERYWHERE = { ...LOOPBACK, listening: '0.0.0.0' };

interface Asked {
  readonly method?: string;
  readonly hosts?: number;
  readonly count?: number;
  readonly [header: string]: string | number | undefined;
}

function judged(asked: Asked, options: GuardOptions = {}, surroundings = LOOPBACK) {
  const { method = 'GET', hosts = 1, count = 3, ...headers } = asked;
  const texts = Object.entries({ host: '127.0.0.1:8001', ...headers }).map(([name, value]) => [name, String(value)]);
  const verdict = new Guard(surroundings, options).judge({ method, hosts, count, headers: Object.fromEntries(texts) });
  const { answer } = verdict;
  const body = typeof answer?.body === 'string' && answer.body !== '' ? JSON.parse(answer.body) : undefined;
  return { status: answer?.status, message: body?.message, body, answer, headers: verdict.headers };
}

describe('the Host header', () => {
  it.each([
    'localhost',
    'LOCALHOST:8001',
    'localhost.',
    'web.localhost:80',
    '127.0.0.1:8001',
    '127.9.9.9',
    '[::1]:8001',
  ])('of loopback passes: %s', (host) => expect(judged({ host }).status).toBeUndefined());

  it.each([
    'evil.example',
    'evil.example:8001',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.1',
    '2130706433',
    '0.0.0.0',
    '10.0.0.1',
    '[::]',
  ])('of another name or address is refused, since a page may have let its name lead here: %s', (host) => {
    const { status, body } = judged({ host });
    expect(status).toBe(403);
    expect(body).toMatchObject({ kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403 });
    expect(body.message).toMatch(/^the relay does not answer to the host ".*": .* put it into allowedHosts$/);
  });

  it.each([
    '',
    'a b',
    'user@localhost',
    'localhost/x',
    'localhost:99999999',
    '[::1',
    '[zz]',
    'localhost#',
    'localhost:80:80',
  ])('that is none is refused: %j', (host) => expect(judged({ host }).status).toBe(400));

  it('must be one', () => {
    expect(judged({ hosts: 0 }).status).toBe(400);
    expect(judged({ hosts: 2 }).status).toBe(400);
  });

  it('may be a name that is allowed, or one below it', () => {
    const options = { allowedHosts: ['Relay.example.com', '.shop.example'] };
    expect(judged({ host: 'relay.example.com:443' }, options).status).toBeUndefined();
    expect(judged({ host: 'a.b.shop.example' }, options).status).toBeUndefined();
    for (const host of ['shop.example', 'evilshop.example', 'x.relay.example.com'])
      expect(judged({ host }, options).status).toBe(403);
  });

  it('may be an address where the server listens beyond loopback, since no page can rebind that; names stay refused', () => {
    expect(judged({ host: '10.0.0.1:8001' }, {}, EVERYWHERE).status).toBeUndefined();
    expect(judged({ host: '[2001:db8::1]' }, {}, EVERYWHERE).status).toBeUndefined();
    expect(judged({ host: 'evil.example' }, {}, EVERYWHERE).status).toBe(403);
  });

  it('passes only when a browser, too, would send it to loopback, whatever it is', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 8, unit: 'binary-ascii' }),
      fc.constantFrom('localhost', '127.0.0.1', '[::1]', '.', ':', '@', '8001', 'evil.example', '[', ']', '%', '\\'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const host = pieces.join('');
        const { status } = judged({ host });
        if (status !== undefined) return;
        const { hostname } = new URL(`http://${host}`);
        expect(hostname.replace(/\.$/, '')).toMatch(/^(127\.\d+\.\d+\.\d+|\[::1\]|(.*\.)?localhost)$/);
      }),
      runs,
    );
  });

  it('is shown in part when it is long', () => {
    expect(judged({ host: 'x'.repeat(5000) }).message.length).toBeLessThan(300);
  });

  it.each(['http://relay.example.com', 'relay.example.com:443', '*', '', '.', 'a..b', 7])(
    'cannot be allowed as %j, and that is said when the server is made',
    (entry) => {
      // @ts-expect-error: of the wrong type in one case
      expect(() => judged({}, { allowedHosts: [entry] })).toThrow(
        /^allowedHosts has .*: expected a name without scheme/,
      );
    },
  );
});

describe('the page that a request comes from', () => {
  const FOREIGN: readonly Asked[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'http://localhost:8001' },
    { origin: 'file://' },
    { origin: 'nonsense' },
    { origin: 'https://evil.example', upgrade: 'websocket', connection: 'Upgrade' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ];

  it.each(FOREIGN)('is refused when it is foreign: %j', (asked) => {
    const { status, message, headers } = judged(asked);
    expect(status).toBe(403);
    expect(message).toMatch(/^the relay does not answer to pages of .* put their origin into allowedOrigins$/);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  const OWN: readonly Asked[] = [
    {},
    { origin: 'http://127.0.0.1:8001' },
    { host: 'localhost', origin: 'http://localhost' },
    { host: 'localhost:443', origin: 'https://localhost' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ];

  it.each(OWN)('passes when it is its own, no page, or a link that was followed: %j', (asked) => {
    const { status, headers } = judged(asked);
    expect(status).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  const options = { allowedOrigins: ['https://dashboard.example.com', 'http://localhost:3000'] };

  it('passes when its origin is allowed, and may read the answer; caches are told', () => {
    const { status, headers } = judged({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }, options);
    expect(status).toBeUndefined();
    expect(headers).toMatchObject({ 'access-control-allow-origin': 'http://localhost:3000', vary: 'origin' });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const { headers: others } = judged({}, options);
    expect(others.vary).toBe('origin');
    expect(others['access-control-allow-origin']).toBeUndefined();
    expect(judged({ origin: 'http://localhost:3001' }, options).status).toBe(403);
  });

  it('is answered its preflight, and only an allowed one may go on after it', () => {
    const preflight = {
      method: 'OPTIONS',
      'access-control-request-method': 'GET',
      'access-control-request-private-network': 'true',
    };
    const allowed = judged({ ...preflight, origin: 'https://dashboard.example.com' }, options);
    expect(allowed.status).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://dashboard.example.com',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'authorization, accept, content-type',
      'access-control-allow-private-network': 'true',
    });
    const foreign = judged({ ...preflight, origin: 'https://evil.example' }, options);
    expect(foreign.status).toBe(403);
    expect(Object.keys(foreign.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each(['*', 'null', 'dashboard.example.com', 'https://a.example/', 'https://a.example/x', 'ftp://a.example', 7])(
    'cannot be allowed as %j, and that is said when the server is made',
    (entry) => {
      // @ts-expect-error: of the wrong type in one case
      expect(() => judged({}, { allowedOrigins: [entry] })).toThrow(
        /^allowedOrigins has .*: expected the origin of one site/,
      );
    },
  );
});

describe('what a request may be', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT', 'TRACE', 'PROPFIND'])(
    '%s is refused by what only reads',
    (method) => {
      const { status, message, answer } = judged({ method });
      expect(status).toBe(405);
      expect(message).toBe('the relay only reads: it takes GET, HEAD, OPTIONS');
      expect(answer?.headers.allow).toBe('GET, HEAD, OPTIONS');
    },
  );

  it('a server that writes takes methods that write, of its own pages and programs only', () => {
    const writes = { ...LOOPBACK, readOnly: false };
    expect(judged({ method: 'POST', 'content-length': '5' }, {}, writes).status).toBeUndefined();
    expect(judged({ method: 'POST', origin: 'https://evil.example' }, {}, writes).status).toBe(403);
    expect(judged({ method: 'TRACE' }, {}, writes).status).toBe(405);
  });

  it('a body is refused where nothing is done with it', () => {
    expect(judged({ 'content-length': '1' }).status).toBe(413);
    expect(judged({ 'transfer-encoding': 'chunked' }).status).toBe(413);
    expect(judged({ 'content-length': '0' }).status).toBeUndefined();
  });

  it('nobody may act as somebody else', () => {
    for (const header of ['impersonate-user', 'impersonate-group', 'impersonate-extra-x'])
      expect(judged({ [header]: 'admin' }).message).toMatch(/acts? as somebody else/);
  });

  it('more than a hundred headers are refused', () => {
    expect(judged({ count: 100 }).status).toBeUndefined();
    expect(judged({ count: 101 })).toMatchObject({ status: 431, message: expect.stringContaining('at most 100') });
  });

  it('every answer, a refusal too, forbids guessing, caching, framing and embedding', () => {
    for (const asked of [{}, { host: 'evil.example' }, { origin: 'null' }, { method: 'POST' }])
      expect(judged(asked).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
  });
});

describe('headers that are added', () => {
  it('yield to those of the answer, and add up in vary', () => {
    const answer = { status: 200, headers: { 'cache-control': 'no-cache', vary: 'accept-encoding' }, body: '' };
    expect(
      withHeaders(answer, { 'cache-control': 'no-store', vary: 'origin', 'x-content-type-options': 'nosniff' }).headers,
    ).toEqual({
      'cache-control': 'no-cache',
      vary: 'origin, accept-encoding',
      'x-content-type-options': 'nosniff',
    });
  });
});
