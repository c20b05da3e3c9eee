import { type HeaderFields, parseHeaders } from '../headers.js';
import { PATH } from '../prepare.js';
import { DATA_HEADER } from './encode.js';
import {
  type ClientMessage,
  MAX_CLIENT_MESSAGE,
  MAX_DATA,
  MAX_NUMBER,
  MAX_SERVER_TEXT,
  type Malformed,
  type ServerMessage,
} from './protocol.js';

/** Reads a message of a client. What has members beyond those of its type is taken without them. */
export function decodeClientMessage(data: string | Uint8Array): ClientMessage | Malformed {
  if (typeof data !== 'string') return malformed('a client sends no binary messages');
  return reading(() => clientMessage(objectIn(data, MAX_CLIENT_MESSAGE)));
}

/** Reads a message of a server. The bytes of a body are a view of the message. */
export function decodeServerMessage(data: string | Uint8Array): ServerMessage | Malformed {
  return reading(() => (typeof data === 'string' ? serverMessage(objectIn(data, MAX_SERVER_TEXT)) : dataMessage(data)));
}

function clientMessage(message: Members): ClientMessage | Malformed {
  const { type } = message;
  switch (type) {
    case 'request':
      return {
        type,
        id: numberIn(message, 'id'),
        method: methodIn(message),
        path: pathIn(message),
        headers: headersIn(message),
        credit: numberIn(message, 'credit'),
        compress: message.compress === true,
      };
    case 'credit':
      return { type, id: numberIn(message, 'id'), bytes: numberIn(message, 'bytes') };
    case 'cancel':
      return { type, id: numberIn(message, 'id') };
    case 'pong':
      return { type };
    default:
      return malformed('a message of a client has a type that is not known');
  }
}

function serverMessage(message: Members): ServerMessage | Malformed {
  const { type } = message;
  switch (type) {
    case 'head':
      return { type, id: numberIn(message, 'id'), status: statusIn(message), headers: headersIn(message) };
    case 'end':
      return { type, id: numberIn(message, 'id') };
    case 'error':
      return { type, id: numberIn(message, 'id'), message: textIn(message, 'message') };
    case 'ping':
      return { type };
    default:
      return malformed('a message of a server has a type that is not known');
  }
}

function dataMessage(data: Uint8Array): ServerMessage | Malformed {
  if (data.length <= DATA_HEADER) return malformed('a binary message holds no bytes of a body');
  if (data.length > DATA_HEADER + MAX_DATA) return malformed('a binary message is too long');
  const id = new DataView(data.buffer, data.byteOffset).getUint32(0);
  if (id === 0) return malformed('id is not a number from 1 on');
  return { type: 'data', id, bytes: data.subarray(DATA_HEADER) };
}

type Members = Readonly<Record<string, unknown>>;

/** Thrown within this file only. */
class Unreadable extends Error {}

function reading<M>(read: () => M): M | Malformed {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return malformed(error.message);
    throw error;
  }
}

function malformed(reason: string): Malformed {
  return { type: 'malformed', reason };
}

function objectIn(text: string, limit: number): Members {
  if (text.length > limit) throw new Unreadable('a message is too long');
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unreadable('a message is no JSON object');
  return { ...value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('a message is no JSON');
  }
}

function numberIn(message: Members, name: string): number {
  const value = message[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_NUMBER)
    throw new Unreadable(`${name} is not a number from 1 on`);
  return value;
}

function textIn(message: Members, name: string): string {
  const value = message[name];
  if (typeof value !== 'string') throw new Unreadable(`${name} is no text`);
  return value;
}

function methodIn({ method }: Members): 'GET' {
  if (method !== 'GET') throw new Unreadable('method is not GET');
  return method;
}

function pathIn(message: Members): string {
  const path = textIn(message, 'path');
  if (!PATH.test(path)) throw new Unreadable('path is not absolute, or not encoded');
  return path;
}

function statusIn(message: Members): number {
  const status = numberIn(message, 'status');
  if (status < 200 || status > 599) throw new Unreadable('status is none of an answer');
  return status;
}

function headersIn({ headers }: Members): HeaderFields {
  try {
    return parseHeaders(headers, 'headers');
  } catch {
    throw new Unreadable('headers are not such as HTTP allows');
  }
}
