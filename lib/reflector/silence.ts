import { bookmarkSilenceMs, END_GRACE_MS } from './bookmark-silence.js';
import type { Bookmarks, Memory, Settings } from './machine.js';

/**
 * When a connection that brings nothing is given up: when a byte was due. Of a list it is due at any moment; of a watch its headers are, then
 * the next bookmark where they are known to come, and where they are not, at last its end, for which the server was asked.
 */

const LIST_SILENCE_MS = 60_000;
/** Longer than kube-apiserver's minute between bookmarks: some proxies send headers only with the first event. */
const HEADERS_SILENCE_MS = 90_000;
/** A server that is there answers at once; whoever has just lost a connection wants to know. */
const SUSPECT_SILENCE_MS = 10_000;

/**
 * A streamed list that brings nothing new for so long is none: the server takes the request for a plain watch and will never say that the
 * list is whole. kube-apiserver waits 3 s at most for its cache, then sends what it has, and the mark within a second.
 */
export const STREAM_PATIENCE_MS = 5000;

/** A server that needs longer than the deadline, every time, would never be heard to the end: twice as long, and twice as long again. */
export function listSilenceMs({ silentLists }: Memory, { silenceDeadlineMs }: Settings): number {
  return (silenceDeadlineMs ?? LIST_SILENCE_MS) * 2 ** Math.min(silentLists, 2);
}

export function streamSilenceMs(memory: Memory, settings: Settings): number {
  return Math.min(STREAM_PATIENCE_MS, listSilenceMs(memory, settings));
}

export function headersSilenceMs({ silenceDeadlineMs }: Settings, suspect: boolean): number {
  return Math.min(suspect ? SUSPECT_SILENCE_MS : HEADERS_SILENCE_MS, silenceDeadlineMs ?? Number.POSITIVE_INFINITY);
}

/** Of a watch that is open. */
export function watchSilenceMs({ silenceDeadlineMs }: Settings, bookmarks: Bookmarks, timeoutSeconds: number): number {
  if (silenceDeadlineMs !== undefined) return silenceDeadlineMs;
  return typeof bookmarks === 'number' ? bookmarkSilenceMs(bookmarks) : timeoutSeconds * 1000 + END_GRACE_MS;
}
