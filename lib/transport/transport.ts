import type { Observable } from 'rxjs';

/** What a transport is asked for. Paths and queries are made by `kubernetes/`; a transport does not look into them. */
export interface TransportRequest {
  /** Default: `GET`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute path with its encoded query, such as `/api/v1/pods?limit=500`. */
  readonly path: string;
  /**
   * Names in lower case. They win over a transport's own headers, except for credentials. A body without a
   * `content-type` is said to be `application/json`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Whether the answer may come compressed: worth it for lists, while a watch would wait for the compressor to flush.
   * Default: false.
   */
  readonly compress?: boolean;
  /**
   * Whether the answer goes on until one side ends it, as that of a watch does (Kubernetes calls such requests
   * long-running). A transport that bounds its connections gives it one of its own, so that requests which are soon
   * over never wait behind it. Default: false.
   */
  readonly longRunning?: boolean;
  /**
   * Paths of the fields that the reader keeps of each object, such as `spec.nodeName`, beside what tells an object and
   * its version. A hint: a transport to a server that can leave out the others may ask it to, as `relayTransport` does;
   * any other takes no notice of it. Default: the reader may keep everything.
   */
  readonly fields?: readonly string[];
}

/** A response whose headers have come; its body comes when `body$` is subscribed. */
export interface TransportResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as it arrives, uncompressed, undecoded. One subscriber only: a second one gets an error. Completes at the
   * proper end of the body, and errors with a `TransportError` when the connection breaks before it, or when the
   * request had been unsubscribed. Unsubscribing destroys the request.
   */
  readonly body$: Observable<Uint8Array>;
  /**
   * Stops reading from the network until `resume()`: what was read already may still come. The peer is slowed by TCP.
   */
  pause(): void;
  resume(): void;
}

/**
 * The way to one API server.
 *
 * `request()` is cold: nothing happens before it is subscribed. It emits exactly one response, then completes when the
 * body has ended, properly or not: a break is told once, by `body$`. It errors with a `TransportError` when no response
 * comes. Unsubscribing, before or after the response, destroys the request, its body included; so does whoever
 * unsubscribes from `body$`, and then the request completes. Everything a transport emits comes asynchronously or
 * inside `subscribe`.
 *
 * A request that could not be sent as it stands (a path that is not absolute or not encoded, a header that HTTP does
 * not allow) is the caller's mistake: `request()` throws a `TypeError` for it.
 */
export interface Transport {
  /** Where requests go, for messages: `https://10.0.0.1:6443`. Holds no credentials. */
  readonly url: string;
  request(request: TransportRequest): Observable<TransportResponse>;
  /**
   * What a person can do about a request that failed, where that is something else than at an API server: a transport knows to what it leads.
   * Undefined, as without this method: what is said of an API server.
   */
  advise?(trouble: RequestTrouble): string | undefined;
}

/** How a list or a watch failed: by a fault of the way, or by an answer. */
export interface RequestTrouble {
  /** Undefined: there was an answer. */
  readonly error?: TransportError | undefined;
  /** The HTTP status code of the answer, or of an ERROR event. */
  readonly code?: number | undefined;
  /** What was said. */
  readonly message: string;
  readonly verb: 'list' | 'watch';
  /** The resource, such as `pods`. */
  readonly plural: string;
}

/**
 * Why a request got no response, or a body no end.
 *
 * - `network`: name resolution, refused, reset, unreachable, closed early (`code` has the system's word, such as
 *   `ECONNREFUSED`)
 * - `tls`: the certificate or the handshake
 * - `timeout`: the connection could not be made in time
 * - `credentials`: no credentials could be had: an exec plugin or a token file failed, a `headers` function threw
 */
export type TransportErrorKind = 'network' | 'tls' | 'timeout' | 'credentials';

/** A failure below HTTP. Its message says what happened and where, and holds no credential. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly kind: TransportErrorKind,
    message: string,
    /** The system's or TLS library's error code, where there is one. */
    readonly code?: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}
