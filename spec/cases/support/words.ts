import {
  bookmark,
  errorEvent,
  event,
  initialEventsEnd,
  pod,
  podList,
  type ScriptedExchange,
} from '../../support/scripted-server.js';

/** One thing that a server does with a request. `undefined` goes on at once; a number waits so many milliseconds. */
export type Word = (exchange: ScriptedExchange) => number | undefined;

/** All that a server does with one request. After the last word it keeps the socket open and says nothing. */
export type Answer = readonly Word[];

const word =
  (act: (exchange: ScriptedExchange) => void): Word =>
  (exchange) => {
    act(exchange);
    return undefined;
  };

/** 200, and the headers. */
export const hdr = word((exchange) => exchange.open());
/** These headers, and another status than 200. */
export const open = (code: number): Word => word((exchange) => exchange.open(code));
/** The body ends properly. */
export const end = word((exchange) => exchange.end());
/** The connection is reset. */
export const rst = word((exchange) => exchange.reset());
/** Nothing listens there. */
export const refused = word((exchange) => exchange.reset('ECONNREFUSED'));
/** The socket stays open, and nothing comes. */
export const hang = word(() => {});
/** So many milliseconds later. */
export const wait =
  (ms: number): Word =>
  () =>
    ms;

/** These bytes, in one chunk. */
export const raw = (...values: (string | object)[]): Word => word((exchange) => exchange.send(...values));
/** These bytes as they are, which need not be text. */
export const bytes = (chunk: Uint8Array): Word => word((exchange) => exchange.body$.next(chunk));
/** One event of a watch, in a chunk of its own. */
export const ev = (type: 'ADDED' | 'MODIFIED' | 'DELETED', name: string, version: number, more: object = {}): Word =>
  raw(event(type, pod(name, version, more)));
export const bm = (version: number): Word => raw(bookmark(version));
/** The bookmark that says of a streamed list that it is whole. */
export const mark = (version: number): Word => raw(initialEventsEnd(version));
/** An ERROR within the watch. */
export const err = (code: number): Word => raw(errorEvent(code, reasonOf(code)));
/** Another answer than 200, with a Status. */
export const http = (code: number, headers: Readonly<Record<string, string>> = {}, more: object = {}): Word =>
  word((exchange) => exchange.refuse(code, reasonOf(code), headers, more));

/** Names and resourceVersions: `{ a: 1, b: 2 }`. */
export type Names = Readonly<Record<string, number>>;

export const podsOf = (names: Names) => Object.entries(names).map(([name, version]) => pod(name, version));
/** A whole list at this resourceVersion. */
export const items = (version: number | string, names: Names, metadata: object = {}): Word =>
  word((exchange) => exchange.json(podList(version, podsOf(names), metadata)));
export const list = (version: number | string, names: Names): Answer => [items(version, names)];
/** A page, and the token of the next. */
export const page = (version: number | string, names: Names, token: string): Answer => [
  items(version, names, { continue: token }),
];

/** The reasons that kube-apiserver gives with a code. */
function reasonOf(code: number): string {
  return REASONS[code] ?? 'InternalError';
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'Timeout',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};
