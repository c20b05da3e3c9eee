import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type FetchTransportOptions, fetchTransport, TransportError } from '../../lib/transport/index.js';
import { failureOf, fetched, hear } from './support/heard.js';
import { Loopback, pair } from './support/loopback.js';

type Fetch = NonNullable<FetchTransportOptions['fetch']>;

const answer = () => Promise.resolve(new Response('hello'));

describe('fetchTransport', () => {
  let server: Loopback | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it('gives everything else its turn after 256 KiB of a body, also of one that came in one piece, and stops where it is paused', async () => {
    const total = 4 * 1024 * 1024;
    const whole = Uint8Array.from({ length: total }, (_, i) => i % 251);
    const transport = fetchTransport({ baseUrl: 'http://host', fetch: () => Promise.resolve(new Response(whole)) });
    const response = await hear(transport.request({ path: '/' })).first();
    let received = 0;
    let turn = 0;
    let longest = 0;
    const body = hear(response.body$, (chunk) => {
      received += chunk.length;
      turn += chunk.length;
      longest = Math.max(longest, turn);
      if (received === total / 2) response.pause();
    });
    const turns = async (count: number) => {
      for (let i = 0; i < count && !body.over; i++) {
        turn = 0;
        await setImmediate();
      }
    };
    await turns(100);
    expect(received).toBe(total / 2);
    response.resume();
    await turns(1000);
    expect(body.completed).toBe(true);
    expect(Buffer.concat(body.values).equals(whole)).toBe(true);
    expect(longest).toBeLessThanOrEqual(320 * 1024);
  });

  it('appends paths to the base URL, whose own path it keeps', async () => {
    const fetch = jest.fn<Fetch>(answer);
    const transport = fetchTransport({ baseUrl: 'https://proxy.example/k8s/clusters/c1/', fetch });
    await fetched(transport, { path: '/api/v1/pods?watch=true' });
    expect(fetch.mock.calls[0]?.[0]).toBe('https://proxy.example/k8s/clusters/c1/api/v1/pods?watch=true');
    expect(transport.url).toBe('https://proxy.example/k8s/clusters/c1');
  });

  it.each<[unknown, RegExp]>([
    ['http://x', /^fetchTransport takes options, and not the URL alone: fetchTransport\(\{ baseUrl \}\)$/],
    [new URL('http://x'), /^fetchTransport takes options, and not the URL alone/],
    [undefined, /^fetchTransport takes options, such as \{ baseUrl: .* \}, and not undefined$/],
    [{}, /^baseUrl: missing; give a URL/],
    [{ url: 'http://x' }, /^baseUrl: missing; give a URL/],
  ])('says how it is called to who calls it with %p', (options, message) => {
    expect(() => fetchTransport(options as FetchTransportOptions)).toThrow(message);
  });

  it('takes a URL as its base', () => {
    expect(fetchTransport({ baseUrl: new URL('https://api.example/a/') }).url).toBe('https://api.example/a');
  });

  it.each([
    ['nonsense', /^baseUrl: "nonsense" is not a URL/],
    ['ftp://host', /^baseUrl: "ftp:\/\/host" begins with ftp:/],
    ['https://joe:hunter2@host', /^baseUrl: "https:\/\/…@host" holds a user name or a password/],
    ['https://host/?token=hunter2', /^baseUrl: "https:\/\/host\/\?…" has a query/],
    ['https://joe:hunter2@:x', /^baseUrl: "https:\/\/…@:x" is not a URL/],
  ])('throws for the base URL %s, and shows no secret', (baseUrl, message) => {
    expect(() => fetchTransport({ baseUrl })).toThrow(TypeError);
    expect(() => fetchTransport({ baseUrl })).toThrow(message);
    expect(() => fetchTransport({ baseUrl })).not.toThrow(/hunter2/);
  });

  it('takes a base URL relative to the page in a browser', () => {
    Object.assign(globalThis, { location: { href: 'https://dashboard.example/ui/' } });
    try {
      expect(fetchTransport({ baseUrl: '/k8s' }).url).toBe('https://dashboard.example/k8s');
    } finally {
      Reflect.deleteProperty(globalThis, 'location');
    }
  });

  it('sends its headers with every request, which win over the request only where they are credentials', async () => {
    const fetch = jest.fn<Fetch>(answer);
    const headers = { Authorization: 'Bearer mine\n', Accept: 'text/plain', 'Impersonate-User': 'jane' };
    const request = { authorization: 'Bearer theirs', accept: 'application/json', 'impersonate-user': 'root' };
    await fetched(fetchTransport({ baseUrl: 'http://host', headers, fetch }), { path: '/', headers: request });
    expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({
      authorization: 'Bearer mine',
      accept: 'application/json',
      'impersonate-user': 'jane',
    });
  });

  it('follows no redirect: the credentials would go along', async () => {
    const fetch = jest.fn<Fetch>(() =>
      Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } })),
    );
    const headers = { authorization: 'Bearer mine' };
    const response = await fetched(fetchTransport({ baseUrl: 'http://host', headers, fetch }), { path: '/' });
    expect(fetch.mock.calls[0]?.[1].redirect).toBe('manual');
    expect(response.status).toBe(302);
  });

  it('says that a browser got a redirect, of which pages see nothing else', async () => {
    const fetch = jest.fn<Fetch>(() => {
      const response = new Response();
      Object.defineProperty(response, 'type', { value: 'opaqueredirect' });
      return Promise.resolve(response);
    });
    const failure = await failureOf(fetchTransport({ baseUrl: 'http://host', fetch }), { path: '/' });
    expect(failure).toMatchObject({ kind: 'network', message: expect.stringContaining('redirect') });
  });

  it('calls a headers function for each request, and waits for it', async () => {
    const fetch = jest.fn<Fetch>(answer);
    let token = 0;
    const transport = fetchTransport({
      baseUrl: 'http://host',
      headers: () => Promise.resolve({ authorization: `Bearer ${++token}` }),
      fetch,
    });
    await fetched(transport, { path: '/' });
    await fetched(transport, { path: '/' });
    expect(fetch.mock.calls.map(([, { headers }]) => headers)).toMatchObject([
      { authorization: 'Bearer 1' },
      { authorization: 'Bearer 2' },
    ]);
  });

  it.each<[string, FetchTransportOptions['headers'], RegExp]>([
    [
      'throws',
      () => {
        throw new Error('signed out');
      },
      /headers function failed: signed out/,
    ],
    ['rejects', () => Promise.reject(new Error('signed out')), /headers function failed: signed out/],
    ['gives no headers', () => JSON.parse('null'), /headers\(\): must be a plain object/],
    ['gives Headers', () => JSON.parse('[["authorization", "secret"]]'), /headers\(\): must be a plain object/],
    [
      'gives a header that HTTP does not allow',
      () => ({ authorization: 'Bearer\r\nsecret' }),
      /value of authorization/,
    ],
  ])(
    'fails with the kind credentials when the headers function %s, and shows no secret',
    async (_, headers = {}, message) => {
      const fetch = jest.fn<Fetch>(answer);
      const error = await failureOf(fetchTransport({ baseUrl: 'http://host', headers, fetch }), { path: '/' });
      expect(error).toBeInstanceOf(TransportError);
      expect(error).toMatchObject({ kind: 'credentials', message: expect.stringMatching(message) });
      expect(String(error)).not.toMatch(/secret/);
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it('throws for fixed headers that HTTP does not allow, and for a fetch that is none', () => {
    expect(() => fetchTransport({ baseUrl: 'http://host', headers: { 'a b': 'x' } })).toThrow(/^headers: "a b" is not/);
    expect(() => fetchTransport({ baseUrl: 'http://host', headers: { a: 'secret\0' } })).toThrow(
      /^headers: the value of a /,
    );
    expect(() => fetchTransport({ baseUrl: 'http://host', fetch: JSON.parse('"no"') })).toThrow(/^fetch: /);
  });

  it('says what to check where a browser does not say why', async () => {
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const error = await failureOf(fetchTransport({ baseUrl: 'https://api.example', fetch }), { path: '/' });
    expect(error).toMatchObject({
      kind: 'network',
      message: expect.stringMatching(/https:\/\/api\.example \(Failed to fetch\).*server runs.*certificate.*CORS/),
    });
  });

  it('L9: cancels the body of a fetch that does not heed its signal, and lets it say no more', async () => {
    const cancelled = jest.fn<() => void>();
    const body = () => new ReadableStream<Uint8Array>({ cancel: () => cancelled() });
    const transport = fetchTransport({ baseUrl: 'http://host', fetch: () => Promise.resolve(new Response(body())) });
    const read = hear(transport.request({ path: '/' }));
    const reading = hear((await read.first()).body$);
    const unread = hear(transport.request({ path: '/' }));
    await unread.first();
    const unanswered = hear(transport.request({ path: '/' }));
    for (const { subscription } of [read, unread, unanswered]) subscription.unsubscribe();
    await setImmediate();
    expect(cancelled).toHaveBeenCalledTimes(2);
    expect([reading.over, unanswered.values]).toEqual([false, []]);
  });

  it('L9: cancels a response that comes when nobody waits for it any more', async () => {
    const cancelled = jest.fn<() => void>();
    let respond = (_: Response) => {};
    const response = new Promise<Response>((resolve) => {
      respond = resolve;
    });
    const transport = fetchTransport({ baseUrl: 'http://host', fetch: () => response });
    const exchange = hear(transport.request({ path: '/' }));
    await setImmediate();
    exchange.subscription.unsubscribe();
    respond(new Response(new ReadableStream({ cancel: () => cancelled() })));
    await setImmediate();
    expect([cancelled.mock.calls.length, exchange.values, exchange.over]).toEqual([1, [], false]);
  });

  it('tells a refused certificate from a broken network, from the cause that Node gives', async () => {
    server = await Loopback.https((_, response) => response.end(), pair('self-signed'));
    const error = await failureOf(fetchTransport({ baseUrl: server.url }), { path: '/' });
    expect(error).toMatchObject({ kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(String(error)).toContain(`the certificate of ${server.place} is self-signed`);
  });
});
