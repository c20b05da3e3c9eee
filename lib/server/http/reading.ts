import { LONGEST_MS } from '../../reflector/index.js';
import { forbidInitialEvents, type ListOptions, type SelectOptions, type WatchOptions } from '../store/list-options.js';
import type { Page } from '../store/lister.js';
import type { ReadOptions } from '../store/reader.js';
import type { StoredObject } from '../store/stored-object.js';
import { type ApiRequest, type ApiResponse, type BodySink, type BodySource, textResponse } from './exchange.js';
import { listBody } from './list-body.js';
import { type Form, negotiate, type Shape } from './negotiation.js';
import type { IncludeObject, Representation } from './representation.js';
import { flag, integer, text } from './request-info.js';

/** kube-apiserver's, without its jitter. */
const DEFAULT_WATCH_SECONDS = 1800;

/** How a watch is answered. */
export interface WatchForm {
  readonly representation: Representation;
  /** Milliseconds until it ends. */
  readonly timeoutMs: number;
  /** Who asks, as in `ApiRequest`. */
  readonly client: string | undefined;
}

/** Objects of one resource, to be read. Each method throws an ApiError for what cannot be asked. */
export interface Reader {
  /** In which it shows objects. */
  readonly forms: readonly Form[];
  /** @param client who asks, as in `ApiRequest` */
  representation(
    form: Form,
    include: IncludeObject,
    query: URLSearchParams,
    client: string | undefined,
  ): Representation;
  get(options: ReadOptions): StoredObject;
  list(options: ListOptions): Page;
  /** Gives what writes the events to a sink. */
  watch(options: WatchOptions, form: WatchForm): (sink: BodySink) => BodySource;
}

/** A request to read. */
export interface ReadCall {
  readonly request: ApiRequest;
  readonly query: URLSearchParams;
  readonly reader: Reader;
  readonly namespace: string | undefined;
}

export function getOne(call: ReadCall, name: string): ApiResponse {
  const { query, reader, namespace } = call;
  return one(call, 200, reader.get({ namespace, name, resourceVersion: text(query, 'resourceVersion') }));
}

export function getList(call: ReadCall): ApiResponse {
  const { query, reader } = call;
  if (flag(query, 'sendInitialEvents') !== undefined) forbidInitialEvents();
  integer(query, 'timeoutSeconds');
  const representation = representationFor(call, 'list');
  const page = reader.list({
    ...selected(call),
    limit: integer(query, 'limit'),
    continue: text(query, 'continue'),
    resourceVersion: text(query, 'resourceVersion'),
    resourceVersionMatch: text(query, 'resourceVersionMatch'),
  });
  return many(page, representation);
}

export function getWatch(call: ReadCall): ApiResponse {
  const { query, reader, request } = call;
  const form = {
    representation: representationFor(call, 'object'),
    timeoutMs: watchTimeoutMs(integer(query, 'timeoutSeconds')),
    client: request.client,
  };
  const options = {
    ...selected(call),
    allowWatchBookmarks: flag(query, 'allowWatchBookmarks') ?? false,
    sendInitialEvents: flag(query, 'sendInitialEvents'),
    continue: text(query, 'continue'),
    resourceVersion: text(query, 'resourceVersion'),
    resourceVersionMatch: text(query, 'resourceVersionMatch'),
  };
  return streamed(reader.watch(options, form), false);
}

/** No timer holds more than 24 days, and takes what is longer for nothing at all. */
function watchTimeoutMs(seconds = 0): number {
  return Math.min(LONGEST_MS, 1000 * (seconds > 0 ? seconds : DEFAULT_WATCH_SECONDS));
}

/** One object as an answer. */
export function one(call: Omit<ReadCall, 'namespace'>, status: number, object: StoredObject): ApiResponse {
  const json = representationFor(call, 'object').whole(object);
  return textResponse(status, `${json}\n`, { 'content-type': 'application/json' });
}

/** Many objects as an answer. */
export function many(page: Page, representation: Representation): ApiResponse {
  return streamed(listBody(page, representation), true);
}

function streamed(body: (sink: BodySink) => BodySource, compressible: boolean): ApiResponse {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' };
  return { status: 200, headers, body, compressible };
}

export function selected({ query, namespace }: Omit<ReadCall, 'reader'>): SelectOptions {
  return { namespace, labelSelector: text(query, 'labelSelector'), fieldSelector: text(query, 'fieldSelector') };
}

/** @throws ApiError 406 */
export function representationFor(
  { request, query, reader }: Omit<ReadCall, 'namespace'>,
  shape: Shape,
): Representation {
  const form = negotiate(request.headers.accept, shape, reader.forms);
  return reader.representation(form, includeOf(query), query, request.client);
}

function includeOf(query: URLSearchParams): IncludeObject {
  const include = query.get('includeObject');
  return include === 'None' || include === 'Object' ? include : 'Metadata';
}
