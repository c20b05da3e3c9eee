import { bookmarkSilenceMs } from './bookmark-silence.js';

/**
 * What watches in a row kept to themselves. A server that was restored to an older state takes a watch from what is its future now, and
 * is silent until its versions have come so far (kubernetes#107457). Nothing but a list tells it from a server where nothing happens.
 */
export interface Mute {
  /** For how long watches were open since the last word of one, be it a bookmark, or the last list. */
  readonly ms: number;
  /** The longest time between two bookmarks of one watch since the last list; undefined: there were no two. */
  readonly interval: number | undefined;
}

export const NOT_MUTE: Mute = { ms: 0, interval: undefined };

/** Seldom enough for a list on servers that never send bookmarks. */
const LONGEST_MS = 30 * 60_000;
/** A watch that is given up sooner than this is followed by a wait, in which nobody would have heard a word either. */
const SHORTEST_MS = 30_000;

/** A watch was open for so long, and said nothing. `silent`: it was given up for that. */
export function muteFor({ ms, interval }: Mute, openMs: number, silent: boolean): Mute {
  if (openMs <= 0) return { ms, interval };
  return { ms: ms + (silent ? Math.max(openMs, SHORTEST_MS) : openMs), interval };
}

/** A watch said something. */
export function spoken({ interval }: Mute): Mute {
  return { ms: 0, interval };
}

export function bookmarked({ ms, interval = 0 }: Mute, apart: number): Mute {
  return { ms, interval: Math.max(interval, apart) };
}

/**
 * Whether a list is to tell what no watch does. Where bookmarks came, the first silence is a dead connection, and the second is more; and
 * since only bookmarks after that list make it so again, a server that has stopped to send them is listed once.
 */
export function isTooMute({ ms, interval }: Mute): boolean {
  return ms >= (interval === undefined ? LONGEST_MS : Math.min(2 * bookmarkSilenceMs(interval), LONGEST_MS));
}
