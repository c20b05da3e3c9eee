import { catchError, defer, map, type Observable, of, throwError } from 'rxjs';
import type { Resource } from '../kubernetes/index.js';
import { type Transport, TransportError, type TransportRequest, type TransportResponse } from '../transport/index.js';
import { foreignKind } from './list-kind.js';
import { toWire } from './wire.js';

/** A transport whose lists come from `listFn`, as client-node's do, while its watches go to the server. */
export class ListedTransport implements Transport {
  readonly url: string;
  readonly #transport: Transport;
  readonly #resource: Resource<unknown>;
  readonly #listFn: () => Promise<unknown>;
  /** What `listFn` gave when it was called to learn what it asks for: good for the first list. */
  #first: { readonly list: unknown } | undefined;

  constructor(transport: Transport, resource: Resource<unknown>, listFn: () => Promise<unknown>, first: unknown) {
    this.url = transport.url;
    this.#transport = transport;
    this.#resource = resource;
    this.#listFn = listFn;
    this.#first = { list: first };
  }

  request(request: TransportRequest): Observable<TransportResponse> {
    if (request.longRunning) return this.#transport.request(request);
    return defer(() => this.#list()).pipe(
      map((list) => answer(200, JSON.stringify(toWire(this.#whole(list))))),
      catchError(refusal),
    );
  }

  async #list(): Promise<unknown> {
    const first = this.#first;
    this.#first = undefined;
    return first === undefined ? this.#listFn() : first.list;
  }

  #whole(list: unknown): object {
    const foreign = foreignKind(list, this.#resource);
    if (foreign === undefined) return whole(list);
    throw new TransportError(
      'network',
      `listFn gave a ${foreign}, which is no list of ${this.#resource.plural}; list and watch must be of the same collection`,
    );
  }
}

/** L15: a page is no list. */
function whole(list: unknown): object {
  if (typeof list !== 'object' || list === null || !('items' in list)) {
    throw new TransportError('network', 'listFn gave no list: an object with metadata and items');
  }
  const { _continue, continue: token = _continue } = fieldsOf(fieldsOf(list).metadata);
  if (token !== undefined && token !== '') {
    throw new TransportError(
      'network',
      'listFn gave one page of a list, which is not all there is: leave out its limit',
    );
  }
  return list;
}

/** A refusal of the server stays one, with its code and what it said, by the names that client-node's errors have for them. */
function refusal(error: unknown): Observable<TransportResponse> {
  if (error instanceof TransportError) return throwError(() => error);
  const { code, statusCode = code, body, headers } = fieldsOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (typeof statusCode !== 'number' || !(statusCode >= 400 && statusCode < 600)) {
    const systemCode = typeof code === 'string' ? code : undefined;
    return throwError(() => new TransportError('network', `listFn failed: ${message}`, systemCode, { cause: error }));
  }
  const text = typeof body === 'string' ? body : body === undefined ? message : JSON.stringify(toWire(body));
  const retryAfter = fieldsOf(headers)['retry-after'];
  return of(answer(statusCode, text, typeof retryAfter === 'string' ? { 'retry-after': retryAfter } : {}));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function answer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): TransportResponse {
  const body$ = of(new TextEncoder().encode(body));
  return { status, headers, body$, pause: () => {}, resume: () => {} };
}
