/** How a WebSocket ended: for want of use, because nothing came on it, or in any other way. */
export type Ending = 'done' | 'silent' | 'broken';

/** A WebSocket was open, and is not any more, and since then nothing was heard of the server. */
export interface Doubt {
  /** Nobody said that it was over: it was found dead. */
  readonly bySilence: boolean;
  /** WebSockets that did not open since. */
  readonly refusals: number;
}

const PATIENCE_MS = 10_000;
const MOST_PATIENCE_MS = 40_000;

/** What is known after a WebSocket ended. Where none was ever open, nothing is doubted: it may be a server that is slow from the start. */
export function doubtAfter(doubt: Doubt | undefined, wasOpen: boolean, ending: Ending): Doubt | undefined {
  if (wasOpen) return ending === 'done' ? undefined : { bySilence: ending === 'silent', refusals: 0 };
  return doubt && { ...doubt, refusals: doubt.refusals + 1 };
}

/**
 * How long the headers of an answer over HTTP are waited for, in milliseconds, after a WebSocket did not open. 0: there is no use in asking,
 * since two WebSockets in a row met nothing but silence, which has to be told. It grows, so that a server that is slow over HTTP, with no
 * WebSocket any more, is heard in the end.
 *
 * @param ending of the WebSocket that did not open
 */
export function patienceMs({ bySilence, refusals }: Doubt, ending: Ending): number {
  if (bySilence && ending === 'silent' && refusals === 1) return 0;
  return Math.min(MOST_PATIENCE_MS, PATIENCE_MS * 2 ** Math.max(0, refusals - 2));
}
