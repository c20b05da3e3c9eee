import type { HeaderFields } from '../headers.js';

/**
 * Many requests over one WebSocket: what both sides say, and the figures that both go by. `docs/relay.md` explains it. Text messages are JSON
 * objects with a `type`; a binary message is a piece of a body, behind the number of its stream.
 */

/** The subprotocol, with the version of all that is said here: another version has another name. */
export const SUBPROTOCOL = 'rxinformer.v1';
/** Where a server upgrades, behind the URL that it is reached at. */
export const WEB_SOCKET_PATH = '/rxinformer/ws';

/** The server says `ping` so often, and the client answers `pong`. */
export const HEARTBEAT_MS = 15_000;
/** Whoever has heard nothing for so long takes the connection for dead: two heartbeats were lost, and a bit. */
export const HEARTBEAT_DEADLINE_MS = 40_000;

/** Bytes of one body that a client lets be on the way to it, or waiting in it. */
export const WINDOW = 1024 * 1024;
/** Bytes of a body in one message, at most: so long a stream keeps the others waiting. */
export const MAX_DATA = 64 * 1024;
/** Bytes of a message from a client, at most: a path, a token, some headers. */
export const MAX_CLIENT_MESSAGE = 64 * 1024;
/** Bytes of a text message from a server, at most. */
export const MAX_SERVER_TEXT = 256 * 1024;
/** A larger number of a stream, or of bytes, is none. Nobody gets there: a request each millisecond takes fifty days. */
export const MAX_NUMBER = 0xffff_ffff;

/** Headers that a request may bring with it, unless a server allows more. */
export const REQUEST_HEADERS: readonly string[] = ['accept', 'authorization'];

/** Why a WebSocket is closed, as a number: RFC 6455's, in the words of this protocol. */
export const CLOSE = {
  /** The client needs it no more. */
  done: 1000,
  /** The server stops. */
  goingAway: 1001,
  /** What a client said is not of this protocol. */
  malformed: 1002,
  /** Nothing was heard for longer than the deadline. Browsers let a page use such numbers only. */
  silent: 4000,
  /** What a server said is not of this protocol. */
  garbled: 4002,
} as const;

/** What a client says. `id` numbers a stream: each greater than all before it. */
export type ClientMessage =
  | {
      readonly type: 'request';
      readonly id: number;
      /** Read only. */
      readonly method: 'GET';
      /** Absolute and encoded, with its query. */
      readonly path: string;
      /** Names in lower case. */
      readonly headers: HeaderFields;
      /** Bytes of the body that may be sent before more credit is given. */
      readonly credit: number;
      /** Whether the body may be compressed, if the WebSocket can. */
      readonly compress: boolean;
    }
  /** So many more bytes of the body may be sent. */
  | { readonly type: 'credit'; readonly id: number; readonly bytes: number }
  /** Nobody wants the answer any more. */
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'pong' };

/** What a server says. */
export type ServerMessage =
  | { readonly type: 'head'; readonly id: number; readonly status: number; readonly headers: HeaderFields }
  | { readonly type: 'data'; readonly id: number; readonly bytes: Uint8Array }
  /** The body is complete. */
  | { readonly type: 'end'; readonly id: number }
  /** There is no answer, or no more of it; why, in words. */
  | { readonly type: 'error'; readonly id: number; readonly message: string }
  | { readonly type: 'ping' };

/** What is none of these; why, in words that show nothing of what came. */
export interface Malformed {
  readonly type: 'malformed';
  readonly reason: string;
}
