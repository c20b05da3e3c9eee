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
