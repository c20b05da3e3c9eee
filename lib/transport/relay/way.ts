/** Which way requests take to a relay. */
export type RelayWay =
  /** Nothing was asked yet, or nothing answers: also from the moment when a WebSocket broke until the next one opens. */
  | { readonly via: 'undecided' }
  /** All over one WebSocket. */
  | { readonly via: 'webSocket' }
  /** Each over HTTP, since the server answers, but no WebSocket comes through. */
  | {
      readonly via: 'http';
      /** Why there is no WebSocket, as far as anybody says. */
      readonly reason: string;
      /** From when on the next request tries a WebSocket again, in epoch milliseconds. */
      readonly retryAt: number;
    };

export const UNDECIDED: RelayWay = { via: 'undecided' };

/** Soon, since a proxy may have been in the middle of a restart, and what still goes over HTTP does not wait for it. */
const RETRY_MS = 30_000;

/**
 * The way to take when a WebSocket was refused where HTTP is answered.
 *
 * @param random in [0, 1): browsers that were refused together do not come back together
 */
export function refusedWay(reason: string, now: number, random: number): RelayWay {
  return { via: 'http', reason, retryAt: now + Math.ceil(RETRY_MS * (1 + random)) };
}

/**
 * Whether an answer over HTTP shows that the server is there, and its WebSocket is not. One of 5xx, which proxies give for a server that
 * is away, shows nothing.
 */
export function isAnswered(status: number): boolean {
  return status < 500;
}
