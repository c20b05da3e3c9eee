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
/** One bookmark may be late, and none is expected more often than this. */
const BOOKMARK_SILENCE_MS = 90_000;
const LATE_BOOKMARK = 1.5;
const BOOKMARK_GRACE_MS = 5000;
const END_GRACE_MS = 15_000;
/** client-go asks for no watch of more than 10 minutes. */
const LONGEST_SILENCE_MS = 600_000 + END_GRACE_MS;

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

/** Within which a word is due where bookmarks come so far apart. */
export function bookmarkSilenceMs(bookmarks: number): number {
  const due = Math.max(BOOKMARK_SILENCE_MS, LATE_BOOKMARK * bookmarks + BOOKMARK_GRACE_MS);
  return Math.min(due, LONGEST_SILENCE_MS);
}

/** How often it is looked whether a connection is silent, or whether this process slept. */
const BEAT_MS = 15_000;
/** Hidden tabs run their timers once a minute. Whatever is later than that and a bit did not run at all. */
const SLEPT_MS = 90_000;
/** A timer that is so late says that this process was busy, so that bytes may have come that nobody has read. */
const LATE_MS = 1000;
const SECOND_LOOK_MS = 2000;

/** What a look at a connection says. */
export type Look =
  | { readonly type: 'again'; readonly afterMs: number; readonly second: boolean }
  | { readonly type: 'silent' }
  | { readonly type: 'slept' };

/** When to look for the first time. */
export function firstLookMs(silenceMs: number): number {
  return Math.min(BEAT_MS, silenceMs);
}

/**
 * One look at a connection, by a timer that was due at `due`.
 *
 * @param second this is the look after one that came late
 */
export function look(now: number, due: number, lastByteAt: number, silenceMs: number, second: boolean): Look {
  const late = now - due;
  if (late >= SLEPT_MS) return { type: 'slept' };
  const left = silenceMs - (now - lastByteAt);
  if (left > 0) return { type: 'again', afterMs: Math.min(BEAT_MS, left), second: false };
  return late >= LATE_MS && !second ? { type: 'again', afterMs: SECOND_LOOK_MS, second: true } : { type: 'silent' };
}
