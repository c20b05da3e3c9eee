import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_DATA, type RelayTransport, relayTransport, TransportError, WINDOW } from '../../../lib/transport/index.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import { hear } from '../support/heard.js';
import { FakeWebSockets } from './support/fake-web-socket.js';

const SECOND = 1000;

/** Answers of `fetch`, in order; the last one for ever. */
type Answers = readonly (number | 'no answer')[];

let web: FakeWebSockets;
let clock: TestClock;
let fetched: string[];

beforeEach(() => {
  web = new FakeWebSockets();
  clock = new TestClock();
  fetched = [];
});
/** L9: nothing is left behind by any of these. */
afterEach(async () => {
  await settled();
  clock.advance(20 * SECOND);
  expect(clock.actions).toHaveLength(0);
});

function transport(answers: Answers = [200], options: Parameters<typeof relayTransport>[1] = {}): RelayTransport {
  return relayTransport('https://relay.example/k8s', {
    ...{ webSocket: web.constructor$, scheduler: clock, random: () => 0.5 },
    fetch: async (url) => {
      const answer = answers[Math.min(fetched.length, answers.length - 1)];
      fetched.push(url);
      if (answer === 'no answer' || answer === undefined) throw new TypeError('fetch failed');
      return new Response('over HTTP', { status: answer });
    },
    ...options,
  });
}

const textOf = (chunks: readonly Uint8Array[]) => Buffer.concat(chunks).toString();

/** A request, and whatever came of it. */
async function ask(relay: RelayTransport, path = '/api', more: object = {}) {
  const exchange = hear(relay.request({ path, ...more }));
  await settled();
  return exchange;
}

/** One whose answer has begun. */
async function answered(relay: RelayTransport, path = '/api') {
  const exchange = await ask(relay, path);
  if (web.last.protocol === '') web.last.open();
  const id = web.last.requests.at(-1)?.id ?? 0;
  web.last.answer(id);
  const response = await exchange.first();
  const body = hear(response.body$);
  return { id, exchange, response, body };
}

describe('relayTransport, to people', () => {
  it.each<[unknown, object, RegExp]>([
    [7, {}, /^url: 7 is not a URL/],
    [undefined, {}, /^url: missing; give a URL such as https:/],
    ['ws://relay.example', {}, /^url: "ws:\/\/relay.example" begins with ws:, but must with https: or http:/],
    ['https://relay.example', { webSocket: 'ws' }, /^webSocket: ws is not the class WebSocket/],
    ['https://relay.example', { headers: { 'a b': 'c' } }, /^headers: "a b" is not the name of a header/],
    ['https://relay.example', { fetch: 7 }, /^fetch: must be a function/],
    ['https://relay.example', { scheduler: 7 }, /^scheduler: must be a scheduler/],
    ['https://relay.example', { random: 7 }, /^random: must be a function/],
    ['https://relay.example', { header: {} }, /^header: relayTransport has no such option; it has headers, webSocket/],
  ])('refuses %j with %j', (url, options, message) => {
    const webSocket = web.constructor$;
    expect(() => relayTransport(url as string, { webSocket, ...options })).toThrow(message);
  });

  it('takes a URL for where the relay is', () => {
    const webSocket = web.constructor$;
    expect(relayTransport(new URL('https://relay.example/k8s/'), { webSocket }).url).toBe('https://relay.example/k8s');
  });

  it.each<[unknown]>([[null], ['token']])('refuses options that are none: %j', (options) => {
    expect(() => relayTransport('https://relay.example', options as object)).toThrow(
      /^options: .* is none; relayTransport takes a URL/,
    );
  });

  it('says what to give where there is no WebSocket', () => {
    const { WebSocket } = globalThis;
    Reflect.deleteProperty(globalThis, 'WebSocket');
    try {
      expect(() => relayTransport('https://relay.example')).toThrow(
        /^webSocket: this runtime has no WebSocket of its own, as Node before 22: give that of the package ws/,
      );
    } finally {
      if (WebSocket !== undefined) Object.assign(globalThis, { WebSocket });
    }
  });
});

describe('relayTransport', () => {
  it('opens one WebSocket for all requests, at the path of the protocol, when the first is subscribed', async () => {
    const relay = transport();
    const request$ = relay.request({ path: '/a' });
    expect([web.sockets.length, relay.way]).toEqual([0, { via: 'undecided' }]);
    const first = hear(request$);
    const second = await ask(relay, '/b');
    expect(web.sockets.map(({ url, protocols }) => [url, protocols])).toEqual([
      ['wss://relay.example/k8s/rxinformer/ws', ['rxinformer.v1']],
    ]);
    expect(web.last.said).toEqual([]);
    web.last.open();
    expect(relay.way).toEqual({ via: 'webSocket' });
    const third = await ask(relay, '/c');
    expect(web.last.requests.map(({ id, path }) => [id, path])).toEqual([
      [1, '/a'],
      [2, '/b'],
      [3, '/c'],
    ]);
    expect(web.sockets).toHaveLength(1);
    for (const { subscription } of [first, second, third]) subscription.unsubscribe();
  });

  it('sends a request with its headers, its own and those of a function, and says what may be compressed', async () => {
    let token = 0;
    const relay = transport([200], { headers: async () => ({ authorization: `Bearer ${++token}` }) });
    const exchange = await ask(relay, '/a', { headers: { accept: 'application/json' }, compress: true });
    web.last.open();
    const again = await ask(relay, '/a');
    expect(web.last.requests).toEqual([
      {
        ...{ type: 'request', id: 1, method: 'GET', path: '/a', credit: WINDOW, compress: true },
        headers: { accept: 'application/json', authorization: 'Bearer 1' },
      },
      {
        ...{ type: 'request', id: 2, method: 'GET', path: '/a', credit: WINDOW, compress: false },
        headers: { authorization: 'Bearer 2' },
      },
    ]);
    for (const { subscription } of [exchange, again]) subscription.unsubscribe();
  });

  it('fails a request for which no headers can be had, and opens nothing', async () => {
    const failing = () => Promise.reject(new Error('logged out'));
    const exchange = await ask(transport([200], { headers: failing }));
    expect(exchange.error).toMatchObject({ kind: 'credentials', message: expect.stringMatching(/logged out/) });
    expect([web.sockets.length, fetched.length]).toEqual([0, 0]);
  });

  it('asks for the fields that the reader keeps, over the WebSocket and over HTTP', async () => {
    const relay = transport();
    const fields = ['metadata.labels', 'spec.nodeName', 'data.a&b'];
    const exchange = await ask(relay, '/api?watch=true', { fields });
    web.last.open();
    const query = 'fields=metadata.labels,spec.nodeName,data.a%26b';
    expect(web.last.requests[0]?.path).toBe(`/api?watch=true&${query}`);
    exchange.subscription.unsubscribe();
    await ask(relay, '/api', { fields, method: 'POST', body: '{}' });
    expect(fetched).toEqual([`https://relay.example/k8s/api?${query}`]);
  });

  it('sends over HTTP what is no GET, or has a body', async () => {
    const relay = transport();
    await ask(relay, '/a', { method: 'DELETE' });
    await ask(relay, '/b', { body: '{}', method: 'POST' });
    expect(fetched).toEqual(['https://relay.example/k8s/a', 'https://relay.example/k8s/b']);
    expect(web.sockets).toHaveLength(0);
  });

  it('keeps the bodies of many requests apart', async () => {
    const relay = transport();
    const [a, b] = [await answered(relay, '/a'), await answered(relay, '/b')];
    web.last.say(
      { type: 'data', id: a.id, bytes: Buffer.from('a1') },
      { type: 'data', id: b.id, bytes: Buffer.from('b1') },
      { type: 'data', id: a.id, bytes: Buffer.from('a2') },
      { type: 'end', id: a.id },
      { type: 'data', id: b.id, bytes: Buffer.from('b2') },
    );
    expect([textOf(a.body.values), a.body.completed, a.exchange.completed]).toEqual(['a1a2', true, true]);
    expect([textOf(b.body.values), b.body.over, b.exchange.over]).toEqual(['b1b2', false, false]);
    b.exchange.subscription.unsubscribe();
  });

  it('gives credit for what its reader took, in large pieces', async () => {
    const { id, body, exchange } = await answered(transport());
    const piece = new Uint8Array(MAX_DATA);
    for (let sent = 0; sent < 2 * WINDOW; sent += MAX_DATA) web.last.say({ type: 'data', id, bytes: piece });
    expect(web.last.said.slice(1)).toEqual(Array(4).fill({ type: 'credit', id, bytes: WINDOW / 2 }));
    expect(body.values).toHaveLength((2 * WINDOW) / MAX_DATA);
    exchange.subscription.unsubscribe();
  });

  it('gives none while a reader pauses, and closes on a server that sends more all the same', async () => {
    const { id, response, body, exchange } = await answered(transport());
    response.pause();
    const piece = new Uint8Array(MAX_DATA);
    for (let sent = 0; sent < WINDOW; sent += MAX_DATA) web.last.say({ type: 'data', id, bytes: piece });
    expect([web.last.said.length, body.values.length, web.last.closed]).toEqual([1, 0, undefined]);
    web.last.say({ type: 'data', id, bytes: new Uint8Array(1) });
    expect(web.last.closed).toMatchObject({ code: 4002 });
    // What is there still comes, and then the error.
    response.resume();
    await settled();
    expect(body.values).toHaveLength(WINDOW / MAX_DATA);
    expect(body.error).toBeInstanceOf(TransportError);
    expect(exchange.completed).toBe(true);
  });

  it('goes on where it was after a pause, and never within resume()', async () => {
    const { id, response, body, exchange } = await answered(transport());
    response.pause();
    web.last.say({ type: 'data', id, bytes: Buffer.from('x') }, { type: 'end', id });
    expect([body.values.length, body.over]).toEqual([0, false]);
    response.resume();
    expect(body.values).toHaveLength(0);
    await settled();
    expect([textOf(body.values), body.completed, exchange.completed]).toEqual(['x', true, true]);
  });

  it('stops within a chunk when its reader pauses there, though more is in hand', async () => {
    const exchange = await ask(transport());
    web.last.open().answer(1, 'one', 'two');
    const response = await exchange.first();
    const body = hear(response.body$, () => response.pause());
    expect(textOf(body.values)).toBe('one');
    response.resume();
    await settled();
    expect(textOf(body.values)).toBe('onetwo');
    exchange.subscription.unsubscribe();
  });

  it('fails a request with the words of the server, before the answer and in it', async () => {
    const relay = transport();
    const refused = await ask(relay);
    web.last.open().say({ type: 'error', id: 1, message: 'too many requests' });
    expect(refused.error).toMatchObject({ kind: 'network', message: 'relay.example:443: too many requests' });
    const { id, body, exchange } = await answered(relay);
    web.last.say({ type: 'error', id, message: 'broken off' });
    expect(body.error).toMatchObject({ kind: 'network', message: 'relay.example:443: broken off' });
    expect([exchange.completed, web.last.said.filter(({ type }) => type === 'cancel')]).toEqual([true, []]);
  });
});

describe('L9: unsubscribing from relayTransport is silent and final', () => {
  it('while credentials are awaited: nothing is opened', async () => {
    const exchange = hear(transport([200], { headers: async () => ({}) }).request({ path: '/' }));
    exchange.subscription.unsubscribe();
    await settled();
    expect(web.sockets).toHaveLength(0);
  });

  it('while the WebSocket is opened: it is closed after a second', async () => {
    const exchange = await ask(transport());
    exchange.subscription.unsubscribe();
    clock.advance(999);
    expect(web.last.closed).toBeUndefined();
    clock.advance(1);
    expect(web.last.closed).toEqual({ code: 1000, reason: 'not needed' });
    web.last.open();
    expect([web.last.said, exchange.values, exchange.over]).toEqual([[], [], false]);
  });

  it.each(['the request', 'its body'])('from %s: the server is told, and what still comes is nothing', async (what) => {
    const relay = transport();
    const other = await answered(relay, '/other');
    const { id, exchange, body } = await answered(relay);
    (what === 'its body' ? body : exchange).subscription.unsubscribe();
    expect(web.last.said.at(-1)).toEqual({ type: 'cancel', id });
    web.last.say({ type: 'data', id, bytes: Buffer.from('late') }, { type: 'end', id });
    expect([body.values, body.over, exchange.completed, web.last.closed]).toEqual([
      ...[[], false, what === 'its body', undefined],
    ]);
    other.exchange.subscription.unsubscribe();
  });

  it('within a chunk, of another request: both end, and the rest goes on', async () => {
    const relay = transport();
    const [a, b, c] = [await answered(relay, '/a'), await answered(relay, '/b'), await answered(relay, '/c')];
    a.body.subscription.add(() => b.exchange.subscription.unsubscribe());
    a.body.subscription.unsubscribe();
    web.last.say(
      { type: 'data', id: b.id, bytes: Buffer.from('late') },
      { type: 'data', id: c.id, bytes: Buffer.from('c') },
    );
    expect([b.body.values.length, textOf(c.body.values)]).toEqual([0, 'c']);
    c.exchange.subscription.unsubscribe();
  });

  it('from the last of them, as a page is left: the WebSocket is closed at once', async () => {
    const page = new EventTarget();
    Object.assign(globalThis, {
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
    });
    try {
      const { exchange } = await answered(transport());
      page.dispatchEvent(new Event('pagehide'));
      expect(web.last.closed).toBeUndefined();
      exchange.subscription.unsubscribe();
      page.dispatchEvent(new Event('pagehide'));
      expect(web.last.closed).toEqual({ code: 1000, reason: 'the page is left' });
    } finally {
      Reflect.deleteProperty(globalThis, 'addEventListener');
      Reflect.deleteProperty(globalThis, 'removeEventListener');
    }
  });

  it('from the last of them: the WebSocket is kept for a second, in which the next request has it', async () => {
    const relay = transport();
    (await answered(relay)).exchange.subscription.unsubscribe();
    clock.advance(900);
    (await answered(relay)).exchange.subscription.unsubscribe();
    clock.advance(900);
    expect([web.sockets.length, web.last.closed]).toEqual([1, undefined]);
    clock.advance(100);
    expect(web.last.closed).toEqual({ code: 1000, reason: 'not needed' });
    (await answered(relay)).exchange.subscription.unsubscribe();
    expect([web.sockets.length, relay.way]).toEqual([2, { via: 'webSocket' }]);
  });
});

describe('a WebSocket that breaks', () => {
  it('fails all that is on it, each once, and the next request opens another, at most one', async () => {
    const relay = transport();
    const waiting = await ask(relay, '/waiting');
    const { body, exchange } = await answered(relay);
    web.last.end(1006);
    expect(waiting.error).toMatchObject({
      kind: 'network',
      message: 'the WebSocket to relay.example:443 was closed before the answer was complete (code 1006)',
    });
    expect(body.error).toBeInstanceOf(TransportError);
    expect(exchange.completed).toBe(true);
    const again = [await ask(relay), await ask(relay)];
    expect([web.sockets.length, fetched.length]).toEqual([2, 0]);
    web.last.open();
    expect(web.last.requests.map(({ id }) => id)).toEqual([1, 2]);
    for (const { subscription } of again) subscription.unsubscribe();
  });

  it('is followed by another for who asks again within the error', async () => {
    const relay = transport();
    const { body } = await answered(relay);
    const again = new Promise((resolve) => body.subscription.add(() => resolve(ask(relay))));
    web.last.end(1001, 'the server stops');
    await again;
    expect(web.sockets).toHaveLength(2);
    expect(body.error).toMatchObject({ message: expect.stringMatching(/\(code 1001: the server stops\)$/) });
    web.last.end(1006);
    await settled();
  });

  it('L7: is given up when nothing came for 40 s, not even a heartbeat', async () => {
    const relay = transport();
    const { body } = await answered(relay);
    for (let beats = 0; beats < 10; beats++) {
      clock.advance(15 * SECOND);
      web.last.say({ type: 'ping' });
    }
    expect([web.last.pongs, body.over]).toEqual([11, false]);
    clock.advance(39 * SECOND);
    expect(body.over).toBe(false);
    clock.advance(SECOND);
    expect(body.error).toMatchObject({ kind: 'network', message: expect.stringMatching(/nothing came for 40 s/) });
    expect(web.last.closed).toMatchObject({ code: 4000 });
  });

  it('is not given up by a process that did not run, before it read what came meanwhile', async () => {
    const relay = transport();
    const { body, exchange } = await answered(relay);
    clock.jump(300 * SECOND);
    expect(body.over).toBe(false);
    web.last.say({ type: 'ping' });
    clock.advance(5 * SECOND);
    expect(body.over).toBe(false);
    exchange.subscription.unsubscribe();
  });

  it('is given up by a process that did not run, when nothing had come meanwhile', async () => {
    const relay = transport();
    const { body } = await answered(relay);
    clock.jump(300 * SECOND);
    clock.advance(2 * SECOND);
    expect(body.error).toMatchObject({ message: expect.stringMatching(/nothing came for/) });
  });

  it.each<[string, unknown]>([
    ['garbage', 'garbage'],
    ['a message that is too long', 'x'.repeat(300_000)],
    ['a body of a stream that nobody asked for', new Uint8Array([0, 0, 0, 9, 1]).buffer],
    ['neither text nor bytes', 7],
    ['a stream that nobody asked for', JSON.stringify({ type: 'end', id: 9 })],
    ['a second head', JSON.stringify({ type: 'head', id: 1, status: 200, headers: {} })],
  ])('is closed when what comes is %s', async (_, data) => {
    const { body } = await answered(transport());
    web.last.send$(data);
    expect(web.last.closed).toMatchObject({ code: 4002, reason: expect.stringMatching(/not rxinformer.v1/) });
    expect(Buffer.byteLength(web.last.closed?.reason ?? '')).toBeLessThanOrEqual(123);
    expect(body.error).toMatchObject({ kind: 'network', message: expect.stringMatching(/what came is not/) });
  });

  it.each(['data', 'end'] as const)('is closed when %s comes before a head', async (type) => {
    const exchange = await ask(transport());
    web.last.open().say(type === 'end' ? { type, id: 1 } : { type, id: 1, bytes: Buffer.from('x') });
    expect(exchange.error).toMatchObject({ kind: 'network', message: expect.stringMatching(/before its head/) });
  });
});

describe('where no WebSocket comes through', () => {
  const refused = /^the WebSocket to relay.example:443 was closed .*code 1006\): Unexpected server response: 403$/;

  it('requests go over HTTP, which is decided when that is answered, and a WebSocket is tried later, beside', async () => {
    const relay = transport();
    const ways: string[] = [];
    const watching = relay.way$.subscribe(({ via }) => ways.push(via));
    const first = [await ask(relay, '/a'), await ask(relay, '/b')];
    web.last.end(1006, '', 'Unexpected server response: 403');
    await settled();
    await settled();
    expect(fetched).toEqual(['https://relay.example/k8s/a', 'https://relay.example/k8s/b']);
    for (const exchange of first) expect((await exchange.first()).status).toBe(200);
    expect(relay.way).toEqual({ via: 'http', reason: expect.stringMatching(refused), retryAt: 45 * SECOND });
    await (await ask(relay, '/c')).first();
    expect([web.sockets.length, fetched.length]).toEqual([1, 3]);

    clock.advance(45 * SECOND);
    await (await ask(relay, '/d')).first();
    expect([web.sockets.length, fetched.length]).toEqual([2, 4]);
    web.last.end(1006);
    expect(relay.way).toMatchObject({ via: 'http', retryAt: 90 * SECOND });

    clock.advance(45 * SECOND);
    await (await ask(relay, '/e')).first();
    web.last.open();
    expect(relay.way).toEqual({ via: 'webSocket' });
    (await answered(relay, '/f')).exchange.subscription.unsubscribe();
    expect([web.sockets.length, fetched.length]).toEqual([3, 5]);
    expect(ways).toEqual(['undecided', 'http', 'http', 'webSocket']);
    watching.unsubscribe();
    for (const { subscription } of first) subscription.unsubscribe();
  });

  it.each([
    ['breaks', () => web.last.end(1006)],
    ['is found dead', () => clock.advance(60 * SECOND)],
  ])('nothing is said to go over a WebSocket from the moment when one %s until the next opens', async (_, end) => {
    const relay = transport(['no answer']);
    const ways: string[] = [];
    const watching = relay.way$.subscribe(({ via }) => ways.push(via));
    const { exchange } = await answered(relay);
    end();
    await settled();
    expect([relay.way, ways]).toEqual([{ via: 'undecided' }, ['undecided', 'webSocket', 'undecided']]);
    const next = await ask(relay);
    web.last.end(1006);
    await next.until(({ over }) => over);
    expect(relay.way).toEqual({ via: 'undecided' });
    (await answered(relay)).exchange.subscription.unsubscribe();
    expect(relay.way).toEqual({ via: 'webSocket' });
    watching.unsubscribe();
    exchange.subscription.unsubscribe();
  });

  it('nothing is decided while HTTP is not answered either, and requests fail as over HTTP', async () => {
    const relay = transport(['no answer']);
    for (let times = 1; times <= 3; times++) {
      const exchange = await ask(relay);
      web.last.end(1006);
      await exchange.until(({ over }) => over);
      expect(exchange.error).toMatchObject({
        kind: 'network',
        message: expect.stringMatching(/^no answer from https/),
      });
      expect([web.sockets.length, relay.way]).toEqual([times, { via: 'undecided' }]);
    }
  });

  it.each([502, 503])('nor where a proxy answers %d for a server that is away', async (status) => {
    const relay = transport([status]);
    const exchange = await ask(relay);
    web.last.end(1006);
    expect((await exchange.first()).status).toBe(status);
    expect(relay.way).toEqual({ via: 'undecided' });
    exchange.subscription.unsubscribe();
  });

  it.each([
    ['says no word for 10 s', () => clock.advance(10 * SECOND)],
    ['speaks another protocol', () => web.last.open('rxinformer.v2')],
    ['speaks none of ours', () => web.last.send$('hello')],
  ])('a WebSocket that opens and %s is none', async (_, happens) => {
    const relay = transport();
    const exchange = await ask(relay);
    happens();
    expect((await exchange.first()).status).toBe(200);
    expect(relay.way).toMatchObject({ via: 'http' });
    expect(web.last.closed).toBeDefined();
    exchange.subscription.unsubscribe();
  });

  it('a page of https: that may not open ws: gets its answers, and the reason in words', async () => {
    web.refusal = new Error('An insecure WebSocket connection may not be initiated');
    const relay = transport();
    const exchange = await ask(relay);
    expect((await exchange.first()).status).toBe(200);
    expect(relay.way).toMatchObject({ via: 'http', reason: expect.stringMatching(/insecure WebSocket/) });
    exchange.subscription.unsubscribe();
  });

  it('L9: who leaves while the WebSocket is opened is not asked for over HTTP', async () => {
    const exchange = await ask(transport());
    exchange.subscription.unsubscribe();
    web.last.end(1006);
    await settled();
    expect(fetched).toEqual([]);
  });
});
