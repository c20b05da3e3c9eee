import { getEventListeners } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApiRequest, ApiResponse, BodySink, BodySource } from '../../../../lib/server/http/exchange.js';
import { HttpBinding } from '../../../../lib/server/http/node-binding.js';
import { WebSocketBinding, type WebSocketOptions } from '../../../../lib/server/http/web-socket/index.js';
import type { Listening } from '../../../../lib/server/index.js';
import { MAX_CLIENT_MESSAGE, MAX_DATA, MAX_NUMBER } from '../../../../lib/transport/index.js';
import { runs } from '../../../support/runs.js';
import { TestClock } from '../../../support/virtual-time.js';
import { operator } from '../../support/operator.js';
import { RawClient } from './support/raw-client.js';

const reports = operator();

/** A body that a test writes. */
class OpenBody implements BodySource {
  resumed = 0;
  stopped = false;

  constructor(readonly sink: BodySink) {}

  resume(): void {
    this.resumed += 1;
  }

  stop(): void {
    this.stopped = true;
  }
}

const KIB = 1024;
const clients: RawClient[] = [];
const listenings: Listening[] = [];
let bodies: Record<string, OpenBody>;
let requests: ApiRequest[];
let clock: TestClock;
let later: (() => void)[];
/** What ends the WebSockets of a server. */
let endings: Set<AbortSignal>;

beforeEach(() => {
  bodies = {};
  requests = [];
  later = [];
  endings = new Set();
  clock = new TestClock();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.drop();
  await Promise.all(listenings.splice(0).map((listening) => listening.close()));
  await eventually(() => clock.pending === 0);
});

function handler(asked: ApiRequest): ApiResponse | Promise<ApiResponse> {
  requests.push(asked);
  const { target } = asked;
  if (target === '/now') return { status: 200, headers: { 'x-a': 'b' }, body: 'now' };
  if (target === '/bug') throw new Error('a bug');
  if (target === '/later-bug') return Promise.reject(new Error('a bug'));
  if (target === '/broken')
    return {
      status: 200,
      headers: {},
      body: () => {
        throw new Error('a bug');
      },
    };
  if (target === '/odd') return { status: 200, headers: { 'x-a': 'ü→\n' }, body: 'odd' };
  if (target.startsWith('/size/'))
    return { status: 200, headers: {}, body: 'x'.repeat(Number(target.slice(6))), compressible: true };
  const body = (sink: BodySink) => {
    const open = new OpenBody(sink);
    bodies[target] = open;
    if (target === '/brief') {
      sink.write(Buffer.from('brief'));
      sink.end();
    }
    return open;
  };
  const answer: ApiResponse = { status: 201, headers: {}, body };
  return target === '/later' ? new Promise((resolve) => later.push(() => resolve(answer))) : answer;
}

async function listen(options: WebSocketOptions = {}): Promise<string> {
  const webSockets = new WebSocketBinding(handler, { scheduler: clock, ...options });
  const upgrade: WebSocketBinding['upgrade'] = (request, socket, head, stopping) => {
    endings.add(stopping);
    webSockets.upgrade(request, socket, head, stopping);
  };
  const http = new HttpBinding(handler, { name: 'it', readOnly: true, strict: true, authorizes: false, upgrade });
  const listening = await http.listen({});
  listenings.push(listening);
  return listening.url;
}

async function connect(url: string, options: object = {}): Promise<RawClient> {
  const client = await RawClient.to(url, options);
  clients.push(client);
  return client;
}

/** The body of a path, once it was asked for. */
async function bodyOf(client: RawClient, id: number, path: string, credit = 1_000_000): Promise<OpenBody> {
  client.ask(id, path, { credit });
  await client.until(() => client.of(id).length > 0);
  const body = bodies[path];
  if (body === undefined) throw new Error(`${path} has no body`);
  return body;
}

/** What an upgrade is answered with. */
function upgrade(
  url: string,
  path: string,
  headers: object,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const common = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const asked = request(url + path, {
      headers: { ...common, 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', ...headers },
    });
    asked.on('error', reject);
    asked.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, text: '' });
    });
    asked.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.end();
  });
}

describe('a handler served over a WebSocket', () => {
  it('greets with a heartbeat, and answers requests', async () => {
    const client = await connect(await listen());
    client.ask(1, '/now');
    await client.until(() => client.of(1).length === 2);
    expect(client.heard[0]).toEqual({ type: 'ping' });
    expect(client.of(1)).toEqual([
      { type: 'head', id: 1, status: 200, headers: { 'x-a': 'b' } },
      { type: 'end', id: 1 },
    ]);
    expect(client.bytesOf(1).toString()).toBe('now');
  });

  it('gives each request its own headers, and those of the upgrade as defaults, save what is about that alone', async () => {
    const url = await listen({ requestHeaders: ['X-Cluster'] });
    const client = await connect(url, {
      headers: { cookie: 'session=1', authorization: 'Bearer upgrade', accept: '*/*', 'accept-encoding': 'gzip' },
    });
    client.ask(1, '/now');
    client.ask(2, '/now', { headers: { authorization: 'Bearer own', accept: 'application/json', 'x-cluster': 'b' } });
    await client.until(() => client.of(2).length === 2);
    const host = url.slice('http://'.length);
    expect(requests.map(({ signal: _, ...asked }) => asked)).toEqual([
      {
        method: 'GET',
        target: '/now',
        headers: { host, cookie: 'session=1', authorization: 'Bearer upgrade' },
        body: '',
        client: '127.0.0.1',
      },
      {
        ...{ method: 'GET', target: '/now', body: '', client: '127.0.0.1' },
        headers: {
          ...{ host, cookie: 'session=1' },
          ...{ authorization: 'Bearer own', accept: 'application/json', 'x-cluster': 'b' },
        },
      },
    ]);
  });

  it('refuses a request with a header that is not allowed, in words, and asks nobody', async () => {
    const client = await connect(await listen());
    client.ask(1, '/now', { headers: { 'impersonate-user': 'root' } });
    client.ask(2, '/now', { headers: { cookie: 'session=2' } });
    await client.until(() => client.of(2).length > 0);
    expect([client.of(1), client.of(2)]).toEqual([
      [
        {
          ...{ type: 'error', id: 1 },
          message:
            'the header impersonate-user is not among those that requests may bring over this WebSocket: accept, authorization',
        },
      ],
      [expect.objectContaining({ type: 'error' })],
    ]);
    expect(requests).toHaveLength(0);
  });

  it('waits for an answer that comes later, and gives none to who left meanwhile', async () => {
    const client = await connect(await listen());
    client.ask(1, '/later');
    client.ask(2, '/later');
    client.say({ type: 'cancel', id: 1 });
    await client.settled(3);
    for (const answer of later) answer();
    await client.until(() => client.of(2).length > 0);
    expect([client.of(1), client.of(2)]).toEqual([[], [{ type: 'head', id: 2, status: 201, headers: {} }]]);
  });

  it('fails one answer with headers that HTTP does not allow, and no other', async () => {
    const client = await connect(await listen());
    client.ask(1, '/odd');
    await client.settled(2);
    expect(client.of(1)).toEqual([
      { type: 'error', id: 1, message: 'the answer has headers that HTTP does not allow' },
    ]);
  });

  it.each(['/bug', '/later-bug', '/broken'])('outlives its own mistakes, and fails what met one: %s', async (path) => {
    const client = await connect(await listen());
    client.ask(1, path);
    await client.settled(2);
    await client.settled(3);
    expect(client.of(1).at(-1)).toEqual({
      ...{ type: 'error', id: 1 },
      message: 'the server made a mistake of its own, of which its operator is told',
    });
    expect(await reports()).toEqual([new Error('a bug')]);
  });

  it('stops a body that ended while it began', async () => {
    const client = await connect(await listen());
    client.ask(1, '/brief');
    await client.until(() => client.of(1).length === 2);
    expect([client.bytesOf(1).toString(), bodies['/brief']?.stopped]).toEqual(['brief', true]);
  });

  it('passes a body that is broken off on as an error', async () => {
    const client = await connect(await listen());
    const { sink } = await bodyOf(client, 1, '/a');
    sink.write(Buffer.from('half'));
    sink.abort();
    await client.until(() => client.of(1).length === 2);
    expect(client.bytesOf(1).toString()).toBe('half');
    expect(client.of(1)[1]).toMatchObject({ type: 'error', message: expect.stringMatching(/closed the connection/) });
  });

  it('L9: stops a body whose client cancels, and those of a connection that is gone', async () => {
    const client = await connect(await listen());
    const [a, b] = [await bodyOf(client, 1, '/a'), await bodyOf(client, 2, '/b')];
    client.say({ type: 'cancel', id: 1 });
    await client.settled(3);
    expect([a.stopped, b.stopped]).toEqual([true, false]);
    expect(a.sink.write(Buffer.from('late'))).toBe(true);
    client.drop();
    await client.until(() => client.closed !== undefined);
    await eventually(() => b.stopped);
    expect(client.of(1)).toHaveLength(1);
  });
});

describe('flow control', () => {
  it('sends as much as there is credit for, tells the source to wait, and to go on', async () => {
    const client = await connect(await listen());
    const { sink, ...rest } = await bodyOf(client, 1, '/a', 10);
    expect(sink.write(Buffer.from('0123456'))).toBe(true);
    expect(sink.write(Buffer.from('789abcdef'))).toBe(false);
    await client.settled(2);
    expect([client.bytesOf(1).toString(), rest.resumed]).toEqual(['0123456789', 0]);
    client.say({ type: 'credit', id: 1, bytes: 3 });
    await client.settled(3);
    expect([client.bytesOf(1).toString(), bodies['/a']?.resumed]).toEqual(['0123456789abc', 0]);
    client.say({ type: 'credit', id: 1, bytes: 300 });
    await client.settled(4);
    expect([client.bytesOf(1).toString(), bodies['/a']?.resumed]).toEqual(['0123456789abcdef', 1]);
  });

  it('ends a body when the last of it had credit', async () => {
    const client = await connect(await listen());
    const { sink } = await bodyOf(client, 1, '/a', 3);
    sink.write(Buffer.from('12345'));
    sink.end();
    await client.settled(2);
    expect(client.of(1)).toHaveLength(1);
    client.say({ type: 'credit', id: 1, bytes: 2 });
    await client.until(() => client.of(1).length === 2);
    expect([client.bytesOf(1).toString(), client.of(1)[1]?.type]).toEqual(['12345', 'end']);
  });

  it('keeps nobody waiting for a stream that is not read', async () => {
    const client = await connect(await listen());
    const paused = await bodyOf(client, 1, '/paused', 1);
    paused.sink.write(Buffer.alloc(10 * KIB));
    client.ask(2, `/size/${300 * KIB}`);
    await client.until(() => client.of(2).length === 2);
    expect([client.bytesOf(1).length, client.bytesOf(2).length]).toEqual([1, 300 * KIB]);
  });

  it('lets streams take turns where there is no room for all, so that a large one keeps no small one waiting', async () => {
    const client = await connect(await listen());
    const large = await bodyOf(client, 1, '/large', MAX_NUMBER);
    const small = await bodyOf(client, 2, '/small');
    client.pause();
    while (large.sink.write(Buffer.alloc(MAX_DATA))) await sleep(0);
    large.sink.write(Buffer.alloc(100 * MAX_DATA));
    large.sink.end();
    small.sink.write(Buffer.from('small'));
    small.sink.end();
    client.resume();
    await client.until(() => client.of(1).length === 2);
    const after = client.heard.slice(
      client.heard.findIndex(({ type, ...more }) => type === 'end' && 'id' in more && more.id === 2),
    );
    expect(after.filter(({ type }) => type === 'data').length).toBeGreaterThan(90);
    expect(Math.max(...client.heard.map((message) => (message.type === 'data' ? message.bytes.length : 0)))).toBe(
      MAX_DATA,
    );
  });

  it('L18: writes no more than it has room for to a client that does not read, and goes on when it does', async () => {
    const client = await connect(await listen());
    const body = await bodyOf(client, 1, '/a', MAX_NUMBER);
    client.pause();
    let written = 0;
    const chunk = Buffer.alloc(MAX_DATA);
    const fill = async () => {
      for (; written < 64 * KIB * KIB && body.sink.write(chunk); written += chunk.length) await sleep(0);
    };
    await fill();
    expect(written).toBeLessThan(32 * KIB * KIB);
    client.resume();
    await eventually(() => body.resumed > 0);
    await client.until(() => client.bytesOf(1).length === written + chunk.length);
  });
});

describe('limits', () => {
  it('answers a request too many with an error, and takes another when one is over', async () => {
    const client = await connect(await listen({ maxStreams: 2 }));
    const { sink } = await bodyOf(client, 1, '/a');
    await bodyOf(client, 2, '/b');
    client.ask(3, '/now');
    await client.until(() => client.of(3).length > 0);
    expect(client.of(3)).toEqual([
      { type: 'error', id: 3, message: 'there are 2 requests under way on this WebSocket already' },
    ]);
    sink.end();
    await client.settled(4);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['garbage', 'garbage', 'a message is no JSON'],
    ['bytes', new Uint8Array([1, 2, 3]), 'a client sends no binary messages'],
    ['a message of a server', '{"type":"end","id":1}', 'a message of a client has a type that is not known'],
    ['credit for what was not asked for', '{"type":"credit","id":9,"bytes":1}', 'there was no request 9'],
    ['a cancel of what was not asked for', '{"type":"cancel","id":9}', 'there was no request 9'],
    [
      'a number again',
      '{"type":"request","id":1,"method":"GET","path":"/now","headers":{},"credit":1}',
      'the number 1 of a request is not greater than all before it',
    ],
  ])('closes on %s, and says why', async (_, data, reason) => {
    const client = await connect(await listen());
    const body = await bodyOf(client, 1, '/a');
    client.send(data);
    await client.until(() => client.closed !== undefined);
    expect(client.closed).toEqual({ code: 1002, reason });
    expect(body.stopped).toBe(true);
  });

  it('closes on a message that is too long, without reading it', async () => {
    const client = await connect(await listen());
    client.send('x'.repeat(MAX_CLIENT_MESSAGE + 1));
    await client.until(() => client.closed !== undefined);
    expect(client.closed).toEqual({ code: 1009, reason: 'a message is longer than 65536 bytes' });
  });

  it('stands whatever comes: it answers or closes, and serves the next', async () => {
    const url = await listen();
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(text, fc.uint8Array({ maxLength: 50 })), { maxLength: 5 }),
        async (garbage) => {
          const client = await connect(url);
          for (const data of garbage) client.send(data);
          if (garbage.length > 0) await client.until(() => client.closed !== undefined);
          else client.drop();
          expect([1002, undefined]).toContain(client.closed?.code);
        },
      ),
      { ...runs, numRuns: Math.min(50, runs.numRuns) },
    );
    await (await connect(url)).settled(1);
  });

  it.each([{ maxStreams: 0 }, { maxStreams: 1.5 }])('refuses %j', (options) => {
    expect(() => new WebSocketBinding(handler, options)).toThrow(/^maxStreams is .*expected an integer, at least 1/);
  });
});

describe('heartbeats', () => {
  it('come every 15 s, and keep a client that answers', async () => {
    const client = await connect(await listen());
    for (let beats = 1; beats <= 10; beats++) {
      await client.until(() => client.pings === beats);
      client.say({ type: 'pong' });
      await client.settled(beats);
      clock.advance(15_000);
    }
    expect(client.closed).toBeUndefined();
  });

  it('L7: cut a client of which nothing was heard for 40 s, and stop what it had asked for', async () => {
    const client = await connect(await listen());
    const body = await bodyOf(client, 1, '/a');
    clock.advance(30_000);
    await client.until(() => client.pings === 3);
    expect(client.closed).toBeUndefined();
    clock.advance(15_000);
    await client.until(() => client.closed !== undefined);
    expect([client.closed?.code, body.stopped]).toEqual([1006, true]);
  });
});

describe('the upgrade', () => {
  const protocol = { 'sec-websocket-protocol': 'rxinformer.v2, rxinformer.v1' };

  it.each<[string, string, object, number, RegExp]>([
    ['with the subprotocol among others', '/rxinformer/ws', protocol, 101, /^$/],
    ['with a query, as some proxies add', '/rxinformer/ws?x=1', protocol, 101, /^$/],
    ['at another path', '/ws', protocol, 404, /^WebSockets are served at \/rxinformer\/ws/],
    ['with another subprotocol', '/rxinformer/ws', { 'sec-websocket-protocol': 'rxinformer.v2' }, 400, /rxinformer.v1/],
    ['without a subprotocol', '/rxinformer/ws', {}, 400, /the subprotocol rxinformer.v1 is spoken here/],
    [
      'of a page of another origin',
      '/rxinformer/ws',
      { ...protocol, origin: 'https://evil.example' },
      403,
      /evil.example/,
    ],
    ['to another name', '/rxinformer/ws', { ...protocol, host: 'evil.example' }, 403, /evil.example/],
  ])('%s', async (_, path, headers, status, text) => {
    expect(await upgrade(await listen(), path, headers)).toMatchObject({ status, text: expect.stringMatching(text) });
  });

  it('is one of many, for all of which the end of the server is waited for once', async () => {
    const url = await listen();
    for (let i = 0; i < 20; i++) await connect(url);
    expect([...endings].map((ending) => getEventListeners(ending, 'abort').length)).toEqual([1]);
  });

  it('ends with its server, which says so, and what it served is stopped', async () => {
    const client = await connect(await listen());
    const body = await bodyOf(client, 1, '/a');
    await listenings.splice(0)[0]?.close();
    await client.until(() => client.closed !== undefined);
    expect(client.closed).toEqual({ code: 1001, reason: 'the server stops' });
    expect(body.stopped).toBe(true);
  });
});

describe('compression', () => {
  it.each([
    ['is for bodies that are worth it and asked for so', true, true, true],
    ['is for no body that did not ask', true, false, false],
    ['can be left out', false, true, false],
  ])('%s', async (_, compress, asked, smaller) => {
    const client = await connect(await listen({ compress }));
    const before = client.received;
    client.ask(1, `/size/${200 * KIB}`, { compress: asked });
    await client.until(() => client.of(1).length === 2);
    expect(client.bytesOf(1).length).toBe(200 * KIB);
    expect(client.received - before < 20 * KIB).toBe(smaller);
  });
});

/** For what no message tells. */
async function eventually(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns++) {
    if (turns > 1000) throw new Error(`it never came: ${holds}`);
    await sleep(1);
  }
}
