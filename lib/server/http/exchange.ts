/** A request, whatever brought it: a socket or the same process. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /**
   * Who asks, for limits that each client has: the user, where `authorize` names one, else the IPv4 address or the /64 network of an IPv6 address.
   * Undefined: this program itself.
   */
  readonly client?: string | undefined;
  /** Aborted when nobody waits for the answer any more: it was given, or who asked is gone. Undefined: that is not known. */
  readonly signal?: AbortSignal | undefined;
}

/** Where a body goes. */
export interface BodySink {
  /** False: the reader is slow; wait for `resume`. The chunk is taken all the same. */
  write(chunk: Uint8Array): boolean;
  end(): void;
  /** Breaks the connection. */
  abort(): void;
}

/** What writes a body. */
export interface BodySource {
  /** The sink has room again. */
  resume(): void;
  /** The reader is gone, or the server stops. */
  stop(): void;
}

/** A body: whole, or written to a sink bit by bit. */
export type ResponseBody = string | ((sink: BodySink) => BodySource);

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ResponseBody;
  /** Whether it is worth compressing: a list is, while a watch would wait for the compressor. */
  readonly compressible?: boolean;
}

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return textResponse(status, `${JSON.stringify(value)}\n`, { 'content-type': 'application/json', ...headers });
}

export function textResponse(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}
