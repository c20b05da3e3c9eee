/** What is used of a WebSocket: the global one of browsers and of Node 22, or that of the package `ws`. */
export interface WebSocketLike {
  binaryType: string;
  /** The subprotocol that the server chose. */
  readonly protocol: string;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  /** Gives the connection up without waiting for the other side, which browsers do not offer. */
  terminate?(): void;
}

/** The class `WebSocket`. */
export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;
