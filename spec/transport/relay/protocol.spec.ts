import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ClientMessage,
  decodeClientMessage,
  decodeServerMessage,
  encodeClientMessage,
  encodeServerMessage,
  MAX_CLIENT_MESSAGE,
  MAX_DATA,
  MAX_NUMBER,
  MAX_SERVER_TEXT,
  type ServerMessage,
} from '../../../lib/transport/index.js';
import { runs } from '../../support/runs.js';

const number = fc.integer({ min: 1, max: MAX_NUMBER });
const headers = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z-]{0,20}$/),
  fc.stringMatching(/^[!-~]{0,40}$/),
  { noNullPrototype: true }, // as JSON.parse makes them
);
const path = fc.stringMatching(/^\/[!-"$-~]{0,80}$/);

/** One arbitrary for each type: the compiler refuses a message without. */
const clientMessages: { readonly [T in ClientMessage['type']]: fc.Arbitrary<Extract<ClientMessage, { type: T }>> } = {
  request: fc.record({
    ...{ type: fc.constant('request' as const), id: number, method: fc.constant('GET' as const), path, headers },
    ...{ credit: number, compress: fc.boolean() },
  }),
  credit: fc.record({ type: fc.constant('credit' as const), id: number, bytes: number }),
  cancel: fc.record({ type: fc.constant('cancel' as const), id: number }),
  pong: fc.record({ type: fc.constant('pong' as const) }),
};
const serverMessages: { readonly [T in ServerMessage['type']]: fc.Arbitrary<Extract<ServerMessage, { type: T }>> } = {
  head: fc.record({
    ...{ type: fc.constant('head' as const), id: number, status: fc.integer({ min: 200, max: 599 }), headers },
  }),
  data: fc.record({
    ...{ type: fc.constant('data' as const), id: number, bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }) },
  }),
  end: fc.record({ type: fc.constant('end' as const), id: number }),
  error: fc.record({ type: fc.constant('error' as const), id: number, message: fc.string({ unit: 'binary' }) }),
  ping: fc.record({ type: fc.constant('ping' as const) }),
};

const request = { type: 'request', id: 1, method: 'GET', path: '/api', headers: {}, credit: 1 };
const head = { type: 'head', id: 1, status: 200, headers: {} };

describe('the protocol over a WebSocket', () => {
  it('reads what it wrote, of a client', () => {
    fc.assert(
      fc.property(fc.oneof(...Object.values(clientMessages)), (message) => {
        expect(decodeClientMessage(encodeClientMessage(message))).toEqual(message);
      }),
      runs,
    );
  });

  it('reads what it wrote, of a server', () => {
    fc.assert(
      fc.property(fc.oneof(...Object.values(serverMessages)), (message) => {
        expect(decodeServerMessage(encodeServerMessage(message))).toEqual(message);
      }),
      runs,
    );
  });

  it('takes garbage for malformed, whatever it is', () => {
    const types = [...Object.keys(clientMessages), ...Object.keys(serverMessages)];
    const near = fc.record(
      {
        type: fc.constantFrom(...types),
        ...{ id: fc.anything(), path: fc.anything(), headers: fc.anything(), bytes: fc.anything() },
        ...{ credit: fc.anything(), status: fc.anything(), message: fc.anything(), method: fc.anything() },
      },
      { requiredKeys: ['type'] },
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      near.map((value) => JSON.stringify(value) ?? ''),
    );
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array({ maxLength: 40 })), (garbage) => {
        expect([...types, 'malformed']).toContain(decodeClientMessage(garbage).type);
        expect([...types, 'malformed']).toContain(decodeServerMessage(garbage).type);
      }),
      runs,
    );
  });

  it('cuts a message anywhere, and says that it is malformed', () => {
    const text = encodeClientMessage({ ...request, type: 'request', method: 'GET', compress: false });
    for (let length = 0; length < text.length; length++)
      expect(decodeClientMessage(text.slice(0, length))).toMatchObject({ type: 'malformed' });
  });

  it.each<[object, string]>([
    [{ ...request, id: 0 }, 'id is not a number from 1 on'],
    [{ ...request, id: MAX_NUMBER + 1 }, 'id is not a number from 1 on'],
    [{ ...request, id: 1.5 }, 'id is not a number from 1 on'],
    [{ ...request, id: '1' }, 'id is not a number from 1 on'],
    [{ ...request, method: 'POST' }, 'method is not GET'],
    [{ ...request, path: 'api' }, 'path is not absolute, or not encoded'],
    [{ ...request, path: '/a b' }, 'path is not absolute, or not encoded'],
    [{ ...request, path: '/a\r\nx: y' }, 'path is not absolute, or not encoded'],
    [{ ...request, path: 7 }, 'path is no text'],
    [{ ...request, headers: { 'x\n': 'y' } }, 'headers are not such as HTTP allows'],
    [{ ...request, headers: { x: 'secret\r\n' + 'y: z' } }, 'headers are not such as HTTP allows'],
    [{ ...request, headers: undefined }, 'headers are not such as HTTP allows'],
    [{ ...request, credit: -1 }, 'credit is not a number from 1 on'],
    [{ type: 'credit', id: 1, bytes: 0 }, 'bytes is not a number from 1 on'],
    [{ type: 'head', id: 1 }, 'a message of a client has a type that is not known'],
    [[request], 'a message is no JSON object'],
    [{ ...request, path: `/${'a'.repeat(MAX_CLIENT_MESSAGE)}` }, 'a message is too long'],
  ])('refuses what a client may not say, %#: %j', (message, reason) => {
    expect(decodeClientMessage(JSON.stringify(message))).toEqual({ type: 'malformed', reason });
  });

  it.each<[object | Uint8Array, string]>([
    [{ ...head, status: 199 }, 'status is none of an answer'],
    [{ ...head, status: 600 }, 'status is none of an answer'],
    [{ type: 'error', id: 1 }, 'message is no text'],
    [{ type: 'request', id: 1 }, 'a message of a server has a type that is not known'],
    [{ type: 'error', id: 1, message: 'x'.repeat(MAX_SERVER_TEXT) }, 'a message is too long'],
    [new Uint8Array([0, 0, 0, 1]), 'a binary message holds no bytes of a body'],
    [new Uint8Array([0, 0, 0, 0, 1]), 'id is not a number from 1 on'],
    [new Uint8Array(MAX_DATA + 5), 'a binary message is too long'],
  ])('refuses what a server may not say, %#', (message, reason) => {
    const data = message instanceof Uint8Array ? message : JSON.stringify(message);
    expect(decodeServerMessage(data)).toEqual({ type: 'malformed', reason });
  });

  it('shows nothing of what came in its reasons', () => {
    const secret = { ...request, headers: { authorization: 'Bearer secret\n\n.' } };
    expect(JSON.stringify(decodeClientMessage(JSON.stringify(secret)))).not.toContain('secret');
  });

  it('has a body start at the fifth byte, behind the number of its stream', () => {
    const bytes = new Uint8Array([7, 8]);
    expect(encodeServerMessage({ type: 'data', id: 0x01020304, bytes })).toEqual(new Uint8Array([1, 2, 3, 4, 7, 8]));
  });
});
